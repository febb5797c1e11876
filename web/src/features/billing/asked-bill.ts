import type { BillProgress } from '#core/billing/bill.ts';
import { BILLING_ZONE } from '#core/billing/charges.ts';
import { billing } from '#core/billing/contract.ts';
import { daysOfPeriod, periodAt, periodBefore } from '#core/billing/period.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { shownDay, type TimeStyle } from '#core/shown-time.ts';
import { withQuery } from '#web/lib/page/paths.ts';
import type { Session } from '#web/lib/session/session.tsx';

/** P1-K10. */
export const SIZES = { pageSizes: [10, 25, 50, 75, 100], defaultPageSize: 50 } as const;
/** P1-M22. */
export const FAILED = 'Could not fetch report.';
export const NO_BILLS = {
  title: 'No bills for this period',
  description: 'The bills of a period are made on the day after its end, for units that were in service.',
};

/** What is shown instead of bills that are not made: how far they are, if they are under way. */
export function noBills(progress: BillProgress | null | undefined) {
  if (!progress) return NO_BILLS;
  const { percent, units } = progress;
  const done = units ? `${counted(units.done)} of ${counted(units.of)} units are done` : `${percent} % is done`;
  return {
    title: 'The bills for this period are being made',
    description: `${done}. They are shown when all are made.`,
  };
}

const counted = (units: number) => units.toLocaleString('en');

/** The tabs in their order: the address has the index of one [P1-B80]. */
const TABS = ['Summary', 'Details', 'Usage'] as const;

/** What the address asks for. */
export interface AskedBill {
  period: string;
  /** Undefined: all dealers. */
  dealer: number | undefined;
  tab: (typeof TABS)[number];
}

/** True for people of the root dealer, unless they are shown another dealer: they choose among the bills of all [P1-A09 P1-A10]. */
export const seesAllBills = ({ user, may }: Session): boolean =>
  user.dealer === ROOT_DEALER && may(billing.readAll.access);

const PERIOD = /^20\d\d-(0[1-9]|1[0-2])$/;

/** The bills of the last period that is over, and of the own dealer, unless the address says otherwise. */
export function askedBill(parameters: URLSearchParams, session: Session): AskedBill {
  const period = parameters.get('billingPeriod') ?? '';
  const key = Number(parameters.get('dealer'));
  const chosen = Number.isSafeInteger(key) && key > 0 ? key : undefined;
  return {
    period: PERIOD.test(period) ? period : periodBefore(periodAt(Date.now(), BILLING_ZONE)),
    dealer: seesAllBills(session) ? chosen : session.user.dealer,
    tab: TABS[Number(parameters.get('whichTab'))] ?? TABS[0],
  };
}

export const billAddress = ({ period, dealer, tab }: AskedBill): string =>
  withQuery('/billingReport', { billingPeriod: period, dealer, whichTab: TABS.indexOf(tab) });

/** The tabs of the page, each with its address. */
export const tabsOf = (asked: AskedBill) => ({
  label: 'Billing',
  active: asked.tab,
  tabs: TABS.map((tab) => ({ id: tab, label: tab, to: billAddress({ ...asked, tab }) })),
});

/** `2026-11, from 10/19/2026 to 11/18/2026`. */
export function periodWords(period: string, style: Pick<TimeStyle, 'format'>): string {
  const { first, last } = daysOfPeriod(period);
  return `${period}, from ${shownDay(first, style)} to ${shownDay(last, style)}`;
}
