import type { Endpoint } from '#core/contract.ts';
import { dealers } from '#core/dealers/contract.ts';
import { CHOOSING_DEALER } from '#core/reports/access.ts';
import type { Report } from '#core/reports/report.ts';
import { SerialNumber } from '#core/units/unit.ts';
import { timeStyleWith } from '#web/components/text/time-style.tsx';
import { firstReadsOfList, type ListReads } from '#web/lib/list/use-list-page.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import type { Session } from '#web/lib/session/session.tsx';
import { readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';
import { reportDaysAt } from './use-report-days.ts';

/** A choice above a report. Its name is the parameter of the address and the field of the call. */
export interface Choice {
  name: string;
  label: string;
  values: readonly (string | number)[];
  /** The value that each other name in an address means. */
  otherNames?: ReadonlyMap<string, string | number>;
  /** A value as people read it; the value itself if absent. */
  words?: (value: string | number) => string;
  preset: string | number;
}

/** A report on screen. */
export interface ReportScreen {
  report: Report;
  endpoint: Endpoint;
  /** Fields of the call that the screen sets. */
  fixed?: Readonly<Record<string, string | number>>;
  choices?: readonly Choice[];
  /** The report has a range of days, so many up to today if the address names none. */
  usualDays?: number;
  /** The parameter of the address that names a unit. */
  unit?: 'UnitSerNum' | 'unit';
  /** The parameter of the address that names the size of a page. */
  size?: 'itemsShown' | 'itemsByPage';
}

export function choiceAt(parameters: URLSearchParams, { name, values, otherNames, preset }: Choice) {
  const asked = parameters.get(name) ?? '';
  return values.find((value) => String(value) === asked) ?? otherNames?.get(asked) ?? preset;
}

export const unitAt = (parameters: URLSearchParams, { unit = 'UnitSerNum' }: ReportScreen): string | undefined =>
  SerialNumber.safeParse(parameters.get(unit) ?? '').data;

/** Users of dealer 1 choose the dealer of a report. */
export const mayChooseDealer = ({ user, may }: Session): boolean =>
  user.dealer === CHOOSING_DEALER && may(dealers.list.access);

export const dealerAt = (parameters: URLSearchParams): number | undefined => {
  const key = Number(parameters.get('DealerKey'));
  return Number.isSafeInteger(key) && key > 0 ? key : undefined;
};

/** What the list of a report reads at an address. `range` are instants; null: the dates cannot be read. */
export function readsOfReport(
  screen: ReportScreen,
  parameters: URLSearchParams,
  session: Session,
  range: { startDate: string; endDate: string } | null | undefined,
): ListReads<Endpoint> {
  const { report, fixed, choices = [], size } = screen;
  const { name, pageSizes } = report;
  const asked = size ? Number(parameters.get(size)) : Number.NaN;
  const UnitSerNum = unitAt(parameters, screen);
  const DealerKey = mayChooseDealer(session) ? dealerAt(parameters) : undefined;
  const chosen = Object.fromEntries(choices.map((choice) => [choice.name, choiceAt(parameters, choice)]));
  return {
    name,
    pageSizes,
    defaultPageSize: pageSizes.includes(asked) ? asked : report.defaultPageSize,
    input: () =>
      range === null
        ? null
        : { ...fixed, ...chosen, ...range, ...(UnitSerNum && { UnitSerNum }), ...(DealerKey && { DealerKey }) },
  };
}

/** The first reads of a report. */
export const firstReadsOfReport =
  (screen: ReportScreen): FirstReads =>
  (parameters, session) => {
    const { timeZone } = timeStyleWith(session.user.times);
    const range =
      screen.usualDays === undefined ? undefined : reportDaysAt(parameters, screen.usualDays, timeZone).instants;
    return [
      ...firstReadsOfList(screen.endpoint, readsOfReport(screen, parameters, session, range), parameters),
      ...(mayChooseDealer(session) ? [readOfDealerField()] : []),
    ];
  };
