import { tableSettings } from '#core/table-settings/contract.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';

/** The first read of a log: the user's columns. Its entries are read when a unit is named. */
export const columnsOfLog =
  (table: string): FirstReads =>
  () => [readOf(tableSettings.get, { table })];
