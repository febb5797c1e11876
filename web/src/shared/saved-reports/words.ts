import type { SavedParameters } from '#core/saved-reports/saved-parameters.ts';

/** What the days of a saved report mean; undefined for a report without days. */
export function daysWords({ days, startDate, endDate }: SavedParameters): string | undefined {
  if (startDate !== undefined && endDate !== undefined)
    return `It always has the days from ${startDate} to ${endDate}.`;
  if (days === undefined) return undefined;
  return days === '0' ? 'It has the day on which it is read.' : `It has the last ${days} days before it is read.`;
}
