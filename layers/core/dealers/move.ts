import { z } from 'zod';
import { HOUR } from '../time.ts';

/** The message that has a worker continue a move. */
export const DealerMoveShare = z.object({ moveId: z.string().min(1) });

/** How many moves the users of one dealer may begin in an hour: each rewrites everything below the moved dealer. */
export const MOVE_LIMIT = { most: 30, window: HOUR } as const;
export const TOO_MANY_MOVES = `Users of your dealer have moved ${MOVE_LIMIT.most} dealers in this hour. Try again later`;

export const MOVE_UNDER_WAY = 'Another dealer is still being moved. Try again in a minute';
