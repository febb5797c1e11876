import type { z } from 'zod';
import { pageOf } from '../paging.ts';
import { Instant } from '../time.ts';
import { BoardEntry } from './board.ts';

/** A page of the board. */
export const BoardPage = pageOf(BoardEntry).extend({
  /** On the first page: when the last of all open alarms came, by which a reader knows that there is a new one. */
  newestAt: Instant.optional(),
});
export type BoardPage = z.output<typeof BoardPage>;
