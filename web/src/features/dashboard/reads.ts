import { bulkActions } from '#core/bulk-actions/contract.ts';
import { unitNotes } from '#core/unit-notes/contract.ts';
import { units } from '#core/units/contract.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';

/** What the dashboard reads. Each list is asked for its counts, so one row is enough. */
export const READS = {
  allUnits: { param: 'all', pageSize: 1 },
  withoutSecret: { param: 'withoutSecret', pageSize: 1 },
  bulkActions: { pageSize: 25 },
} as const;

export const firstReads: FirstReads = () => [
  readOf(units.list, READS.allUnits),
  readOf(units.list, READS.withoutSecret),
  readOf(bulkActions.list, READS.bulkActions),
  readOf(unitNotes.pinnedUnits, {}),
];
