import type { z } from 'zod';
import type { DealerBill } from '#core/billing/bill.ts';
import { billing } from '#core/billing/contract.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { type AskedBill, billAddress, FAILED, noBills, SIZES, tabsOf } from './asked-bill.ts';
import { BillControls, BillTotals } from './bill-controls.tsx';
import { moneyColumn } from './money-column.ts';

type Bill = z.output<typeof DealerBill>;

export const readsOfAllBills = ({ period }: AskedBill): ListReads<typeof billing.readAll> => ({
  ...SIZES,
  name: 'billingDealers',
  input: () => ({ period }),
});

/** The bills of all dealers for a period. */
export function AllBills({ asked }: { asked: AskedBill }) {
  const mayRate = useMay(billing.rates.access);
  const list = useListPage(billing.readAll, {
    ...readsOfAllBills(asked),
    part: asked.period,
    rowId: ({ DealerKey }) => String(DealerKey),
    onFailure: showFailureAs(FAILED),
  });
  return (
    <ListPage<Bill>
      title="Billing"
      label="Bills by dealer"
      tabs={tabsOf(asked)}
      secondary={mayRate ? [{ id: 'rates', label: 'Billing rates', href: '/billingReport/rates' }] : []}
      above={
        <>
          <BillControls asked={asked} />
          {list.answer && !list.answer.progress && <BillTotals totals={list.answer.totals} />}
        </>
      }
      list={list}
      columns={COLUMNS}
      sortable={false}
      error={list.error && FAILED}
      rowHref={({ DealerKey }) => billAddress({ ...asked, dealer: DealerKey })}
      fileName={`bills ${asked.period}`}
      empty={noBills(list.answer?.progress)}
    />
  );
}

const COLUMNS: readonly DataColumn<Bill>[] = [
  { accessorKey: 'DealerName', size: 220, meta: { label: 'Dealer', locked: true, grows: true, card: 'title' } },
  {
    id: 'DealerKey',
    accessorFn: ({ DealerKey }) => String(DealerKey),
    size: 110,
    meta: { label: 'Dealer key', align: 'end' },
  },
  { accessorKey: 'BillingCode', size: 130, meta: { label: 'Billing code', monospace: true } },
  {
    id: 'CountUnitsOnly',
    accessorFn: ({ totals }) => totals.CountUnitsOnly,
    size: 130,
    meta: { label: 'Units in service', align: 'end' },
  },
  moneyColumn('SumUnitsOnly', 'For units', ({ totals }) => totals.SumUnitsOnly),
  moneyColumn('SumActivationsOnly', 'For activations', ({ totals }) => totals.SumActivationsOnly),
  moneyColumn('Sum', 'Sum', ({ totals }) => totals.Sum),
  moneyColumn('GrandTotalSum', 'Grand total', ({ totals }) => totals.GrandTotalSum),
];
