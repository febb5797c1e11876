import { type BillTotals, NO_TOTALS } from '#core/billing/totals.ts';
import { DealerEntity } from '../dealers/dealers.ts';
import { getAll } from '../kit/batch.ts';

/** The totals among the attributes of an item; all 0 without them. */
export const totalsIn = (item: Partial<BillTotals>): BillTotals => ({
  Sum: item.Sum ?? NO_TOTALS.Sum,
  SumUnitsOnly: item.SumUnitsOnly ?? NO_TOTALS.SumUnitsOnly,
  CountUnitsOnly: item.CountUnitsOnly ?? NO_TOTALS.CountUnitsOnly,
  SumActivationsOnly: item.SumActivationsOnly ?? NO_TOTALS.SumActivationsOnly,
  GrandTotalSum: item.GrandTotalSum ?? NO_TOTALS.GrandTotalSum,
  totalUnitCount: item.totalUnitCount ?? NO_TOTALS.totalUnitCount,
});

/** Bills with the names of their dealers and their billing codes, in their order. A bill keeps the code that it was made with. */
export async function shownBills(
  bills: readonly ({ DealerKey: number; BillingCode?: string | undefined } & Partial<BillTotals>)[],
) {
  const dealers = await getAll(
    DealerEntity,
    bills.map(({ DealerKey }) => ({ DealerKey })),
  );
  const named = new Map(dealers.map((dealer) => [dealer.DealerKey, dealer]));
  return bills.map((bill) => {
    const { DealerKey } = bill;
    const { DealerName = `Dealer ${DealerKey}`, DealerBillingCode = '' } = named.get(DealerKey) ?? {};
    return { DealerKey, DealerName, BillingCode: bill.BillingCode ?? DealerBillingCode, totals: totalsIn(bill) };
  });
}
