import { createHash } from 'node:crypto';
import { isFinished } from '#core/bulk-actions/bulk-action.ts';
import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { MINUTE } from '#core/time.ts';
import { inTurn } from '../kit/turns.ts';
import { bulkActionStore } from './bulk-actions.ts';
import { type Order, startBulkAction } from './start.ts';

/** Longer than a browser waits for an answer and a person then tries again. After it the same order is meant. */
const SENT_AGAIN_WITHIN_MS = 2 * MINUTE;

/**
 * Starts a bulk action, unless the last one that this person started has the same order, still runs and is new: its answer was lost and the request was
 * sent again. Then it returns that one. `apart`: for a bulk action of several parts, each of which is sent again apart from the others.
 */
export const startBulkActionOnce = (
  scope: Scope,
  order: Order,
  now: number,
  { apart }: { apart?: string } = {},
): Promise<BulkActionRecord> =>
  inTurn(
    {
      set: `bulk actions by ${scope.actor.userKey} as ${scope.userKey}${apart === undefined ? '' : ` of ${apart}`}`,
      busy: 'You are starting another bulk action. Please try again',
    },
    async (turn) => {
      const digest = digestOf(scope, order);
      const [last, lastDigest] = turn.members;
      const running = last !== undefined && lastDigest === digest && (await runningNew(scope, last, now));
      return running || startBulkAction(scope, order, now, { turn, digest });
    },
    now,
  );

/** The time of a silence counts from the request: its hours are in the words of the query. */
function digestOf(scope: Scope, { action, type, value, UnitModel, pace, matching, query, units, listed }: Order) {
  const about = query
    ? [matching, { ...query, filters: { ...query.filters, silentBefore: undefined } }]
    : (units ?? listed);
  const order = JSON.stringify([scope.dealerKey, action, type, value, UnitModel, pace, about]);
  return createHash('sha256').update(order).digest('base64url');
}

async function runningNew(scope: Scope, bchKey: string, now: number): Promise<BulkActionRecord | undefined> {
  const started = await bulkActionStore.get(scope, bchKey).catch(unlessMissing);
  if (!started || isFinished(started) || started.stoppedAt !== undefined) return undefined;
  return now - Date.parse(started.createdAt) < SENT_AGAIN_WITHIN_MS ? started : undefined;
}

/** Its dealer may have been moved out of sight. */
function unlessMissing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}
