import { z } from 'zod';
import { HOUR, Instant } from '../time.ts';
import { DealerKey } from './dealer.ts';

/** A dealer with a new place in the tree, and how far everything below it has followed. */
export const DealerMove = z.object({
  moveId: z.string(),
  DealerKey,
  from: z.string(),
  to: z.string(),
  /** 1 or 2. The second pass finds what was written in the old place during the first one. */
  pass: z.number().int(),
  /** One of the phases of the dealers, or the name of a follower. */
  phase: z.string(),
  /** Where the phase continues. */
  cursor: z.string().optional(),
  state: z.enum(['moving', 'done']),
  /** The move does not continue before, in milliseconds. */
  continuesAt: z.number(),
  /** The number of items that could not follow. */
  left: z.number().int(),
  startedAt: Instant,
  startedBy: z.string(),
});
export type DealerMove = z.infer<typeof DealerMove>;

/** The message that has a worker continue a move. */
export const DealerMoveShare = z.object({ moveId: z.string().min(1) });

/** How many moves the users of one dealer may begin in an hour: each rewrites everything below the moved dealer. */
export const MOVE_LIMIT = { most: 30, window: HOUR } as const;
export const TOO_MANY_MOVES = `Users of your dealer have moved ${MOVE_LIMIT.most} dealers in this hour. Try again later`;

export const MOVE_UNDER_WAY = 'Another dealer is still being moved. Try again in a minute';
