import type { EntityItem } from 'electrodb';
import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { type BulkActionCommand, isOver, whyNot } from '#core/bulk-actions/command.ts';
import { nextDueAt, turnOf } from '#core/bulk-actions/pace.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { change } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { askedOf, auditActionOf, BulkActionEntity, bulkActionObject, bulkActionStore, rowsOf } from './bulk-actions.ts';
import { shownBulkAction } from './shown.ts';

const CHANGED = 'Somebody else has just changed the bulk action. Please look at it again';
const entities = { bulkAction: BulkActionEntity };

/** What people do with a bulk action after its start. Each throws CONFLICT where it is not possible, and says why. */
export const bulkActionCommands = {
  /** Holds a bulk action: until it is resumed, only rows whose carrier was asked already get an outcome. */
  pause: (scope: Scope, was: BulkActionRecord, now: number): Promise<BulkActionRecord> =>
    stop(scope, was, 'paused', now),

  /** Ends a bulk action for good: only rows whose carrier was asked already get an outcome. */
  cancel: (scope: Scope, was: BulkActionRecord, now: number): Promise<BulkActionRecord> =>
    stop(scope, was, 'cancelled', now),

  /** Hands out the open rows of a bulk action that is held or stalled. Failed rows keep their outcome. */
  async resume(scope: Scope, was: BulkActionRecord, now: number): Promise<BulkActionRecord> {
    requirePossible('resume', was, now);
    const resumed = { ...bulkActionObject(was), action: 'resume bulk action' as const, after: rowsOf(was) };
    await change({ entities, audit: auditEntry(scope, resumed, now), refused: { changed: CHANGED } }, (to) => [
      to.bulkAction
        .patch({ bchKey: was.bchKey })
        .add({ turn: 1 })
        .set({ openOf: was.dealerKey, movedAt: instant(now), ...dueNow(was, now) })
        .remove(['stoppedAt', 'stoppedAs', 'stopReason', 'handedTo'])
        .where(hasNotMoved(was))
        .commit(),
    ]);
    return bulkActionStore.get(scope, was.bchKey);
  },

  /** Starts a new attempt for the failed rows of a finished bulk action. They keep the rights of the user who started it. */
  async retry(scope: Scope, was: BulkActionRecord, now: number): Promise<BulkActionRecord> {
    requirePossible('retry', was, now);
    const retried = {
      ...bulkActionObject(was),
      action: auditActionOf('retry', was),
      before: { attempt: was.attempt, done: was.done, failed: was.failed },
      after: { attempt: was.attempt + 1, units: was.total - was.done, ...askedOf(was) },
    };
    await change({ entities, audit: auditEntry(scope, retried, now), refused: { changed: CHANGED } }, (to) => [
      to.bulkAction
        .patch({ bchKey: was.bchKey })
        .add({ attempt: 1, turn: 1 })
        .set({ failed: 0, openOf: was.dealerKey, movedAt: instant(now), ...dueNow(was, now) })
        .remove(['stoppedAt', 'stoppedAs', 'stopReason', 'handedTo'])
        .where(hasNotMoved(was))
        .commit(),
    ]);
    return bulkActionStore.get(scope, was.bchKey);
  },

  /** Changes how many units are done per minute; undefined is no limit. Hands out the open rows anew. */
  async changePace(
    scope: Scope,
    was: BulkActionRecord,
    pace: number | undefined,
    now: number,
  ): Promise<BulkActionRecord> {
    if (isOver(shownBulkAction(was, now))) throw new AppError('CONFLICT', 'The bulk action is over already');
    const changed = {
      ...bulkActionObject(was),
      action: 'change pace of bulk action' as const,
      before: { pace: was.pace },
      after: { pace },
    };
    await change({ entities, audit: auditEntry(scope, changed, now), refused: { changed: CHANGED } }, (to) => {
      const patch = to.bulkAction.patch({ bchKey: was.bchKey }).add({ turn: 1 }).set({ openOf: was.dealerKey });
      const write =
        pace === undefined
          ? patch.remove(['pace', 'dueAt', 'handedTo'])
          : patch
              .set({ pace, dueAt: instant(Math.min(dueOf(was, now), now + turnOf(pace).milliseconds)) })
              .remove(['handedTo']);
      return [write.where((item, operations) => isHeldAsRead(was, item, operations)).commit()];
    });
    return bulkActionStore.get(scope, was.bchKey);
  },
};

/** When the next turn may begin: a command does not bring it forward. The rows of a turn that was due may be done, so it counts as a whole one. */
function dueOf({ pace, dueAt }: BulkActionRecord, now: number): number {
  if (pace === undefined || dueAt === undefined) return now;
  const due = Date.parse(dueAt);
  return due > now ? due : nextDueAt(pace, due, now);
}
const dueNow = (was: BulkActionRecord, now: number) =>
  was.pace === undefined ? {} : { dueAt: instant(dueOf(was, now)) };

const DOES = {
  paused: { command: 'pause', action: 'pause bulk action' },
  cancelled: { command: 'cancel', action: 'cancel bulk action' },
} as const;

async function stop(scope: Scope, was: BulkActionRecord, stoppedAs: keyof typeof DOES, now: number) {
  const { command, action } = DOES[stoppedAs];
  requirePossible(command, was, now);
  const stopped = { ...bulkActionObject(was), action, after: rowsOf(was) };
  await change({ entities, audit: auditEntry(scope, stopped, now), refused: { changed: CHANGED } }, (to) => [
    to.bulkAction
      .patch({ bchKey: was.bchKey })
      .set({ stoppedAt: instant(now), stoppedAs })
      .where((item, operations) => isHeldAsRead(was, item, operations))
      .commit(),
  ]);
  // Rows may have got their outcome since the action was read.
  return bulkActionStore.get(scope, was.bchKey);
}

function requirePossible(command: BulkActionCommand, was: BulkActionRecord, now: number): void {
  const refusal = whyNot(command, shownBulkAction(was, now));
  if (refusal !== undefined) throw new AppError('CONFLICT', refusal);
}

type Item = Required<Pick<EntityItem<typeof BulkActionEntity>, 'attempt' | 'movedAt' | 'stoppedAt'>>;

/** The condition that nobody else has paused, resumed, cancelled or retried it. Rows may go on. */
const isHeldAsRead = (was: BulkActionRecord, item: Item, { eq, notExists }: Operations): string =>
  `${eq(item.attempt, was.attempt)} AND ${
    was.stoppedAt === undefined ? notExists(item.stoppedAt) : eq(item.stoppedAt, was.stoppedAt)
  }`;

/** The condition that it is held as read, and that no row has got an outcome. */
const hasNotMoved =
  (was: BulkActionRecord) =>
  (item: Item, operations: Operations): string => {
    const { eq, notExists } = operations;
    const isAsRead = was.movedAt === undefined ? notExists(item.movedAt) : eq(item.movedAt, was.movedAt);
    return `${isHeldAsRead(was, item, operations)} AND ${isAsRead}`;
  };
