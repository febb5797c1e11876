import { z } from 'zod';
import { type Holder, holding, mayAccess } from '../access.ts';
import { DealerKey } from '../dealers/dealer.ts';
import { Instant } from '../time.ts';
import { SerialNumber, UnitModel } from '../units/unit.ts';
import { BulkActionName, BulkActionType, BulkActionValue, KINDS } from './kinds.ts';

/** At most this many units in one bulk action [P2-K12]. */
export const MAX_UNITS = 1000;

/** At most this many units in one bulk action that is started by a query. */
export const MAX_MATCHING = 100_000;
export const TOO_MANY_MATCH = `More than ${MAX_MATCHING.toLocaleString('en')} units match. Cancel and narrow the query`;

/** The right to bulk actions at all. */
export const BULK_ACTION_ACCESS = holding('BULK_ACTIONS');
export const NOT_YOUR_ACTION = 'You may not do this with units';

/** Returns true if the user may do the action: start it, have its rows done, and give it commands. */
export const mayDoAction = (action: BulkActionName, user: Holder): boolean =>
  [BULK_ACTION_ACCESS, KINDS[action].access].every((access) => mayAccess(access, user));

export const BulkActionState = z.enum([
  'collecting',
  'queued',
  'running',
  'paused',
  'stopped',
  'cancelled',
  'finished',
]);

/**
 * One bulk action with its progress. `collecting`: its units are being found, and `total` grows. `done` and `failed` count rows. `attempt` grows with each retry, `turn` each time that open rows are
 * handed out. `isStalled`: rows are open, and nothing has happened for a while. `stopReason`: why it stopped by itself. `pace`: at
 * most so many units per minute.
 */
export const BulkAction = z.object({
  bchKey: z.string(),
  action: BulkActionName,
  type: BulkActionType,
  /** What it is done with. Absent: it needs nothing. */
  value: BulkActionValue.optional(),
  /** The query by which its units are found, in words. Absent: they were chosen one by one. */
  matching: z.string().optional(),
  UnitModel,
  state: BulkActionState,
  attempt: z.number().int(),
  turn: z.number().int(),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  /** Of those that are done: how many only asked a carrier, and how many were so already. Absent in old bulk actions: they were not counted. */
  asked: z.number().int().optional(),
  already: z.number().int().optional(),
  isStalled: z.boolean(),
  /** True if more of its units can be found: `total` counts those found so far. */
  isPartial: z.boolean().optional(),
  stopReason: z.string().optional(),
  pace: z.number().int().optional(),
  createdAt: Instant,
  createdBy: z.string(),
  dealerKey: DealerKey,
});
export type BulkAction = z.infer<typeof BulkAction>;

/**
 * The outcome for one unit. `reason`: why it failed or what was done, in words for people. `asked`: a carrier was asked, and had not confirmed it when the
 * row was done. `already`: the unit was as asked, so nothing was changed. `cancelled`: the bulk action was cancelled before the unit's turn.
 */
export const BulkActionRow = z.object({
  UnitSerNum: SerialNumber,
  state: z.enum(['queued', 'done', 'failed', 'cancelled']),
  reason: z.string().optional(),
  asked: z.boolean().optional(),
  already: z.boolean().optional(),
  finishedAt: Instant.optional(),
});
export type BulkActionRow = z.infer<typeof BulkActionRow>;

/** Returns true if all units are found and every row has an outcome. `collecting` is set while units are being found. */
export const isFinished = ({
  total,
  done,
  failed,
  collecting,
}: Pick<BulkAction, 'total' | 'done' | 'failed'> & { collecting?: object | undefined }) =>
  collecting === undefined && done + failed >= total;

/** Returns true if units are being found or done: the bulk action has neither ended nor is it held. */
export const isUnderWay = ({ state }: Pick<BulkAction, 'state'>) =>
  state === 'collecting' || state === 'queued' || state === 'running';
