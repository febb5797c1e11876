import { z } from 'zod';
import { HOUR, MINUTE } from '../time.ts';

/** What the worker of a move is told: to go on with it. */
export const DealerMoveShare = z.object({ moveId: z.string().min(1) });

/** So many moves may the users of one dealer begin in an hour: each rewrites everything below what it moves. */
export const MOVE_LIMIT = { most: 30, window: HOUR } as const;
export const TOO_MANY_MOVES = `Users of your dealer have moved ${MOVE_LIMIT.most} dealers in this hour. Try again later`;

/** At most so many moves of the whole tree go on at once: the one item that lists them stays small. */
export const MOST_MOVES = 100;
export const MANY_MOVES = 'Many dealers are being moved at the moment. Try again in a few minutes';

/** Nothing was heard of a move for so long: its worker died for good, and the next who changes the tree has it taken up. */
export const ABANDONED_AFTER = 5 * MINUTE;

export const MOVE_UNDER_WAY = 'Dealers there are still being moved. Try again in a few minutes';
export const MOVE_TAKEN_UP =
  'An earlier move of dealers there was interrupted and goes on now. Try again in a few minutes';
