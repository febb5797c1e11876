import { tableSettings } from '#core/table-settings/contract.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';

/** The first read of a log without a unit: the user's columns. With one, the page sends its reads together. */
export const columnsOfLog =
  (table: string): FirstReads =>
  (parameters) =>
    parameters.has('unit') || parameters.has('UnitSerNum') ? [] : [readOf(tableSettings.get, { table })];
