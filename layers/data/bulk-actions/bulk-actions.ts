import { Entity } from 'electrodb';
import type { AuditAction } from '#core/audit/kinds.ts';
import { type Asker, askerOf } from '#core/auth/identities.ts';
import { isFinished } from '#core/bulk-actions/bulk-action.ts';
import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { BulkActionName, BulkActionType, type BulkActionValue } from '#core/bulk-actions/kinds.ts';
import { actionWords, auditedAs } from '#core/bulk-actions/words.ts';
import { AppError } from '#core/errors.ts';
import { covers, type Scope } from '#core/scope.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { auditEntry } from '../audit/audit.ts';
import { expiryOf, jsonOf, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { change } from '../kit/change.ts';
import { correlation } from '../kit/correlation.ts';
import { newId } from '../kit/id.ts';
import { page } from '../kit/page.ts';
import { at, primary, secondary } from '../kit/table.ts';

export const BulkActionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'bulkAction', version: '1' },
    attributes: {
      ...correlation,
      bchKey: requiredText,
      action: { type: BulkActionName.options, required: true },
      type: { type: BulkActionType.options, required: true },
      /** What it is done with, with its name at the start. Absent: it needs nothing. */
      value: jsonOf<BulkActionValue>(),
      UnitModel: { type: UNIT_MODELS, required: true },
      /** Grows with each retry. Work of an earlier attempt is skipped. */
      attempt: requiredNumber,
      total: requiredNumber,
      done: requiredNumber,
      failed: requiredNumber,
      /** When a row last got an outcome, or an attempt started. Absent in old items. */
      movedAt: text,
      /** Set while the bulk action is stopped: no row gets an outcome then. */
      stoppedAt: text,
      createdAt: requiredText,
      createdBy: requiredText,
      dealerKey: requiredNumber,
      dealerPath: requiredText,
      expiresAt: requiredNumber,
    },
    indexes: {
      bulkAction: primary(['bchKey'], []),
      byDealer: secondary('gsi1', ['dealerKey'], ['createdAt', 'bchKey']),
    },
  },
  at,
);

/** The order of a bulk action. It is an item of its own, because the counts change with every row and the list of units is long. */
export const BulkActionOrderEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'bulkActionOrder', version: '1' },
    attributes: {
      bchKey: requiredText,
      units: { ...jsonOf<string[]>(), required: true },
      /** The user who started the bulk action. A retry by somebody else does not change it. */
      askedBy: { ...jsonOf<Asker>(), required: true },
      expiresAt: requiredNumber,
    },
    indexes: { bulkActionOrder: primary(['bchKey'], []) },
  },
  at,
);

const KEPT_MS = 180 * DAY;
const STILL_RUNNING = 'The bulk action is still running';
const STOPPED_ALREADY = 'The bulk action is stopped already';

/** Longer than the queue waits before it delivers a share again (infra/wiring.ts). */
const STALLED_AFTER_MS = 15 * MINUTE;

/** True if rows are open and no worker has them, because their message was lost. */
export const isStalled = (stored: BulkActionRecord, now: number): boolean =>
  !isFinished(stored) && !stored.stoppedAt && now - Date.parse(stored.movedAt ?? stored.createdAt) > STALLED_AFTER_MS;

const missing = () => new AppError('NOT_FOUND', 'There is no such bulk action');

const entities = { bulkAction: BulkActionEntity, order: BulkActionOrderEntity };

const bulkActionObject = ({ bchKey, dealerKey }: BulkActionRecord) => ({
  objectKind: 'bulkAction' as const,
  objectId: bchKey,
  dealerKey,
});

const auditActionOf = (
  does: 'start' | 'stop' | 'retry',
  { action, type, value }: Pick<BulkActionRecord, 'action' | 'type' | 'value'>,
): AuditAction => (value ? auditedAs(does, type) : `${does} ${action} ${type}`) as AuditAction;

/** What the audit says of an action with a value. */
const askedOf = (asked: Pick<BulkActionRecord, 'type' | 'value'>) => (asked.value ? { asked: actionWords(asked) } : {});

export const bulkActionStore = {
  /** Stores a bulk action. The change stream starts the work, even if this process dies. */
  async create(
    scope: Scope,
    { units, ...asked }: Pick<BulkActionRecord, 'action' | 'type' | 'value' | 'UnitModel'> & { units: string[] },
    now: number,
  ): Promise<BulkActionRecord> {
    const bchKey = newId(now);
    const expiresAt = expiryOf(now + KEPT_MS);
    const bulkAction: BulkActionRecord = {
      ...asked,
      bchKey,
      attempt: 1,
      total: units.length,
      done: 0,
      failed: 0,
      movedAt: instant(now),
      createdAt: instant(now),
      createdBy: scope.userName,
      dealerKey: scope.dealerKey,
      dealerPath: scope.dealerPath,
      expiresAt,
    };
    const started = {
      ...bulkActionObject(bulkAction),
      action: auditActionOf('start', asked),
      after: { units: units.length, ...askedOf(asked) },
    };
    await change(
      {
        entities,
        audit: auditEntry(scope, started, now),
        refused: { changed: 'The bulk action could not be started' },
      },
      (to) => [
        to.bulkAction.create(bulkAction).commit(),
        to.order.create({ bchKey, units, askedBy: askerOf(scope), expiresAt }).commit(),
      ],
    );
    return bulkAction;
  },

  /** The units of a bulk action, and the user who started it. */
  async order(bchKey: string): Promise<{ units: string[]; askedBy: Asker }> {
    const { data } = await BulkActionOrderEntity.get({ bchKey }).go({ consistent: true });
    if (!data) throw missing();
    return data;
  },

  /** The bulk action; NOT_FOUND if it was started outside the scope. */
  async get(scope: Pick<Scope, 'dealerPath'>, bchKey: string): Promise<BulkActionRecord> {
    const { data } = await BulkActionEntity.get({ bchKey }).go({ consistent: true });
    if (!data || !covers(scope, data.dealerPath)) throw missing();
    return data;
  },

  list: (dealerKey: number, request: { cursor?: string | undefined; pageSize: number }) => {
    const query = BulkActionEntity.query.byDealer({ dealerKey });
    return page<BulkActionRecord>(
      { params: () => query.params(), go: (options) => query.go({ ...options, order: 'desc' }) },
      request,
    );
  },

  /**
   * Starts a new attempt for the failed rows of a finished bulk action, or for the failed and open rows of a stopped or stalled one. The
   * rows keep the rights of the user who started it. CONFLICT while it runs, or if no row failed.
   */
  async retry(scope: Scope, was: BulkActionRecord, now: number): Promise<BulkActionRecord> {
    if (!isFinished(was) && !was.stoppedAt && !isStalled(was, now)) throw new AppError('CONFLICT', STILL_RUNNING);
    if (isFinished(was) && was.failed === 0) throw new AppError('CONFLICT', 'No unit failed');
    const next = { attempt: was.attempt + 1, failed: 0, movedAt: instant(now) };
    const retried = {
      ...bulkActionObject(was),
      action: auditActionOf('retry', was),
      before: { attempt: was.attempt, done: was.done, failed: was.failed },
      after: { attempt: next.attempt, units: was.total - was.done, ...askedOf(was) },
    };
    await change({ entities, audit: auditEntry(scope, retried, now), refused: { changed: STILL_RUNNING } }, (to) => [
      to.bulkAction
        .patch({ bchKey: was.bchKey })
        .set(next)
        .remove(['stoppedAt'])
        .where(({ attempt, movedAt, stoppedAt }, { eq, notExists }) => {
          const hasNotMoved = was.movedAt === undefined ? notExists(movedAt) : eq(movedAt, was.movedAt);
          const isStoppedAsRead = was.stoppedAt === undefined ? notExists(stoppedAt) : eq(stoppedAt, was.stoppedAt);
          return `${eq(attempt, was.attempt)} AND ${hasNotMoved} AND ${isStoppedAsRead}`;
        })
        .commit(),
    ]);
    const { stoppedAt: _, ...going } = was;
    return { ...going, ...next };
  },

  /** Stops a bulk action: no further row gets an outcome. A retry goes on with the open rows. CONFLICT if it is finished or stopped. */
  async stop(scope: Scope, was: BulkActionRecord, now: number): Promise<BulkActionRecord> {
    if (isFinished(was)) throw new AppError('CONFLICT', 'The bulk action is finished already');
    if (was.stoppedAt) throw new AppError('CONFLICT', STOPPED_ALREADY);
    const after = askedOf(was);
    const stopped = { ...bulkActionObject(was), action: auditActionOf('stop', was), ...(after.asked && { after }) };
    await change({ entities, audit: auditEntry(scope, stopped, now), refused: { changed: STOPPED_ALREADY } }, (to) => [
      to.bulkAction
        .patch({ bchKey: was.bchKey })
        .set({ stoppedAt: instant(now) })
        .where(({ attempt, stoppedAt }, { eq, notExists }) => `${eq(attempt, was.attempt)} AND ${notExists(stoppedAt)}`)
        .commit(),
    ]);
    // Rows may have got their outcome since the action was read.
    return bulkActionStore.get(scope, was.bchKey);
  },
};
