import { Box } from '@chakra-ui/react';
import { CalendarClock } from 'lucide-react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { history } from '#core/history/contract.ts';
import { LOG_READERS } from '#core/logs/access.ts';
import { units as unitCalls } from '#core/units/contract.ts';
import { fullUnitID, type Unit } from '#core/units/unit.ts';
import { LinkTabs } from '#web/components/page/link-tabs.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { usePageTrail } from '#web/lib/page/page-trail.ts';
import { paths, withQuery } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { EventsTab } from '#web/shared/history/events-tab.tsx';
import { PingsTab } from '#web/shared/history/pings-tab.tsx';
import { UnitChoice } from '#web/shared/history/unit-choice.tsx';
import { UnitField } from '#web/shared/history/unit-field.tsx';
import { useDays } from '#web/shared/history/use-unit-log.ts';
import { historyJumps } from '#web/shared/logs/log-links.ts';
import { ScheduleTab } from '#web/shared/reminders/schedule-tab.tsx';
import { CallsTab } from './calls-tab.tsx';
import { ChangesTab } from './changes-tab.tsx';
import { CombinedTab } from './combined-tab.tsx';
import { HISTORY_TABS, type HistoryTabId, historyTabAt, tabAddress } from './history-tabs.ts';
import { useFoundUnits } from './use-found-units.ts';

/** The unit of an address: a serial number, or a text that names one or several. */
const wantedIn = (parameters: URLSearchParams) =>
  (parameters.get('UnitSerNum') ?? parameters.get('unit') ?? '').trim().toUpperCase();

export const firstReads: FirstReads = (parameters) => {
  const unit = wantedIn(parameters);
  return unit === '' ? [] : [readOf(history.unitDetails, { unit })];
};

/** What happened to a unit: everything together, and log by log. */
export default function HistoryPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const wanted = wantedIn(parameters);
  const { found, problem, isSearching, retry } = useFoundUnits(wanted);
  const r = parameters.get('r') ?? undefined;
  const addressOf = (UnitSerNum: string) => withQuery('', { unit: wanted, UnitSerNum, r });
  const unit = found?.units.length === 1 ? found.units[0] : undefined;
  const search = (
    <UnitField
      text={parameters.get('unit') ?? wanted}
      onSearch={(text) => void navigate(withQuery('', { unit: text, r }))}
    />
  );

  const mayOpen = useMay(unitCalls.get.access);
  usePageTrail(unit ? trailTo(unit.UnitSerNum, mayOpen && r !== 'unitManagement') : [{ label: 'Unit history' }]);

  // A link, a reload and the way back name the unit itself.
  if (unit && parameters.get('UnitSerNum') === null) return <Navigate to={addressOf(unit.UnitSerNum)} replace />;
  if (unit) return <UnitHistory unit={unit} search={search} />;
  return (
    <Page>
      <PageHeader title="Unit history" />
      {search}
      {wanted === '' && (
        <EmptyState
          icon={CalendarClock}
          title="No unit is chosen"
          description="Enter a unit ID or a serial number to see what happened to the unit."
        />
      )}
      {isSearching && (
        <Loading label="Finding the unit">
          <TextSkeleton lines={4} />
        </Loading>
      )}
      {found && <UnitChoice found={found} addressOf={addressOf} />}
      {problem && <ErrorState title={problem} onRetry={retry} />}
    </Page>
  );
}

/** The way from the list, or from the page of the unit. */
const trailTo = (UnitSerNum: string, fromUnit: boolean) =>
  fromUnit
    ? [{ label: UnitSerNum, href: paths.unit(UnitSerNum) }, { label: 'History' }]
    : [{ label: `History of ${UnitSerNum}` }];

type ShownUnit = Pick<Unit, 'UnitSerNum' | 'UnitModel' | 'UnitLineID' | 'UnitID' | 'DealerName'>;

/** Tabs without a table that scrolls itself. */
const LONG_TABS: ReadonlySet<HistoryTabId> = new Set(['schedule']);

function UnitHistory({ unit, search }: { unit: ShownUnit; search: React.ReactNode }) {
  const [parameters] = useSearchParams();
  const session = useSession();
  const { UnitSerNum, UnitModel, DealerName } = unit;
  const { range } = useDays(UnitSerNum);
  const tab = historyTabAt(parameters, session.may);
  return (
    <Page endsWithTable={!LONG_TABS.has(tab)}>
      <PageHeader
        title={`History of ${UnitSerNum}`}
        description={[fullUnitID(unit), UnitModel, DealerName].filter(Boolean).join(' · ')}
        secondary={session.may(LOG_READERS) ? historyJumps(UnitSerNum, range) : []}
      >
        <Box mt="2">{search}</Box>
        <Box mt="2">
          <LinkTabs
            label="Parts of the history"
            active={tab}
            tabs={HISTORY_TABS.filter(({ access }) => session.may(access)).map(({ id, label }) => ({
              id,
              label,
              to: tabAddress(parameters, id),
            }))}
          />
        </Box>
      </PageHeader>
      <TabContent key={UnitSerNum} tab={tab} unit={unit} />
    </Page>
  );
}

function TabContent({ tab, unit }: { tab: HistoryTabId; unit: ShownUnit }) {
  switch (tab) {
    case 'combined':
      return <CombinedTab unit={unit} />;
    case 'pings':
      return <PingsTab unit={unit} />;
    case 'events':
      return <EventsTab unit={unit} />;
    case 'unit':
    case 'rfMap':
    case 'profile':
      return <ChangesTab key={tab} unit={unit} log={tab} />;
    case 'schedule':
      return <ScheduleTab UnitSerNum={unit.UnitSerNum} />;
    case 'calls':
      return <CallsTab unit={unit} />;
  }
}
