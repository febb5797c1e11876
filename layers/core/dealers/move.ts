import { z } from 'zod';

/** What the worker of a move is told: to go on with it. */
export const DealerMoveShare = z.object({ moveId: z.string().min(1) });
