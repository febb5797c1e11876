import { Flex, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { BILLING_ZONE } from '#core/billing/charges.ts';
import { billing } from '#core/billing/contract.ts';
import { periodAt } from '#core/billing/period.ts';
import { USAGE_FINDINGS, type UsageReading, type UsageRow } from '#core/billing/usage-check.ts';
import { oddWords } from '#core/billing/usage-words.ts';
import type { TimeStyle } from '#core/shown-time.ts';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { ExactTime, RelativeTime } from '#web/components/text/relative-time.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';
import { type AskedBill, FAILED, SIZES, tabsOf } from './asked-bill.ts';
import { BillControls } from './bill-controls.tsx';

export const readsOfUsage = ({ period, dealer }: AskedBill): ListReads<typeof billing.usage> => ({
  ...SIZES,
  name: 'billingUsage',
  input: () => ({ period, ...(dealer !== undefined && { dealer }) }),
});

/** The SIMs that are billed and silent, or talk and are not billed: of one dealer, or of all. */
export function UsageCheck({ asked }: { asked: AskedBill }) {
  const style = useTimeStyle();
  const columns = useMemo(() => columnsOf(style), [style]);
  const list = useListPage(billing.usage, {
    ...readsOfUsage(asked),
    part: asked.period,
    rowId: ({ UnitSerNum, iccid }) => `${UnitSerNum} ${iccid}`,
    onFailure: showFailureAs(FAILED),
  });
  return (
    <ListPage<UsageRow>
      title="Billing"
      label="SIMs whose bill and usage disagree"
      tabs={tabsOf(asked)}
      above={
        <>
          <BillControls asked={asked} also={[periodAt(Date.now(), BILLING_ZONE)]} />
          <Readings readings={list.answer?.readings ?? []} />
        </>
      }
      list={list}
      columns={columns}
      sortable={false}
      error={list.error && FAILED}
      rowHref={({ UnitSerNum, isPresent }) => (isPresent ? paths.unit(UnitSerNum) : undefined)}
      fileName={`usage ${asked.dealer ?? 'of all dealers'} ${asked.period}`}
      empty={{
        title: 'Nothing odd of this period',
        description: 'No SIM whose usage was read is billed and silent, or talks and is not billed.',
      }}
    />
  );
}

/** How far the carriers have been read: an empty list says little before that. */
const Readings = ({ readings }: { readings: readonly UsageReading[] }) => (
  <Flex gap="5" wrap="wrap" color="fg.muted" textStyle="sm">
    {readings.length === 0 && <Text>No usage has been read yet</Text>}
    {readings.map(({ carrier, startedAt, endedAt }) => (
      <Text key={carrier}>
        {`${CARRIER_NAMES[carrier]}: reading ${endedAt === undefined ? 'begun' : 'finished'} `}
        <RelativeTime at={endedAt ?? startedAt} focusable />
      </Text>
    ))}
  </Flex>
);

const columnsOf = (style: TimeStyle): readonly DataColumn<UsageRow>[] => [
  {
    accessorKey: 'UnitSerNum',
    size: 110,
    meta: { label: 'Serial number', monospace: true, locked: true, card: 'title' },
  },
  { accessorKey: 'DealerName', size: 140, meta: { label: 'Dealer' } },
  { accessorKey: 'iccid', size: 225, meta: { label: 'SIM', monospace: true, copyable: true } },
  {
    id: 'carrier',
    accessorFn: ({ carrier }) => CARRIER_NAMES[carrier],
    size: 80,
    meta: { label: 'Carrier' },
  },
  {
    id: 'finding',
    accessorFn: ({ finding }) => USAGE_FINDINGS[finding],
    size: 160,
    meta: { label: 'Finding' },
  },
  {
    id: 'odd',
    accessorFn: (row) => oddWords(row, style),
    size: 420,
    meta: { label: 'What is odd', grows: true },
  },
  {
    id: 'from',
    accessorFn: ({ usage }) => usage.from,
    size: TIME_WIDTH,
    cell: ({ row: { original } }) => <ExactTime at={original.usage.from} />,
    meta: { label: 'Usage known from', shownByDefault: false },
  },
  {
    id: 'to',
    accessorFn: ({ usage }) => usage.to,
    size: TIME_WIDTH,
    cell: ({ row: { original } }) => <ExactTime at={original.usage.to} />,
    meta: { label: 'Usage known to', shownByDefault: false },
  },
  {
    accessorKey: 'foundAt',
    size: 90,
    cell: ({ row: { original } }) => <RelativeTime at={original.foundAt} />,
    meta: { label: 'Found' },
  },
];
