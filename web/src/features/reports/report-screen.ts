import type { Endpoint } from '#core/contract.ts';
import { CHOOSING_DEALER } from '#core/reports/access.ts';
import { reportDaysAt } from '#core/reports/report-days.ts';
import { inputAt, type ReportList } from '#core/reports/report-list.ts';
import { timeStyleWith } from '#web/components/text/time-style.tsx';
import { firstReadsOfList, type ListReads } from '#web/lib/list/use-list-page.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import type { Session } from '#web/lib/session/session.tsx';
import { readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';

/** Users of dealer 1 choose the dealer of a report. */
export const mayChooseDealer = ({ user }: Session): boolean => user.dealer === CHOOSING_DEALER;

/** What the list of a report reads at an address. `range` are instants; null: the dates cannot be read. */
export function readsOfReport(
  screen: ReportList,
  parameters: URLSearchParams,
  session: Session,
  range: { startDate: string; endDate: string } | null | undefined,
): ListReads<Endpoint> {
  const { report, size } = screen;
  const { name, pageSizes } = report;
  const asked = size ? Number(parameters.get(size)) : Number.NaN;
  return {
    name,
    pageSizes,
    defaultPageSize: pageSizes.includes(asked) ? asked : report.defaultPageSize,
    input: () =>
      range === null ? null : inputAt(screen, parameters, { choosesDealer: mayChooseDealer(session), range }),
  };
}

/** The first reads of a report. */
export const firstReadsOfReport =
  (screen: ReportList): FirstReads =>
  (parameters, session) => {
    const { timeZone } = timeStyleWith(session.user.times);
    const { usualDays } = screen;
    const range =
      usualDays === undefined ? undefined : reportDaysAt(parameters, usualDays, { timeZone, now: Date.now() }).instants;
    return [
      ...firstReadsOfList(screen.endpoint, readsOfReport(screen, parameters, session, range), parameters),
      ...(mayChooseDealer(session) ? [readOfDealerField(session)] : []),
    ];
  };
