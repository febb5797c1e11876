import { dayIn, isDay } from '../calendar-days.ts';
import { lastDaysAt, MOST_DAYS, reportDaysAt } from '../reports/report-days.ts';
import { type Address, choiceAt, dealerAt, type ReportList, unitAt } from '../reports/report-list.ts';
import { DAY } from '../time.ts';

/** The parts of a report's address that a saved report keeps. */
export const SAVED_PARAMETERS = [
  ...['UnitSerNum', 'unit', 'DealerKey', 'startDate', 'endDate', 'days'],
  ...['interval', 'pingCount', 'PowerStatus'],
] as const;
export type SavedParameters = Readonly<Record<string, string>>;

export const addressOf = (parameters: SavedParameters): Address => ({ get: (name) => parameters[name] ?? null });

/** The parameters of an address that mean something to the list. */
export function keptParameters(list: ReportList, address: Address): SavedParameters {
  const { choices = [], unit = 'UnitSerNum', usualDays } = list;
  const dealer = dealerAt(address);
  const kept: Record<string, string | undefined> = {
    [unit]: unitAt(address, list),
    ...(dealer !== undefined && { DealerKey: String(dealer) }),
    ...(usualDays !== undefined && daysIn(address)),
  };
  for (const choice of choices)
    if (address.get(choice.name) !== null) kept[choice.name] = String(choiceAt(address, choice));
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function daysIn(address: Address): Record<string, string> {
  const [startDate = '', endDate = ''] = ['startDate', 'endDate'].map((name) => address.get(name) ?? '');
  if (isDay(startDate) && isDay(endDate) && startDate <= endDate) return { startDate, endDate };
  const days = lastDaysAt(address);
  return days === undefined ? {} : { days: String(days) };
}

/**
 * What a report at this address is saved with; undefined if its dates cannot be read. Days up to today are kept as their number, so that
 * the report moves on with the days.
 */
export function parametersToSave(
  list: ReportList,
  address: Address,
  { timeZone, now }: { timeZone: string; now: number },
): SavedParameters | undefined {
  const { startDate: _start, endDate: _end, days: _days, ...kept } = keptParameters(list, address);
  if (list.usualDays === undefined) return kept;
  const { range, problem } = reportDaysAt(address, list.usualDays, { timeZone, now });
  if (problem !== undefined) return undefined;
  const count = (Date.parse(range.end) - Date.parse(range.start)) / DAY;
  const moves = range.end === dayIn(now, timeZone) && count <= MOST_DAYS;
  return { ...kept, ...(moves ? { days: String(count) } : { startDate: range.start, endDate: range.end }) };
}
