import { DEFAULT_REFRESH, LIVE_TABLE_NAMES, NEVER, REFRESH_SECONDS } from '#core/dev-tools/live-report.ts';
import { withDoubleQuotes } from '#core/dev-tools/where-clause.ts';

export type Refresh = (typeof REFRESH_SECONDS)[number] | typeof NEVER;
export const REFRESHES: readonly Refresh[] = [...REFRESH_SECONDS, NEVER];

export const refreshWords = (refresh: Refresh): string => (refresh === NEVER ? NEVER : `Every ${refresh} seconds`);

/** A live report, as the address of its results names it [P3-R35]. */
export function reportAt(parameters: URLSearchParams) {
  const star = parameters.get('star') === 'true';
  return {
    tableName: LIVE_TABLE_NAMES.find((name) => name === parameters.get('tableName')),
    columns: star ? '*' : (parameters.get('columns') ?? parameters.get('columnValues') ?? ''),
    whereClause: withDoubleQuotes(parameters.get('whereClause') ?? ''),
    refresh: REFRESHES.find((one) => String(one) === parameters.get('intervalFrequency')) ?? DEFAULT_REFRESH,
  };
}
