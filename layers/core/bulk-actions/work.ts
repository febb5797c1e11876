import { z } from 'zod';
import { SerialNumber } from '../units/unit.ts';
import { isFinished } from './bulk-action.ts';
import type { BulkActionRecord } from './bulk-action-record.ts';

/** The message to a worker: the action, its attempt and turn, and the units of the share. Old messages have no turn. */
export const BulkActionShare = z.object({
  bchKey: z.string(),
  attempt: z.number().int(),
  turn: z.number().int().default(0),
  units: z.array(SerialNumber).min(1),
});
export type BulkActionShare = z.infer<typeof BulkActionShare>;

/** The message that has a worker go on finding the units of a query. */
export const BulkActionCollection = BulkActionShare.omit({ units: true }).extend({ collects: z.literal(true) });
export type BulkActionCollection = z.infer<typeof BulkActionCollection>;

/** What a worker is asked for. */
export const BulkActionTask = z.union([BulkActionCollection, BulkActionShare]);

/** Small, so that a stopped worker loses little. Large enough that 1,000 units are 40 messages. */
const SHARE = 25;

/** Splits the units into shares, in order. */
export const sharesOf = (of: Omit<BulkActionShare, 'units'>, units: readonly string[]): BulkActionShare[] =>
  Array.from({ length: Math.ceil(units.length / SHARE) }, (_, index) => ({
    ...of,
    units: units.slice(index * SHARE, (index + 1) * SHARE),
  }));

/** True if the share is still to do: no later one was handed out, and the bulk action is neither held nor over. */
export const isToDo = ({ attempt, turn }: Pick<BulkActionShare, 'attempt' | 'turn'>, now: BulkActionRecord): boolean =>
  now.attempt === attempt && (now.turn ?? 0) === turn && now.stoppedAt === undefined && !isFinished(now);
