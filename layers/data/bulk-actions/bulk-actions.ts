import { Entity } from 'electrodb';
import type { AuditAction } from '#core/audit/kinds.ts';
import type { Asker } from '#core/auth/identities.ts';
import { isFinished } from '#core/bulk-actions/bulk-action.ts';
import { type BulkActionRecord, type Collecting, StoppedAs } from '#core/bulk-actions/bulk-action-record.ts';
import { BulkActionName, BulkActionType, type BulkActionValue } from '#core/bulk-actions/kinds.ts';
import { actionWords, auditedAs } from '#core/bulk-actions/words.ts';
import { AppError } from '#core/errors.ts';
import { covers, type Scope } from '#core/scope.ts';
import { MINUTE } from '#core/time.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary, secondary } from '../kit/table.ts';
import type { MatchingUnits } from '../units/matching-units.ts';

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
      /** The query by which its units are found, in words. Absent: they were chosen one by one. */
      matching: text,
      /** Where the collection of its units goes on. Absent: it has ended. */
      collecting: jsonOf<Collecting>(),
      /** How many pages were read to find its units. Absent: they were chosen one by one. */
      pagesRead: number,
      /** Of a query: the rows up to this unit are handed out, or done if it has a pace. */
      handedTo: text,
      UnitModel: { type: UNIT_MODELS, required: true },
      /** Grows with each retry. Work of an earlier attempt is skipped. */
      attempt: requiredNumber,
      total: requiredNumber,
      done: requiredNumber,
      failed: requiredNumber,
      /** Of those that are done: rows that only asked a carrier, and rows that were so already. Absent in old items. */
      asked: number,
      already: number,
      /** Grows each time that open rows are handed out. Work of an earlier turn is skipped. Absent in old items. */
      turn: number,
      /** When a row last got an outcome, or open rows were handed out. Absent in old items. */
      movedAt: text,
      /** Set while the bulk action is held, and once it is cancelled: only rows whose carrier was asked get an outcome then. */
      stoppedAt: text,
      stoppedAs: { type: StoppedAs.options },
      /** Why it stopped by itself. */
      stopReason: text,
      /** At most so many units per minute. */
      pace: number,
      /** When the turn may begin. Absent without a pace. */
      dueAt: text,
      createdAt: requiredText,
      createdBy: requiredText,
      dealerKey: requiredNumber,
      /** Its dealer, while it is not over. Absent in old items. */
      openOf: number,
      dealerPath: requiredText,
      expiresAt: requiredNumber,
    },
    indexes: {
      bulkAction: primary(['bchKey'], []),
      byDealer: secondary('gsi1', ['dealerKey'], ['createdAt', 'bchKey']),
      open: secondary('gsi2', ['openOf'], ['bchKey']),
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
      /** The chosen units, or those of a list. The units of a query and of a list are rows, each an item. */
      units: { ...jsonOf<string[]>(), required: true },
      /** The query, instead of chosen units. */
      query: jsonOf<MatchingUnits>(),
      /** The user who started the bulk action. A retry by somebody else does not change it. */
      askedBy: { ...jsonOf<Asker>(), required: true },
      expiresAt: requiredNumber,
    },
    indexes: { bulkActionOrder: primary(['bchKey'], []) },
  },
  at,
);

/** Longer than the queue waits before it delivers a share again (infra/wiring.ts). */
const STALLED_AFTER_MS = 15 * MINUTE;

/** True if rows are open and no worker has them, because their message was lost. */
export const isStalled = (stored: BulkActionRecord, now: number): boolean =>
  !isFinished(stored) && !stored.stoppedAt && now - Date.parse(stored.movedAt ?? stored.createdAt) > STALLED_AFTER_MS;

const missing = () => new AppError('NOT_FOUND', 'There is no such bulk action');

export const bulkActionObject = ({ bchKey, dealerKey }: BulkActionRecord) => ({
  objectKind: 'bulkAction' as const,
  objectId: bchKey,
  dealerKey,
});

/** What the audit says of how far a bulk action is. */
export const rowsOf = ({ total, done, failed, asked, already }: BulkActionRecord) => ({
  done,
  ...(already && { already }),
  ...(asked && { asked }),
  failed,
  units: total - done - failed,
});

export const auditActionOf = (
  does: 'start' | 'retry',
  { action, type, value }: Pick<BulkActionRecord, 'action' | 'type' | 'value'>,
): AuditAction => (value ? auditedAs(does, type) : `${does} ${action} ${type}`) as AuditAction;

/** What the audit says of an action with a value. */
export const askedOf = (asked: Pick<BulkActionRecord, 'type' | 'value'>) =>
  asked.value ? { asked: actionWords(asked) } : {};

export const bulkActionStore = {
  /** The chosen units of a bulk action or its query, and the user who started it. */
  async order(bchKey: string): Promise<{ units: string[]; query?: MatchingUnits; askedBy: Asker }> {
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
};
