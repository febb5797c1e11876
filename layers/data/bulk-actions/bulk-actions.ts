import { createWriteTransaction, Entity, type EntityItem } from 'electrodb';
import { type BulkAction, type BulkActionRow, isFinished } from '#core/bulk-actions/bulk-action.ts';
import { AppError } from '#core/errors.ts';
import { covers, type Scope } from '#core/scope.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { AuditEntity, auditEntry } from '../audit/audit.ts';
import { requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { committed, committedOnce, type Operations, requireCommitted } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { page } from '../kit/page.ts';
import { at, primary, secondary } from '../kit/table.ts';
import { reportingChange, type StoredUnit, UnitEntity } from '../units/units.ts';

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

export const BulkActionRowEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'bulkActionRow', version: '1' },
    attributes: {
      bchKey: requiredText,
      UnitSerNum: requiredText,
      state: { type: ['done', 'failed'] as const, required: true },
      attempt: requiredNumber,
      reason: text,
      finishedAt: requiredText,
      expiresAt: requiredNumber,
    },
    indexes: { byBulkAction: primary(['bchKey'], ['UnitSerNum']) },
  },
  at,
);

const KEPT = 180 * DAY;
const STILL_RUNNING = 'The bulk action is still running';

/** Longer than the queue takes to bring a share again that a worker has left behind (infra/wiring.ts). */
const STANDS_STILL = 15 * MINUTE;

/** Whether rows are open and nobody works on them: their share, or the change that should have made it, is lost. */
const standsStill = (stored: StoredBulkAction, now: number): boolean =>
  !isFinished(stored) && now - Date.parse(stored.movedAt ?? stored.createdAt) > STANDS_STILL;

/** A stored bulk action as the portal shows it at `now`. */
export const shownBulkAction = (stored: StoredBulkAction, now: number): BulkAction => ({
  bchKey: stored.bchKey,
  action: stored.action,
  type: stored.type,
  UnitModel: stored.UnitModel as UnitModel,
  state: isFinished(stored) ? 'finished' : stored.done + stored.failed > 0 ? 'running' : 'queued',
  total: stored.total,
  done: stored.done,
  failed: stored.failed,
  mayRetry: isFinished(stored) ? stored.failed > 0 : standsStill(stored, now),
  createdAt: stored.createdAt,
  createdBy: stored.createdBy,
  dealerKey: stored.dealerKey,
});

const missing = () => new AppError('NOT_FOUND', 'There is no such bulk action');

export const bulkActionStore = {
  /** Accepts a bulk action. Its items are the whole order: the change stream starts the work, however this process ends. */
  async create(
    scope: Scope,
    { units, ...asked }: Pick<StoredBulkAction, 'action' | 'type' | 'UnitModel'> & { units: string[] },
    now: number,
  ): Promise<StoredBulkAction> {
    const bchKey = newId(now);
    const expiresAt = Math.floor((now + KEPT) / 1000);
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
      objectKind: 'bulkAction' as const,
      objectId: bchKey,
      dealerKey: scope.dealerKey,
      action: `start ${asked.action} ${asked.type}`,
      after: { units: units.length },
    };
    const result = await committed(() =>
      createWriteTransaction(
        { bulkAction: BulkActionEntity, order: BulkActionOrderEntity, audit: AuditEntity },
        (entities) => [
          entities.bulkAction.create(bulkAction).commit(),
          entities.order.create({ bchKey, units, scope, expiresAt }).commit(),
          entities.audit.create(auditEntry(scope, started, now)).commit(),
        ],
      ).go(),
    );
    requireCommitted(result, 'The bulk action could not be started');
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

  /** The outcome of each unit so far, in the order asked. Never more than the 1,000 of one action. */
  async rows({ bchKey, attempt }: StoredBulkAction): Promise<BulkActionRow[]> {
    const [{ units }, { data }] = await Promise.all([
      this.order(bchKey),
      BulkActionRowEntity.query.byBulkAction({ bchKey }).go({ pages: 'all' }),
    ]);
    const outcomes = new Map(data.map((row) => [row.UnitSerNum, row]));
    return units.map((UnitSerNum) => {
      const row = outcomes.get(UnitSerNum);
      if (!row || (row.state === 'failed' && row.attempt < attempt)) return { UnitSerNum, state: 'queued' };
      return { UnitSerNum, state: row.state, finishedAt: row.finishedAt, ...(row.reason && { reason: row.reason }) };
    });
  },

  /**
   * Hands whatever is not done out again under a new attempt: the failed rows of one that is finished, and the open ones too of one
   * that stands still. CONFLICT while rows are being worked on or none failed.
   */
  async retry(scope: Scope, was: StoredBulkAction, now: number): Promise<StoredBulkAction> {
    if (!isFinished(was) && !standsStill(was, now)) throw new AppError('CONFLICT', STILL_RUNNING);
    if (isFinished(was) && was.failed === 0) throw new AppError('CONFLICT', 'No unit failed');
    const next = { attempt: was.attempt + 1, failed: 0, movedAt: instant(now) };
    const begun = {
      objectKind: 'bulkAction' as const,
      objectId: was.bchKey,
      dealerKey: was.dealerKey,
      action: `retry ${was.action} ${was.type}`,
      before: { attempt: was.attempt, done: was.done, failed: was.failed },
      after: { attempt: next.attempt, units: was.total - was.done },
    };
    const result = await committed(() =>
      createWriteTransaction(
        { bulkAction: BulkActionEntity, order: BulkActionOrderEntity, audit: AuditEntity },
        (entities) => [
          entities.bulkAction
            .patch({ bchKey: was.bchKey })
            .set(next)
            .where(({ attempt, movedAt }, { eq, notExists }) => {
              const hasNotMoved = was.movedAt === undefined ? notExists(movedAt) : eq(movedAt, was.movedAt);
              return `${eq(attempt, was.attempt)} AND ${hasNotMoved}`;
            })
            .commit(),
          entities.order.patch({ bchKey: was.bchKey }).set({ scope }).commit(),
          entities.audit.create(auditEntry(scope, begun, now)).commit(),
        ],
      ).go(),
    );
    requireCommitted(result, STILL_RUNNING);
    return { ...was, ...next };
  },
};

/** The outcome of one row. */
export interface BulkActionOutcome {
  bulkAction: StoredBulkAction;
  /** On whose behalf. */
  scope: Scope;
  UnitSerNum: string;
  now: number;
}

const rowItem = ({ bulkAction, UnitSerNum, now }: BulkActionOutcome, state: 'done' | 'failed', reason?: string) => ({
  bchKey: bulkAction.bchKey,
  UnitSerNum,
  state,
  attempt: bulkAction.attempt,
  finishedAt: instant(now),
  expiresAt: bulkAction.expiresAt,
  ...(reason && { reason }),
});

export const bulkActionRowStore = {
  /**
   * Switches the unit's reporting, keeps the row's outcome, counts it and says so in the audit: all or nothing, once.
   * Answers false where the row had its outcome already, however often its message came.
   */
  async switchReporting(outcome: BulkActionOutcome, was: StoredUnit): Promise<boolean> {
    const { bulkAction, scope, now } = outcome;
    const Report = bulkAction.type === 'on' ? 1 : 0;
    const result = await committed(() =>
      createWriteTransaction(
        { row: BulkActionRowEntity, bulkAction: BulkActionEntity, unit: UnitEntity, audit: AuditEntity },
        (entities) => [
          entities.row.put(rowItem(outcome, 'done')).where(isOpen(bulkAction)).commit(),
          entities.bulkAction
            .patch({ bchKey: bulkAction.bchKey })
            .add({ done: 1 })
            .set({ movedAt: instant(now) })
            .where(({ attempt }, { eq }) => eq(attempt, bulkAction.attempt))
            .commit(),
          entities.unit
            .patch({ UnitSerNum: was.UnitSerNum })
            .set({ Report })
            .where((unit, { eq }) => eq(unit.dealerPath, was.dealerPath))
            .commit(),
          entities.audit.create(reportingChange(scope, was, Report, now)).commit(),
        ],
      ).go(),
    );
    return committedOnce(result, ROW_IS_DONE, 'The unit changed meanwhile');
  },

  /** Keeps that the row failed and why, once. */
  async fail(outcome: BulkActionOutcome, reason: string): Promise<boolean> {
    const { bulkAction } = outcome;
    const result = await committed(() =>
      createWriteTransaction({ row: BulkActionRowEntity, bulkAction: BulkActionEntity }, (entities) => [
        entities.row
          .put(rowItem(outcome, 'failed', reason))
          .where(isOpen(bulkAction))
          .commit(),
        entities.bulkAction
          .patch({ bchKey: bulkAction.bchKey })
          .add({ failed: 1 })
          .set({ movedAt: instant(outcome.now) })
          .where(({ attempt }, { eq }) => eq(attempt, bulkAction.attempt))
          .commit(),
      ]).go(),
    );
    return committedOnce(result, ROW_IS_DONE, 'The unit changed meanwhile');
  },
};

/** The row that has its outcome, and the bulk action that is at a later attempt: the first two items of each transaction. */
const ROW_IS_DONE = [0, 1];

/** A row is open until it has an outcome; a failed one is open again in a later attempt. */
const isOpen =
  ({ attempt: current }: StoredBulkAction) =>
  (
    { state, attempt }: Pick<EntityItem<typeof BulkActionRowEntity>, 'state' | 'attempt'>,
    { notExists, eq, lt }: Operations,
  ) =>
    `${notExists(state)} OR (${eq(state, 'failed')} AND ${lt(attempt, current)})`;
