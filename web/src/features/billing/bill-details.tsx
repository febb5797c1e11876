import { Store } from 'lucide-react';
import { useMemo } from 'react';
import type { z } from 'zod';
import type { BillRow } from '#core/billing/bill.ts';
import { billing } from '#core/billing/contract.ts';
import { history } from '#core/history/contract.ts';
import { shownDay, type TimeStyle } from '#core/shown-time.ts';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { LinkTabs } from '#web/components/page/link-tabs.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { type AskedBill, FAILED, noBills, SIZES, tabsOf } from './asked-bill.ts';
import { BillControls } from './bill-controls.tsx';
import { causeAddress } from './line-cause.ts';
import { moneyColumn } from './money-column.ts';

type Row = z.output<typeof BillRow>;

export const readsOfDetails = ({ period, dealer }: AskedBill): ListReads<typeof billing.details> => ({
  ...SIZES,
  name: 'billingDetails',
  input: () => (dealer === undefined ? null : { period, dealer }),
});

/** The lines of the bill of one dealer, by unit. */
export function BillDetails({ asked }: { asked: AskedBill }) {
  return asked.dealer === undefined ? <NoDealer asked={asked} /> : <Lines asked={asked} />;
}

const NoDealer = ({ asked }: { asked: AskedBill }) => (
  <Page>
    <PageHeader title="Billing">
      <LinkTabs {...tabsOf(asked)} />
    </PageHeader>
    <BillControls asked={asked} />
    <EmptyState
      icon={Store}
      title="No dealer is chosen"
      description="Details are the lines of one bill. Choose its dealer above, or in the summary."
    />
  </Page>
);

function Lines({ asked }: { asked: AskedBill }) {
  const style = useTimeStyle();
  const mayReadChanges = useMay(history.chlogUnit.access);
  const columns = useMemo(() => columnsOf(style, mayReadChanges), [style, mayReadChanges]);
  const list = useListPage(billing.details, {
    ...readsOfDetails(asked),
    part: asked.period,
    rowId: ({ id }) => id,
    onFailure: showFailureAs(FAILED),
  });
  return (
    <ListPage<Row>
      title="Billing"
      label="Lines of the bill"
      tabs={tabsOf(asked)}
      above={<BillControls asked={asked} />}
      list={list}
      columns={columns}
      sortable={false}
      error={list.error && FAILED}
      rowHref={({ UnitSerNum, CurrentFullUnitID }) => (CurrentFullUnitID === '' ? undefined : paths.unit(UnitSerNum))}
      fileName={`bill details ${asked.dealer} ${asked.period}`}
      empty={noBills(list.answer?.progress)}
    />
  );
}

const columnsOf = (style: TimeStyle, mayReadChanges: boolean): readonly DataColumn<Row>[] => [
  {
    accessorKey: 'UnitSerNum',
    size: 130,
    meta: { label: 'Serial number', monospace: true, locked: true, card: 'title' },
  },
  { accessorKey: 'FullUnitID', size: 130, meta: { label: 'Full unit ID', monospace: true } },
  { accessorKey: 'CurrentFullUnitID', size: 160, meta: { label: 'Current full unit ID', monospace: true } },
  { accessorKey: 'Type', size: 110, meta: { label: 'Type' } },
  {
    id: 'Date',
    accessorFn: ({ Date: day }) => shownDay(day, style),
    size: 110,
    cell: ({ getValue, row: { original } }) => {
      const cause = mayReadChanges ? causeAddress(original) : undefined;
      const day = String(getValue());
      return cause ? <TextLink to={cause}>{day}</TextLink> : day;
    },
    meta: { label: 'Date' },
  },
  { accessorKey: 'count', size: 90, meta: { label: 'Count', align: 'end' } },
  moneyColumn('Rate', 'Rate', ({ Rate }) => Rate),
  moneyColumn('cents', 'Amount', ({ cents }) => cents),
  { accessorKey: 'UnitModel', size: 130, meta: { label: 'Model', shownByDefault: false } },
  { accessorKey: 'ICCID', size: 190, meta: { label: 'ICCID', monospace: true, shownByDefault: false } },
  { accessorKey: 'PhoneNumber', size: 130, meta: { label: 'Phone number', monospace: true, shownByDefault: false } },
  {
    id: 'Carrier',
    accessorFn: ({ Carrier }) => (Carrier === undefined ? '' : CARRIER_NAMES[Carrier]),
    size: 100,
    meta: { label: 'Carrier' },
  },
  {
    id: 'LastPing',
    accessorFn: ({ LastPing }) => LastPing ?? '',
    size: TIME_WIDTH,
    cell: ({ row: { original } }) => original.LastPing && <ExactTime at={original.LastPing} />,
    meta: { label: 'Last ping' },
  },
  { accessorKey: 'BillingCode', size: 120, meta: { label: 'Billing code', monospace: true, shownByDefault: false } },
];
