import { z } from 'zod';
import { HOUR, MINUTE } from '../time.ts';

/** The message to the worker of a move. */
export const DealerMoveShare = z.object({ moveId: z.string().min(1) });

/** Limits the moves that users of one dealer start in an hour. Each rewrites everything below the dealer. */
export const MOVE_LIMIT = { most: 30, window: HOUR } as const;
export const TOO_MANY_MOVES = `Users of your dealer have moved ${MOVE_LIMIT.most} dealers in this hour. Try again later`;

/** The maximum of running moves in the whole tree. One item lists all of them. */
export const MOST_MOVES = 100;
export const MANY_MOVES = 'Many dealers are being moved at the moment. Try again in a few minutes';

/** A move without progress for this time has lost its worker. The next change of the tree resumes it. */
export const ABANDONED_AFTER = 5 * MINUTE;

export const MOVE_UNDER_WAY = 'Dealers there are still being moved. Try again in a few minutes';
export const MOVE_TAKEN_UP =
  'An earlier move of dealers there was interrupted and goes on now. Try again in a few minutes';
