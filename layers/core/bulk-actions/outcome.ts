import { z } from 'zod';
import type { BulkAction, BulkActionRow } from './bulk-action.ts';
import { asksCarriers } from './kinds.ts';

/** What became of a unit of a bulk action. `toDo` is also the outcome of a unit that a cancelled action did not reach. */
export const RowOutcome = z.enum(['toDo', 'updated', 'asked', 'already', 'failed']);
export type RowOutcome = z.infer<typeof RowOutcome>;

/** Which rows a list shows: those of an outcome, or those with any outcome, the latest first. */
export const RowView = z.enum(['latest', ...RowOutcome.options]);
export type RowView = z.infer<typeof RowView>;

/** What a unit that needed no change says. */
export const SO_ALREADY = 'It was so already';

/** The outcome of a row. One whose carrier has not confirmed yet is not updated, and neither is one that was so already. */
export function outcomeOf({ state, asked, already }: Pick<BulkActionRow, 'state' | 'asked' | 'already'>): RowOutcome {
  if (state === 'failed') return 'failed';
  if (state !== 'done') return 'toDo';
  if (asked) return 'asked';
  return already ? 'already' : 'updated';
}

/** What the rows are called that are done and neither asked nor so already. An old action of SIMs did not count those that were only asked. */
export const updatedWord = ({ action, asked }: Pick<BulkAction, 'action' | 'asked'>): 'Updated' | 'Asked or done' =>
  asked === undefined && asksCarriers(action) ? 'Asked or done' : 'Updated';

type Counted = Pick<BulkAction, 'total' | 'done' | 'failed' | 'asked' | 'already'>;

/** How many rows of a bulk action have each outcome. */
export const countsOf = ({
  total,
  done,
  failed,
  asked = 0,
  already = 0,
}: Counted): Readonly<Record<RowOutcome, number>> => ({
  toDo: total - done - failed,
  updated: done - asked - already,
  asked,
  already,
  failed,
});
