import { isFinished } from '#core/bulk-actions/bulk-action.ts';
import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { inTurn } from '../kit/turns.ts';
import { bulkActionStore } from './bulk-actions.ts';
import { type ChosenUnits, startBulkAction } from './start.ts';

/**
 * Starts a bulk action on units of an order. Returns the one that the same person has started on the same units, if it still runs: a request that is sent
 * again starts nothing.
 */
export const startForOrder = (
  scope: Scope,
  orderKey: string,
  asked: ChosenUnits,
  now: number,
): Promise<BulkActionRecord> =>
  inTurn(
    {
      set: `bulk actions of order ${orderKey}: ${asked.type} from ${asked.units[0]} by ${scope.actor.userKey} as ${scope.userKey}`,
      busy: 'Others are starting bulk actions on these units. Please try again',
    },
    async (turn) =>
      (await runningSame(scope, turn.members.at(-1), asked)) ?? (await startBulkAction(scope, asked, now, turn)),
    now,
  );

async function runningSame(
  scope: Scope,
  bchKey: string | undefined,
  { action, type, units }: ChosenUnits,
): Promise<BulkActionRecord | undefined> {
  if (bchKey === undefined) return undefined;
  const running = await bulkActionStore.get(scope, bchKey).catch(unlessMissing);
  if (!running || isFinished(running) || running.stoppedAt !== undefined) return undefined;
  const { units: chosen, askedBy } = await bulkActionStore.order(bchKey);
  const isSame = running.action === action && running.type === type && String(chosen) === String(units);
  const isOwn = askedBy.UserKey === scope.actor.userKey && askedBy.asUserKey === scope.userKey;
  return isSame && isOwn ? running : undefined;
}

/** A dealer that was switched to meanwhile may not see it. */
function unlessMissing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}
