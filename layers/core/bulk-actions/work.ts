import { z } from 'zod';
import { SECOND } from '../time.ts';
import { SerialNumber } from '../units/unit.ts';
import { isFinished } from './bulk-action.ts';
import type { BulkActionRecord } from './bulk-action-record.ts';
import { asksCarriers, type BulkActionName } from './kinds.ts';

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

/** True if the rows command units: they have workers of their own, with a queue of their own. */
export const commandsUnits = (action: BulkActionName): boolean => action === 'carrier';

/** What a worker is asked for. */
export const BulkActionTask = z.union([BulkActionCollection, BulkActionShare]);

/** Small, so that a stopped worker loses little. Large enough that 1,000 units are 40 messages. */
const SHARE = 25;
const SHARE_OF_CARRIERS = 3;

/** Splits the units into shares, in order. A turn of an action with a pace is one share: its worker begins the next turn. */
export function sharesOf(
  { action, pace, ...of }: Omit<BulkActionShare, 'units'> & Pick<BulkActionRecord, 'action' | 'pace'>,
  units: readonly string[],
): BulkActionShare[] {
  const most = asksCarriers(action) && pace === undefined ? SHARE_OF_CARRIERS : SHARE;
  return Array.from({ length: Math.ceil(units.length / most) }, (_, index) => ({
    ...of,
    units: units.slice(index * most, (index + 1) * most),
  }));
}

/** The most milliseconds that a row or a page of units takes: a carrier that does not answer is asked for up to 22 s, first for the state and then once for the change. */
const ROW_MS = 10 * SECOND;
const ROW_OF_CARRIERS_MS = 45 * SECOND;

/** True if a worker with so many milliseconds left can do one more row of the action, or find one more page of its units. */
export const hasTimeFor = (
  { action, collecting }: Pick<BulkActionRecord, 'action' | 'collecting'>,
  millisecondsLeft: number,
): boolean => millisecondsLeft >= (asksCarriers(action) && !collecting ? ROW_OF_CARRIERS_MS : ROW_MS);

/** True if the share is still to do: no later one was handed out, and the bulk action is neither held nor over. */
export const isToDo = ({ attempt, turn }: Pick<BulkActionShare, 'attempt' | 'turn'>, now: BulkActionRecord): boolean =>
  now.attempt === attempt && (now.turn ?? 0) === turn && now.stoppedAt === undefined && !isFinished(now);
