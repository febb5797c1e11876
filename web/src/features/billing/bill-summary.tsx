import type { z } from 'zod';
import type { SummaryRow } from '#core/billing/bill.ts';
import { billing } from '#core/billing/contract.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { type AskedBill, FAILED, noBills, SIZES, tabsOf } from './asked-bill.ts';
import { BillControls, BillTotals } from './bill-controls.tsx';
import { moneyColumn } from './money-column.ts';

type Row = z.output<typeof SummaryRow>;

export const readsOfSummary = ({ period, dealer }: AskedBill): ListReads<typeof billing.read> => ({
  ...SIZES,
  name: 'billingSummary',
  input: () => (dealer === undefined ? null : { period, dealer }),
});

/** The bill of one dealer by type, model and rate. */
export function BillSummary({ asked }: { asked: AskedBill }) {
  const list = useListPage(billing.read, {
    ...readsOfSummary(asked),
    part: asked.period,
    rowId: ({ id }) => id,
    onFailure: showFailureAs(FAILED),
  });
  const { DealerName, totals, progress } = list.answer ?? {};
  return (
    <ListPage<Row>
      title="Billing"
      label="Summary of the bill"
      description={DealerName}
      tabs={tabsOf(asked)}
      above={
        <>
          <BillControls asked={asked} dealerName={DealerName} />
          {totals && !progress && <BillTotals totals={totals} />}
        </>
      }
      list={list}
      columns={COLUMNS}
      sortable={false}
      error={list.error && FAILED}
      fileName={`bill ${asked.dealer} ${asked.period}`}
      empty={noBills(progress)}
    />
  );
}

const COLUMNS: readonly DataColumn<Row>[] = [
  { accessorKey: 'Type', size: 140, meta: { label: 'Type', locked: true, grows: true, card: 'title' } },
  { accessorKey: 'UnitModel', size: 140, meta: { label: 'Model' } },
  { accessorKey: 'BillingCode', size: 130, meta: { label: 'Billing code', monospace: true } },
  moneyColumn('Rate', 'Rate', ({ Rate }) => Rate),
  { accessorKey: 'TypeCount', size: 110, meta: { label: 'Count', align: 'end' } },
  moneyColumn('TypeSum', 'Sum', ({ TypeSum }) => TypeSum),
];
