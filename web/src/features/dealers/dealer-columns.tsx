import { chakra } from '@chakra-ui/react';
import type { Dealer } from '#core/dealers/dealer.ts';
import { allShown, badgeText, type DataColumn } from '#web/components/data-table/columns.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { DealerMenu, type DealerMenuProps } from './dealer-menu.tsx';
import { shownStatus } from './dealer-words.ts';

/** The deepest level that is still indented below its parent. */
const DEEPEST_INDENT = 6;

/** As wide as the indent of a level. */
const INDENT = '\u2003 ';

const FACTS: DataColumn<Dealer>[] = [
  {
    accessorKey: 'DealerName',
    size: 260,
    cell: ({ row: { original } }) => (
      <chakra.span style={{ paddingInlineStart: `${Math.min(original.level, DEEPEST_INDENT) * 16}px` }}>
        {original.DealerName}
      </chakra.span>
    ),
    meta: {
      label: 'Dealer',
      locked: true,
      card: 'title',
      grows: true,
      text: ({ level, DealerName }) => `${INDENT.repeat(Math.min(level, DEEPEST_INDENT))}${DealerName}`,
    },
  },
  { accessorKey: 'DealerKey', size: 80, meta: { label: 'Key', align: 'end', monospace: true } },
  {
    id: 'DealerStatus',
    accessorFn: shownStatus,
    size: 140,
    cell: ({ row: { original } }) => (
      <StatusBadge
        tone={shownStatus(original) === 'Active' ? 'ok' : 'muted'}
        label={shownStatus(original)}
        look="plain"
      />
    ),
    meta: { label: 'Status', card: 'aside', text: (dealer) => badgeText(shownStatus(dealer)) },
  },
  {
    accessorKey: 'unitCount',
    size: 80,
    cell: ({ row: { original } }) => (
      <Tooltip content="Its units and those of its sub-dealers">
        <span>{original.unitCount.toLocaleString('en')}</span>
      </Tooltip>
    ),
    meta: { label: 'Units', align: 'end' },
  },
  {
    accessorKey: 'userCount',
    size: 80,
    cell: ({ row: { original } }) => (
      <Tooltip content="Its users, without those of its sub-dealers">
        <span>{original.userCount.toLocaleString('en')}</span>
      </Tooltip>
    ),
    meta: { label: 'Users', align: 'end' },
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
    meta: { label: 'Place', shownByDefault: false },
  },
  { accessorKey: 'DealerEmail', size: 200, meta: { label: 'E-mail', shownByDefault: false } },
  {
    id: 'reportingAccount',
    accessorFn: ({ reportingAccount }: Dealer) => reportingAccount?.name ?? '',
    size: 200,
    meta: { label: 'Reporting account', shownByDefault: false },
  },
];

/** The columns of an export. */
export const EXPORT_COLUMNS = allShown(FACTS);

/** The columns of the table: facts and actions. */
export const dealerColumns = (menu: Omit<DealerMenuProps, 'dealer'>): DataColumn<Dealer>[] => [
  ...FACTS,
  {
    id: 'actions',
    size: 88,
    enableSorting: false,
    cell: ({ row }) => <DealerMenu dealer={row.original} {...menu} />,
    meta: { label: 'Actions', locked: true, align: 'end', card: 'aside', text: () => '' },
  },
];
