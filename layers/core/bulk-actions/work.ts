import { z } from 'zod';
import { SerialNumber } from '../units/unit.ts';

/** What the workers of a bulk action are told: which action and attempt, and the units of their share. */
export const BulkActionShare = z.object({
  bchKey: z.string(),
  attempt: z.number().int(),
  units: z.array(SerialNumber).min(1),
});
export type BulkActionShare = z.infer<typeof BulkActionShare>;

/** Small enough that a worker that dies costs little, large enough that 1,000 units are 40 messages. */
const SHARE = 25;

/** The units cut into the workers' shares, in order. */
export const sharesOf = (bchKey: string, attempt: number, units: readonly string[]): BulkActionShare[] =>
  Array.from({ length: Math.ceil(units.length / SHARE) }, (_, index) => ({
    bchKey,
    attempt,
    units: units.slice(index * SHARE, (index + 1) * SHARE),
  }));
