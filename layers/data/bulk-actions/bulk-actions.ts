import { Entity, type EntityItem } from 'electrodb';
import { isFinished } from '#core/bulk-actions/bulk-action.ts';
import { AppError } from '#core/errors.ts';
import { covers, type Scope } from '#core/scope.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { change } from '../kit/change.ts';
import { newId } from '../kit/id.ts';
import { page } from '../kit/page.ts';
import { at, primary, secondary } from '../kit/table.ts';

export const BulkActionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'bulkAction', version: '1' },
    attributes: {
      bchKey: requiredText,
      action: { type: ['reporting'] as const, required: true },
      type: { type: ['on', 'off'] as const, required: true },
      UnitModel: requiredText,
      /** Grows with each retry: what belongs to an earlier attempt is no longer carried out. */
      attempt: requiredNumber,
      total: requiredNumber,
      done: requiredNumber,
      failed: requiredNumber,
      /** When a row last had an outcome, or an attempt began. Items of before there was this have none. */
      movedAt: text,
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
export type StoredBulkAction = EntityItem<typeof BulkActionEntity>;

/** What was asked for, apart from how far it is: the counts change with every row, and would rewrite the long list each time. */
export const BulkActionOrderEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'bulkActionOrder', version: '1' },
    attributes: {
      bchKey: requiredText,
      units: { type: 'list', items: { type: 'string' }, required: true },
      /** On whose behalf the rows are done. */
      scope: { type: 'any', required: true },
      expiresAt: requiredNumber,
    },
    indexes: { bulkActionOrder: primary(['bchKey'], []) },
  },
  at,
);

const KEPT_MS = 180 * DAY;
const STILL_RUNNING = 'The bulk action is still running';

/** Longer than the queue takes to deliver a share again after its worker died (infra/wiring.ts). */
const STILL_AFTER_MS = 15 * MINUTE;

/** Whether rows are open and nobody works on them: their message to the queue was lost. */
export const standsStill = (stored: StoredBulkAction, now: number): boolean =>
  !isFinished(stored) && now - Date.parse(stored.movedAt ?? stored.createdAt) > STILL_AFTER_MS;

const missing = () => new AppError('NOT_FOUND', 'There is no such bulk action');

const entities = { bulkAction: BulkActionEntity, order: BulkActionOrderEntity };

const bulkActionObject = ({ bchKey, dealerKey }: StoredBulkAction) => ({
  objectKind: 'bulkAction' as const,
  objectId: bchKey,
  dealerKey,
});

export const bulkActionStore = {
  /** Accepts a bulk action. Its items are the whole order: the change stream starts the work, however this process ends. */
  async create(
    scope: Scope,
    { units, ...asked }: Pick<StoredBulkAction, 'action' | 'type' | 'UnitModel'> & { units: string[] },
    now: number,
  ): Promise<StoredBulkAction> {
    const bchKey = newId(now);
    const expiresAt = Math.floor((now + KEPT_MS) / 1000);
    const bulkAction: StoredBulkAction = {
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
      action: `start ${asked.action} ${asked.type}`,
      after: { units: units.length },
    };
    await change(
      {
        entities,
        audit: auditEntry(scope, started, now),
        refused: { changed: 'The bulk action could not be started' },
      },
      (to) => [
        to.bulkAction.create(bulkAction).commit(),
        to.order.create({ bchKey, units, scope, expiresAt }).commit(),
      ],
    );
    return bulkAction;
  },

  /** The units of a bulk action, and on whose behalf they are worked on. */
  async order(bchKey: string): Promise<{ units: string[]; scope: Scope }> {
    const { data } = await BulkActionOrderEntity.get({ bchKey }).go({ consistent: true });
    if (!data) throw missing();
    return data;
  },

  /** The bulk action; NOT_FOUND where it was started outside the scope. */
  async get(scope: Pick<Scope, 'dealerPath'>, bchKey: string): Promise<StoredBulkAction> {
    const { data } = await BulkActionEntity.get({ bchKey }).go({ consistent: true });
    if (!data || !covers(scope, data.dealerPath)) throw missing();
    return data;
  },

  list: (dealerKey: number, request: { cursor?: string | undefined; pageSize: number }) => {
    const query = BulkActionEntity.query.byDealer({ dealerKey });
    return page<StoredBulkAction>(
      { params: () => query.params(), go: (options) => query.go({ ...options, order: 'desc' }) },
      request,
    );
  },

  /**
   * Hands whatever is not done out again under a new attempt: the failed rows of one that is finished, and the open ones too of one
   * that stands still. CONFLICT while rows are being worked on or none failed.
   */
  async retry(scope: Scope, was: StoredBulkAction, now: number): Promise<StoredBulkAction> {
    if (!isFinished(was) && !standsStill(was, now)) throw new AppError('CONFLICT', STILL_RUNNING);
    if (isFinished(was) && was.failed === 0) throw new AppError('CONFLICT', 'No unit failed');
    const next = { attempt: was.attempt + 1, failed: 0, movedAt: instant(now) };
    const retried = {
      ...bulkActionObject(was),
      action: `retry ${was.action} ${was.type}`,
      before: { attempt: was.attempt, done: was.done, failed: was.failed },
      after: { attempt: next.attempt, units: was.total - was.done },
    };
    await change({ entities, audit: auditEntry(scope, retried, now), refused: { changed: STILL_RUNNING } }, (to) => [
      to.bulkAction
        .patch({ bchKey: was.bchKey })
        .set(next)
        .where(({ attempt, movedAt }, { eq, notExists }) => {
          const hasNotMoved = was.movedAt === undefined ? notExists(movedAt) : eq(movedAt, was.movedAt);
          return `${eq(attempt, was.attempt)} AND ${hasNotMoved}`;
        })
        .commit(),
      to.order.patch({ bchKey: was.bchKey }).set({ scope }).commit(),
    ]);
    return { ...was, ...next };
  },
};
