import { Button } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { rollouts } from '#core/rollouts/contract.ts';
import { AT_WORK, type Rollout } from '#core/rollouts/rollout.ts';
import { SECOND } from '#core/time.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { NEW_ROLLOUT, rolloutHref } from '#web/shared/rollouts/hrefs.ts';
import { stateBadge } from '#web/shared/rollouts/state-badge.ts';
import { shownStage } from './words.ts';

const READS: ListReads<typeof rollouts.list> = {
  name: 'rollouts',
  pageSizes: [10, 25, 50, 100],
  defaultPageSize: 25,
  input: () => ({}),
};

export const firstReads: FirstReads = (parameters) => firstReadsOfList(rollouts.list, READS, parameters);

/** The rollouts of all models, the newest first. */
export default function RolloutsPage() {
  const list = useListPage(rollouts.list, {
    ...READS,
    rowId: ({ rolloutId }) => rolloutId,
    refreshInterval: (latest) => (latest?.items.some(({ state }) => AT_WORK.includes(state)) ? 10 : 60) * SECOND,
  });
  return (
    <ListPage<Rollout>
      title="Rollouts"
      description="Brings firmware to many units in stages, and checks their health."
      primary={<NewRollout />}
      list={list}
      columns={COLUMNS}
      rowHref={({ rolloutId }) => rolloutHref(rolloutId)}
      empty={{
        title: 'No rollout yet',
        description: 'A rollout brings a version to a few units first, and then to more and more.',
      }}
    />
  );
}

const NewRollout = () => (
  <Button asChild>
    <Link to={NEW_ROLLOUT}>
      <Plus size={16} aria-hidden />
      New rollout
    </Link>
  </Button>
);

const COLUMNS: DataColumn<Rollout>[] = [
  {
    id: 'name',
    accessorFn: ({ plan }) => plan.name,
    size: 220,
    meta: { label: 'Name', locked: true, card: 'title', grows: true },
  },
  {
    id: 'state',
    accessorFn: ({ state }) => stateBadge(state).label,
    size: 170,
    cell: ({ row }) => <StatusBadge {...stateBadge(row.original.state)} look="plain" />,
    meta: { label: 'State', card: 'aside' },
  },
  { accessorKey: 'UnitModel', size: 130, meta: { label: 'Model' } },
  { accessorKey: 'version', size: 120, meta: { label: 'Version', monospace: true } },
  { id: 'stage', accessorFn: shownStage, size: 190, meta: { label: 'Stage' } },
  { id: 'proposedBy', accessorFn: ({ proposedBy }) => proposedBy.fullName, size: 170, meta: { label: 'Proposed by' } },
  {
    id: 'proposedAt',
    accessorFn: ({ proposedBy }) => proposedBy.at,
    size: 130,
    cell: ({ row }) => <RelativeTime at={row.original.proposedBy.at} />,
    meta: { label: 'Proposed' },
  },
];
