import { Box, Button, Flex } from '@chakra-ui/react';
import { CalendarClock, History, SquareTerminal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { audit } from '#core/audit/contract.ts';
import { dayIn } from '#core/calendar-days.ts';
import { consoles } from '#core/consoles/contract.ts';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { history } from '#core/history/contract.ts';
import { units } from '#core/units/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { useMedia } from '#web/components/hooks/use-media.ts';
import { LinkTabs } from '#web/components/page/link-tabs.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { useShortcuts } from '#web/components/shortcuts/use-shortcuts.ts';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { Copyable } from '#web/components/text/copyable.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useKeptState } from '#web/lib/page/kept-state.ts';
import { useNeedsRoom } from '#web/lib/page/page-room.ts';
import { usePageTrail } from '#web/lib/page/page-trail.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { AccessoriesTab } from '#web/shared/accessories/accessories-tab.tsx';
import { CaregiversTab } from '#web/shared/caregivers/caregivers-tab.tsx';
import { ConsoleBox } from '#web/shared/consoles/console-box.tsx';
import { ConsoleDrawer } from '#web/shared/consoles/console-drawer.tsx';
import { consoleUnit } from '#web/shared/consoles/console-unit.ts';
import { ConsolePanel, connectionOf, contactWith, type UnitConsole } from '#web/shared/consoles/unit-console.tsx';
import { useFullScreen } from '#web/shared/consoles/use-full-screen.ts';
import { useMcView } from '#web/shared/consoles/use-mc-view.ts';
import { EventsTab } from '#web/shared/history/events-tab.tsx';
import { PingsTab } from '#web/shared/history/pings-tab.tsx';
import { logLinks } from '#web/shared/logs/log-links.ts';
import { ScheduleTab } from '#web/shared/reminders/schedule-tab.tsx';
import { NotesTab } from '#web/shared/unit-notes/notes-tab.tsx';
import { PinButton } from '#web/shared/unit-notes/pin-button.tsx';
import { useUnitActions } from './actions/use-unit-actions.tsx';
import { UnitNeighbours } from './neighbours.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { SimsTab } from './sims-tab.tsx';
import type { UnitAnswer } from './unit-news.ts';
import { UnitSummary } from './unit-summary.tsx';
import { tabAt, tabSearch, UNIT_TABS, type UnitTabId } from './unit-tabs.ts';
import { useLastLocation } from './use-last-location.tsx';
import { useMoveUnit } from './use-move-unit.tsx';
import { useUnitCommands } from './use-unit-commands.ts';

const ConfigurationTab = lazy(() => import('./configuration/configuration-tab.tsx'));

interface UnitViewProps {
  data: UnitAnswer;
  stale: { since: Date; retry: () => void } | undefined;
  running: UnitConsole;
}

/** The tab that the key `e` opens. */
const EDITED_TAB: UnitTabId = 'configuration';

/** From this width the summary is a column of its own. */
const LARGE = '(min-width: 64rem)';
/** From this width the console is beside the unit. Below `ROOMY` it takes the room of the navigation and of the summary. */
const DOCKS = '(min-width: 80rem)';
const ROOMY = '(min-width: 96rem)';
/** Their table scrolls instead of the page. */
const SCROLLING_TABS: ReadonlySet<UnitTabId> = new Set(['pings', 'events']);
const COLUMN_HEIGHT = 'calc(100dvh - 3rem)';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/**
 * The summary on the left, the tabs in the middle, the console on the right. On a narrower screen the summary comes first in the overview,
 * and the console is in a drawer.
 */
export function UnitView({ data, stale, running }: UnitViewProps) {
  const { Unit: unit } = data;
  const session = useSession();
  const { timeZone } = useTimeStyle();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [isLarge, docks, isRoomy] = [useMedia(LARGE), useMedia(DOCKS), useMedia(ROOMY)];
  const isMcView = useMcView();
  const mayConnect = session.may(consoles.tcpConnect.access) && !(isMcView && running.kind === 'wearable');
  const [besideOpen, setBesideOpen] = useKeptState('watchkeep.console-open', true, isBoolean);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const fullScreen = useFullScreen();
  // In a window that has become wide, the console is beside the unit, and stays there in full screen.
  if (docks && drawerOpen && !fullScreen.isOn) setDrawerOpen(false);
  const toggleConsole = () => (docks ? setBesideOpen(!besideOpen) : setDrawerOpen(!drawerOpen));
  const closeDrawer = () => {
    fullScreen.leave();
    setDrawerOpen(false);
  };
  const beside = mayConnect && docks && besideOpen;
  // The whole screen can be wide enough for a console beside the unit. It stays where it was opened.
  const inDrawer = drawerOpen && (!docks || fullScreen.isOn);
  const hasSummaryColumn = isLarge && (!beside || isRoomy);
  useNeedsRoom(beside && !isRoomy);

  const tab = tabAt(parameters, session.may);
  const tabs = UNIT_TABS.filter(({ access }) => session.may(access)).map(({ id, label }) => ({
    id,
    label,
    to: tabSearch(unit.UnitSerNum, id),
  }));
  const goTo = (id: UnitTabId) => void navigate(tabSearch(unit.UnitSerNum, id));
  const list = useListFacts(unit);
  const contact = contactWith(running, data.connection);
  const move = useMoveUnit(unit);
  const lastLocation = useLastLocation(unit.UnitSerNum);

  usePageTrail([
    { label: unit.UnitModel, href: paths.units({ UnitModel: unit.UnitModel }) },
    { label: unit.UnitSerNum },
  ]);
  useShortcuts([
    ...(mayConnect ? [{ keys: 'c', label: 'Show or hide the console', run: toggleConsole }] : []),
    ...(tabs.some(({ id }) => id === EDITED_TAB)
      ? [{ keys: 'e', label: 'Edit the unit', run: () => goTo(EDITED_TAB) }]
      : []),
    ...tabs.map(({ id, label }, index) => ({
      keys: String(index + 1),
      label: `Show ${label}`,
      run: () => goTo(id),
    })),
  ]);
  const actions = useUnitActions(data);
  useUnitCommands(unit, { tabs, ...(mayConnect && { toggleConsole, running }) });

  const summary = (
    <UnitSummary answer={data} contact={contact} newestFirmware={list.newestFirmware} isColumn={hasSummaryColumn} />
  );
  const panel = (onCollapse: () => void) => (
    <ConsolePanel
      unit={consoleUnit(unit)}
      running={running}
      contact={contact}
      room={{ ...(!fullScreen.isOn && { onCollapse }), fullScreen, tabAddress: paths.unitConsole(unit.UnitSerNum) }}
    />
  );

  return (
    <Flex align="flex-start" minH="full" {...(SCROLLING_TABS.has(tab) && { h: { lg: 'full' } })}>
      <Flex flex="1" minW="0" align="stretch" alignSelf="stretch">
        {hasSummaryColumn && (
          <Box
            as="aside"
            aria-label="Summary"
            w="20rem"
            flexShrink="0"
            p="6"
            pe="5"
            position="sticky"
            top="0"
            alignSelf="flex-start"
          >
            {summary}
          </Box>
        )}
        <Flex
          direction="column"
          gap="5"
          flex="1"
          minW="0"
          minH="0"
          p={{ base: '4', md: '6' }}
          pt={{ base: '3', md: '5' }}
          borderStartWidth={hasSummaryColumn ? '1px' : '0'}
        >
          <PageHeader
            title={unit.UnitSerNum}
            description={unit.UnitModel}
            secondary={[
              ...(session.may(history.pingLog.access)
                ? [
                    {
                      id: 'unitHistory',
                      label: 'Unit history',
                      icon: CalendarClock,
                      href: paths.unitHistory({ unit: unit.UnitSerNum, r: 'unitEdit' }),
                    },
                  ]
                : []),
              ...lastLocation.actions,
              ...logLinks(unit, { today: dayIn(Date.now(), timeZone), may: session.may }),
              ...(session.may(audit.ofObject.access)
                ? [
                    {
                      id: 'history',
                      label: 'History of changes',
                      icon: History,
                      href: paths.audit({ kind: 'unit', id: unit.UnitSerNum }),
                    },
                  ]
                : []),
              ...move.actions,
              ...actions.items,
            ]}
            badge={
              <>
                <Copyable value={unit.UnitSerNum} label="serial number" iconOnly />
                <PinButton UnitSerNum={unit.UnitSerNum} />
                {stale && <StaleMark since={stale.since} onRetry={stale.retry} />}
              </>
            }
            primary={
              <>
                <UnitNeighbours UnitSerNum={unit.UnitSerNum} />
                {mayConnect && !beside && (
                  <Button variant="outline" onClick={toggleConsole}>
                    <SquareTerminal size={16} aria-hidden />
                    {connectionOf(running) === 'connected' ? 'Console, connected' : 'Console'}
                  </Button>
                )}
              </>
            }
          >
            <Box mt="2">
              <LinkTabs tabs={tabs} label="Unit" active={tab} />
            </Box>
          </PageHeader>
          {tab === 'overview' && !hasSummaryColumn && (
            <Box as="section" aria-label="Summary">
              {summary}
            </Box>
          )}
          <TabContent tab={tab} data={data} customLabels={list.customLabels} />
          {move.dialog}
          {lastLocation.dialog}
        </Flex>
      </Flex>
      {beside && !inDrawer && (
        <ConsoleBox
          role="complementary"
          fullScreen={fullScreen}
          w="26.25rem"
          flexShrink="0"
          position="sticky"
          top="0"
          h={COLUMN_HEIGHT}
          borderStartWidth="1px"
        >
          {panel(() => setBesideOpen(false))}
        </ConsoleBox>
      )}
      {mayConnect && (!docks || inDrawer) && (
        <ConsoleDrawer open={drawerOpen} isFull={fullScreen.isOn} onClose={closeDrawer}>
          {panel(closeDrawer)}
        </ConsoleDrawer>
      )}
      {actions.dialog}
    </Flex>
  );
}

interface TabContentProps {
  tab: UnitTabId;
  data: UnitAnswer;
  customLabels: readonly [string, string];
}

function TabContent({ tab, data, customLabels }: TabContentProps) {
  switch (tab) {
    case 'overview':
      return <OverviewTab answer={data} customLabels={customLabels} />;
    case 'sims':
      return <SimsTab unit={data.Unit} />;
    case 'pings':
      return <PingsTab unit={data.Unit} />;
    case 'events':
      return <EventsTab unit={data.Unit} />;
    case 'schedule':
      return <ScheduleTab UnitSerNum={data.Unit.UnitSerNum} />;
    case 'caregivers':
      return <CaregiversTab UnitSerNum={data.Unit.UnitSerNum} />;
    case 'notes':
      return <NotesTab unit={data.Unit} />;
    case 'configuration':
      return (
        <Suspense fallback={<TabLoading />}>
          <ConfigurationTab unit={data.Unit} customLabels={customLabels} />
        </Suspense>
      );
    case 'accessories':
      return <AccessoriesTab UnitSerNum={data.Unit.UnitSerNum} />;
  }
}

const TabLoading = () => (
  <Loading label="Loading the tab">
    <TextSkeleton lines={8} />
  </Loading>
);

/** The newest firmware of the model, and the names that the unit's dealer has for its own fields. */
function useListFacts({ UnitModel, DealerKey }: Unit) {
  const { data } = useEndpoint(units.list, { param: 'all', UnitModel, pageSize: 1 }, { revalidateOnFocus: false });
  const { data: dealer } = useEndpoint(dealerSettings.details, { DealerKey });
  return {
    newestFirmware: data?.NewestFirmware[UnitModel],
    customLabels: [dealer?.CustomLabel1 || 'Custom 1', dealer?.CustomLabel2 || 'Custom 2'] as const,
  };
}
