import { Flex, Grid } from '@chakra-ui/react';
import { NOTE_READERS } from '#core/unit-notes/access.ts';
import { useNow } from '#web/components/hooks/use-now.ts';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { BulkActionsPanel } from './bulk-actions-panel.tsx';
import { greeting } from './greeting.ts';
import { PinnedUnitsPanel } from './pinned-units-panel.tsx';
import { RecentUnitsPanel } from './recent-units-panel.tsx';
import { UnitTotals } from './unit-totals.tsx';

export { firstReads } from './reads.ts';

/** The first screen of staff: what needs a person, recent work, and the size of the fleet. */
export default function DashboardPage() {
  const { user } = useSession();
  const now = useNow();
  const mayPin = useMay(NOTE_READERS);
  return (
    <Flex direction="column" gap="7" p={{ base: '4', md: '6' }} maxW="64rem">
      <PageHeader title={greeting(now.getHours(), user.firstName)} description={user.dealerName} />
      <AttentionPanel />
      <Grid gap="7" templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} alignItems="start">
        {mayPin && <PinnedUnitsPanel />}
        <BulkActionsPanel />
        <RecentUnitsPanel />
      </Grid>
      <UnitTotals />
    </Flex>
  );
}
