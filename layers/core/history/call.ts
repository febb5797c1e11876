import { z } from 'zod';
import { Instant } from '../time.ts';

/** One finished call of a unit. */
export const Call = z.object({
  timeStamp: Instant,
  receivedAt: Instant,
  sequence: z.number().int(),
  direction: z.string(),
  outcome: z.string(),
  startedAt: Instant,
  durationSeconds: z.number().int(),
  phoneNumber: z.string().optional(),
  attempts: z.number().int().optional(),
  /** The network's cause value of a failed call. */
  failCode: z.number().int().optional(),
  bars: z.number().int().optional(),
  signalDbm: z.number().int().optional(),
  lte: z.boolean().optional(),
});
export type Call = z.infer<typeof Call>;
