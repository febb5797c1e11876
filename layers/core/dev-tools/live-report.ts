/** A live report shows at most so many rows, the newest [P2-K04]. */
export const MAX_ROWS = 300;

/** How often a live report can refresh itself, in seconds [P3-K47]. */
export const REFRESH_SECONDS = [5, 7.5, 10, 12.5, 15, 17.5, 20] as const;
/** P3-K48. */
export const DEFAULT_REFRESH = 20;
export const NEVER = 'Never';

/** The tables of live reports. Each is read by the unit that the where clause names. */
export const LIVE_TABLES = {
  protocolLog: 'Protocol log',
  ping: 'Pings',
  event: 'Events',
  call: 'Calls',
  unit: 'Unit',
  unitConnection: 'Connection',
  waitingCommand: 'Waiting commands',
  syncMessage: 'Sync queue',
  reportedPart: 'Reported configuration',
  zoneReading: 'Accessories as reported',
} as const;
export type LiveTableName = keyof typeof LIVE_TABLES;
export const LIVE_TABLE_NAMES = Object.keys(LIVE_TABLES) as [LiveTableName, ...LiveTableName[]];

/** The column that a where clause must name: every table is read by it, never as a whole. */
export const TABLE_KEY = 'UnitSerNum';

/** P3-M14, P3-M16, P3-M17, P3-V12. */
export const LIVE_REPORT_MESSAGES = {
  noTable: 'Something went wrong. Please pick a table name and query again. Sorry',
  empty: 'No Results',
  failed: 'Please Try Again.',
  noColumn: 'Select at least one column',
} as const;
