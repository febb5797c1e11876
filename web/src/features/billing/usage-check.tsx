import { Flex, Text } from '@chakra-ui/react';
import { BILLING_ZONE } from '#core/billing/charges.ts';
import { billing } from '#core/billing/contract.ts';
import { periodAt } from '#core/billing/period.ts';
import { USAGE_FINDINGS, type UsageReading, type UsageRow } from '#core/billing/usage-check.ts';
import { usedWords } from '#core/billing/usage-words.ts';
import { dayIn } from '#core/calendar-days.ts';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { Day, RelativeTime } from '#web/components/text/relative-time.tsx';
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
      columns={COLUMNS}
      sortable={false}
      error={list.error && FAILED}
      rowHref={({ UnitSerNum, isPresent }) => (isPresent ? paths.unit(UnitSerNum) : undefined)}
      fileName={`usage ${asked.dealer ?? 'of all dealers'} ${asked.period}`}
      empty={{
        title: 'Nothing unusual in this period',
        description: 'Among the SIMs whose usage was read, none is billed without usage or used without a bill.',
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

/** Carriers are asked by days of UTC (sim-usage.ts). */
const countedDay = (end: 'from' | 'to', label: string): DataColumn<UsageRow> => ({
  id: end,
  accessorFn: ({ usage }) => usage && dayIn(Date.parse(usage[end]), 'UTC'),
  size: 130,
  cell: ({ getValue }) => {
    const day = getValue<string | undefined>();
    return day && <Day day={day} />;
  },
  meta: { label, shownByDefault: false },
});

const COLUMNS: readonly DataColumn<UsageRow>[] = [
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
    size: 72,
    meta: { label: 'Carrier' },
  },
  {
    id: 'finding',
    accessorFn: ({ finding }) => USAGE_FINDINGS[finding],
    size: 150,
    meta: { label: 'Finding' },
  },
  {
    accessorKey: 'billedDays',
    size: 95,
    meta: { label: 'Days billed', align: 'end' },
  },
  {
    id: 'used',
    accessorFn: ({ usage }) => (usage ? usedWords(usage) : 'Not known: another unit had the SIM too'),
    size: 200,
    meta: { label: 'Carrier counted', grows: true },
  },
  countedDay('from', 'Counted from'),
  countedDay('to', 'Counted to'),
  {
    accessorKey: 'foundAt',
    size: 90,
    cell: ({ row: { original } }) => <RelativeTime at={original.foundAt} />,
    meta: { label: 'Found', shownByDefault: false },
  },
];
