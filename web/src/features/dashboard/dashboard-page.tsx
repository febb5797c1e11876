import { Flex, Grid } from '@chakra-ui/react';
import { useNow } from '#web/components/hooks/use-now.ts';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { useSession } from '#web/lib/session/session.tsx';
import { AnnouncementBar } from './announcement-bar.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { BulkActionsPanel } from './bulk-actions-panel.tsx';
import { FirmwarePanel } from './firmware-panel.tsx';
import { greeting } from './greeting.ts';
import { OpenAlarms } from './open-alarms.tsx';
import { OrdersUnderWay } from './orders-under-way.tsx';
import { OutageBar } from './outage-bar.tsx';
import { PinnedUnitsPanel } from './pinned-units-panel.tsx';
import { RecentUnitsPanel } from './recent-units-panel.tsx';
import { RolloutsPanel } from './rollouts-panel.tsx';
import { UnitTable } from './unit-table.tsx';
import { type DashboardAnswer, useDashboard } from './use-dashboard.ts';

export { firstReads } from './reads.ts';

/** The first screen of staff: what needs a person, recent work, and the size of the fleet. It opens with one read. */
export default function DashboardPage() {
  const { user } = useSession();
  const now = useNow();
  const { data, error, isValidating, mutate, staleSince } = useDashboard();
  const retry = () => void mutate();
  return (
    <Flex direction="column" gap="7" p={{ base: '4', md: '6' }} maxW="64rem">
      <PageHeader
        title={greeting(now.getHours(), user.firstName)}
        description={user.dealerName}
        badge={staleSince && <StaleMark since={staleSince} onRetry={retry} retrying={isValidating} />}
      />
      {data ? (
        <Panels data={data} />
      ) : error ? (
        <ErrorState title="The dashboard could not be read" failure={error} onRetry={retry} retrying={isValidating} />
      ) : (
        <Loading label="Loading the dashboard">
          <TextSkeleton lines={8} />
        </Loading>
      )}
    </Flex>
  );
}

/** Also for who only uploads batches of reminders. */
const Work = ({ bulkActions, bulkSchedules = [] }: Pick<DashboardAnswer, 'bulkActions' | 'bulkSchedules'>) =>
  (bulkActions || bulkSchedules.length > 0) && (
    <BulkActionsPanel bulkActions={bulkActions ?? []} bulkSchedules={bulkSchedules} />
  );

const Panels = ({ data }: { data: DashboardAnswer }) => (
  <>
    {data.outageSince && <OutageBar since={data.outageSince} />}
    {data.announcement && <AnnouncementBar announcement={data.announcement} />}
    <Flex gap="2" wrap="wrap" _empty={{ display: 'none' }}>
      {data.openAlarms && data.openAlarms.count > 0 && <OpenAlarms {...data.openAlarms} />}
      {data.ordersUnderWay && data.ordersUnderWay.count > 0 && <OrdersUnderWay {...data.ordersUnderWay} />}
    </Flex>
    {data.units && <AttentionPanel units={data.units} lastVisit={data.lastVisit} />}
    <Grid gap="7" templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} alignItems="start">
      {data.pinnedUnits && <PinnedUnitsPanel units={data.pinnedUnits} />}
      <Work {...data} />
      {data.rollouts && data.rollouts.length > 0 && (
        <RolloutsPanel rollouts={data.rollouts} more={data.moreRollouts ?? false} />
      )}
      <RecentUnitsPanel />
    </Grid>
    {data.units && <UnitTable units={data.units} />}
    {data.firmware && <FirmwarePanel firmware={data.firmware} />}
  </>
);
