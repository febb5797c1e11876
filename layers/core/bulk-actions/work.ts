import { z } from 'zod';
import { SerialNumber } from '../units/unit.ts';

/** The message to a worker: the action, its attempt, and the units of the share. */
export const BulkActionShare = z.object({
  bchKey: z.string(),
  attempt: z.number().int(),
  units: z.array(SerialNumber).min(1),
});
export type BulkActionShare = z.infer<typeof BulkActionShare>;

/** Small, so that a stopped worker loses little. Large enough that 1,000 units are 40 messages. */
const SHARE = 25;

/** Splits the units into shares, in order. */
export const sharesOf = (bchKey: string, attempt: number, units: readonly string[]): BulkActionShare[] =>
  Array.from({ length: Math.ceil(units.length / SHARE) }, (_, index) => ({
    bchKey,
    attempt,
    units: units.slice(index * SHARE, (index + 1) * SHARE),
  }));
