import { chakra } from '@chakra-ui/react';
import type { Dealer } from '#core/dealers/dealer.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { statusWord } from './dealer-words.ts';

/** The deepest level that is still indented below its parent. */
const DEEPEST_INDENT = 6;

export const DEALER_COLUMNS: DataColumn<Dealer>[] = [
  {
    accessorKey: 'DealerName',
    size: 260,
    cell: ({ row: { original } }) => (
      <chakra.span style={{ paddingInlineStart: `${Math.min(original.level, DEEPEST_INDENT) * 16}px` }}>
        {original.DealerName}
      </chakra.span>
    ),
    meta: { label: 'Dealer', locked: true, card: 'title', grows: true },
  },
  { accessorKey: 'DealerKey', size: 90, meta: { label: 'Key', align: 'end', monospace: true } },
  {
    id: 'DealerStatus',
    accessorFn: ({ DealerStatus }: Dealer) => statusWord(DealerStatus),
    size: 110,
    cell: ({ row: { original } }) => (
      <StatusBadge
        tone={original.DealerStatus === 3 ? 'ok' : 'muted'}
        label={statusWord(original.DealerStatus)}
        look="plain"
      />
    ),
    meta: { label: 'Status', card: 'aside' },
  },
  { accessorKey: 'DealerBillingCode', size: 130, meta: { label: 'Billing code', monospace: true } },
  {
    id: 'DealerParent',
    accessorFn: ({ DealerParentName, DealerParent }: Dealer) =>
      DealerParentName ?? (DealerParent === null ? 'None' : ''),
    size: 180,
    meta: { label: 'Parent' },
  },
  {
    id: 'place',
    accessorFn: ({ City, State, Country }: Dealer) => [City, State, Country].filter(Boolean).join(', '),
    size: 180,
    meta: { label: 'Place' },
  },
  { accessorKey: 'DealerEmail', size: 200, meta: { label: 'E-mail', shownByDefault: false } },
  {
    id: 'reportingAccount',
    accessorFn: ({ reportingAccount }: Dealer) => reportingAccount?.name ?? '',
    size: 200,
    meta: { label: 'Reporting account' },
  },
];
