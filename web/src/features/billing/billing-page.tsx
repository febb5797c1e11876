import { billing } from '#core/billing/contract.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import { firstReadsOfList } from '#web/lib/list/use-list-page.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';
import { AllBills, readsOfAllBills } from './all-bills.tsx';
import { type AskedBill, askedBill, seesAllBills } from './asked-bill.ts';
import { BillDetails, readsOfDetails } from './bill-details.tsx';
import { BillSummary, readsOfSummary } from './bill-summary.tsx';
import { readsOfUsage, UsageCheck } from './usage-check.tsx';

export const firstReads: FirstReads = (parameters, session) => {
  const asked = askedBill(parameters, session);
  return [
    ...rowsOf(asked, parameters),
    readOf(billing.periods, {}),
    ...(seesAllBills(session) ? [readOfDealerField(session)] : []),
  ];
};

function rowsOf(asked: AskedBill, parameters: URLSearchParams) {
  if (asked.tab === 'Usage') return firstReadsOfList(billing.usage, readsOfUsage(asked), parameters);
  if (asked.tab === 'Details') return firstReadsOfList(billing.details, readsOfDetails(asked), parameters);
  return asked.dealer === undefined
    ? firstReadsOfList(billing.readAll, readsOfAllBills(asked), parameters)
    : firstReadsOfList(billing.read, readsOfSummary(asked), parameters);
}

/** What dealers pay for a period: a summary, the lines of a bill, and the SIMs whose usage disagrees with it. */
export default function BillingPage() {
  const { parameters } = useAddressParameters();
  const asked = askedBill(parameters, useSession());
  if (asked.tab === 'Usage') return <UsageCheck key={asked.dealer} asked={asked} />;
  if (asked.tab === 'Details') return <BillDetails key={asked.dealer} asked={asked} />;
  return asked.dealer === undefined ? <AllBills asked={asked} /> : <BillSummary key={asked.dealer} asked={asked} />;
}
