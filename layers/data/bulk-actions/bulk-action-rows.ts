import { Entity, type EntityItem, type TransactWriteEntities } from 'electrodb';
import type { BulkActionRow } from '#core/bulk-actions/bulk-action.ts';
import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { outcomeOf, type RowOutcome, SO_ALREADY } from '#core/bulk-actions/outcome.ts';
import { AppError } from '#core/errors.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import type { Rights } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { refusedAs, tryChange, type Write } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { page, staleCursor } from '../kit/page.ts';
import { at, endOfPrefix, primary, secondary } from '../kit/table.ts';
import { reportingSwitch } from '../units/unit-changes.ts';
import { UnitEntity } from '../units/units.ts';
import { BulkActionEntity, bulkActionStore } from './bulk-actions.ts';

export const BulkActionRowEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'bulkActionRow', version: '1' },
    attributes: {
      bchKey: requiredText,
      UnitSerNum: requiredText,
      /** `queued`: a query has found the unit. A chosen unit has no item until its outcome. */
      state: { type: ['queued', 'done', 'failed'] as const, required: true },
      /** That of its outcome; 0 before. */
      attempt: requiredNumber,
      /** The turn of the worker. Absent in old items. */
      turn: number,
      reason: text,
      /** True: somebody else does it, and had not confirmed it by then. */
      asked: { type: 'boolean' },
      /** True: it was as asked, so nothing was changed. */
      already: { type: 'boolean' },
      finishedAt: text,
      /** The list of the bulk action that has the row, by `listOf`. Absent in old items. */
      list: text,
      /** The list by time that has the row, by `listByTime`, once it has an outcome. Absent in old items. */
      settledOf: text,
      /** Its time and unit: two rows of a list never have the same. */
      settledAt: text,
      expiresAt: requiredNumber,
    },
    indexes: {
      byBulkAction: primary(['bchKey'], ['UnitSerNum']),
      byList: secondary('gsi1', ['bchKey', 'list'], ['UnitSerNum']),
      byTime: secondary('gsi2', ['settledOf'], ['settledAt']),
    },
  },
  at,
);

/** The outcome of one row. */
export interface BulkActionOutcome {
  bulkAction: BulkActionRecord;
  UnitSerNum: string;
  /** Milliseconds. */
  now: number;
}

/** What the row says beside its state. */
interface RowWords {
  reason?: string;
  asked?: boolean;
  already?: boolean;
}

/** The list of rows with an outcome. Failed rows of an earlier attempt are to do again, so each attempt has a list of them. */
const listOf = (outcome: RowOutcome, attempt: number): string => (outcome === 'failed' ? `failed ${attempt}` : outcome);

/** The list by time of rows with an outcome. Failed rows of an earlier attempt are not among the latest, so each attempt has a list of them. */
export const listByTime = (bchKey: string, state: 'done' | 'failed', attempt: number): string =>
  state === 'failed' ? `${bchKey} ${listOf('failed', attempt)}` : bchKey;

/** The list that a view of rows reads. A retry has only the failed rows of the attempt before to do. */
const listAsked = (view: RowOutcome, { attempt }: Pick<BulkActionRecord, 'attempt'>): string =>
  view === 'toDo' && attempt > 1 ? listOf('failed', attempt - 1) : listOf(view, attempt);

/** What a row says of its place in the lists of rows. One that is queued has no outcome. */
export const queuedIn = { list: listOf('toDo', 0) };

/** What the row of a unit says that needs no change. */
export const ALREADY: RowWords = { reason: SO_ALREADY, already: true };

const rowItem = ({ bulkAction, UnitSerNum, now }: BulkActionOutcome, state: 'done' | 'failed', words: RowWords) => ({
  bchKey: bulkAction.bchKey,
  UnitSerNum,
  state,
  attempt: bulkAction.attempt,
  turn: bulkAction.turn ?? 0,
  finishedAt: instant(now),
  list: listOf(outcomeOf({ state, ...words }), bulkAction.attempt),
  settledOf: listByTime(bulkAction.bchKey, state, bulkAction.attempt),
  settledAt: `${instant(now)} ${UnitSerNum}`,
  expiresAt: bulkAction.expiresAt,
  ...words,
});

export type RowItem = EntityItem<typeof BulkActionRowEntity>;

const ROWS_AT_ONCE = 250;

/** A row as it stands in this attempt. */
export function shownRow(
  { attempt, stoppedAs }: BulkActionRecord,
  UnitSerNum: string,
  row: RowItem | undefined,
): BulkActionRow & { turn?: number } {
  if (!row || row.state === 'queued' || (row.state === 'failed' && row.attempt < attempt))
    return { UnitSerNum, state: stoppedAs === 'cancelled' ? 'cancelled' : 'queued' };
  const { state, turn, finishedAt, reason, asked, already } = row;
  return {
    ...{ UnitSerNum, state, finishedAt },
    ...(turn !== undefined && { turn }),
    ...(reason && { reason }),
    ...(asked && { asked }),
    ...(already && { already }),
  };
}

/** Which rows of a bulk action a page shows. */
export interface RowsAsked extends PageRequest {
  view?: RowOutcome | undefined;
  unit?: string | undefined;
}

/** One page of the rows of chosen units, in the order of the request. The cursor is the unit before it. */
function pageOfChosen(
  rows: readonly (BulkActionRow & { turn?: number })[],
  { view, unit = '', cursor, pageSize }: RowsAsked,
): Page<BulkActionRow> {
  const before = cursor === undefined ? -1 : rows.findIndex(({ UnitSerNum }) => UnitSerNum === cursor);
  if (cursor !== undefined && before < 0) throw staleCursor();
  const found = rows
    .slice(before + 1)
    .filter((row) => row.UnitSerNum.startsWith(unit) && (view === undefined || outcomeOf(row) === view));
  const items = found.slice(0, pageSize).map(({ turn: _, ...row }) => row);
  return { items, cursor: found.length > items.length ? items.at(-1)!.UnitSerNum : null };
}

export const bulkActionRowStore = {
  /** The outcome of each chosen unit so far, in the order of the request: at most 1,000. The rows of a query are read by pages. */
  async list(bulkAction: BulkActionRecord): Promise<(BulkActionRow & { turn?: number })[]> {
    const { bchKey } = bulkAction;
    const [{ units }, { data }] = await Promise.all([
      bulkActionStore.order(bchKey),
      BulkActionRowEntity.query.byBulkAction({ bchKey }).go({ pages: 'all' }),
    ]);
    const outcomes = new Map(data.map((row) => [row.UnitSerNum, row]));
    return units.map((UnitSerNum) => shownRow(bulkAction, UnitSerNum, outcomes.get(UnitSerNum)));
  },

  /**
   * One page of rows, in the order of their serial numbers. `unit`: the begin of their serial numbers.
   * Chosen units without an outcome have no items: with them, the at most 1,000 rows are read together.
   */
  async page(bulkAction: BulkActionRecord, { view, unit = '', ...request }: RowsAsked): Promise<Page<BulkActionRow>> {
    const { bchKey, attempt, pagesRead } = bulkAction;
    if (pagesRead === undefined && (view === undefined || (view === 'toDo' && attempt === 1)))
      return pageOfChosen(await bulkActionRowStore.list(bulkAction), { view, unit, ...request });
    const range = [{ UnitSerNum: unit }, { UnitSerNum: endOfPrefix(unit) }] as const;
    const { items, cursor } =
      view === undefined
        ? await page(BulkActionRowEntity.query.byBulkAction({ bchKey }).between(...range), request)
        : await page(
            BulkActionRowEntity.query.byList({ bchKey, list: listAsked(view, bulkAction) }).between(...range),
            request,
          );
    return { items: items.map((row) => shownRow(bulkAction, row.UnitSerNum, row)), cursor };
  },

  /** The rows of a query after a unit, in the latest state, as many at a time as one reading returns. */
  async *after(
    bulkAction: BulkActionRecord,
    UnitSerNum: string,
  ): AsyncGenerator<(BulkActionRow & { turn?: number })[]> {
    const { bchKey } = bulkAction;
    let cursor: string | null = null;
    do {
      const read: { data: RowItem[]; cursor: string | null } = await BulkActionRowEntity.query
        .byBulkAction({ bchKey })
        .between({ UnitSerNum }, { UnitSerNum: endOfPrefix('') })
        .go({ cursor, limit: ROWS_AT_ONCE, consistent: true });
      const rows = read.data.filter((row) => row.UnitSerNum !== UnitSerNum);
      yield rows.map((row) => shownRow(bulkAction, row.UnitSerNum, row));
      cursor = read.cursor;
    } while (cursor !== null);
  },

  /**
   * Switches the unit's reporting, stores the row's outcome, counts it and audits it, in one transaction. A unit whose reporting is so
   * already gets no audit entry. False if the row has an outcome already, so a message can be delivered twice, or if the action is held. CONFLICT if the unit was
   * switched, moved or deleted since it was read, or its dealer moved.
   */
  async switchReporting(outcome: BulkActionOutcome, rights: Rights, was: UnitRecord): Promise<boolean> {
    const { bulkAction, now } = outcome;
    const Report = bulkAction.type === 'on' ? 1 : 0;
    const { write, audit } = reportingSwitch(rights, was, Report, now, bulkAction.bchKey);
    const refusal = await tryChange({ entities, audit, about: was }, (to) => [
      ...settling(to, outcome, 'done', audit.length === 0 ? ALREADY : {}).map((settled) =>
        refusedAs('settled', settled),
      ),
      write(to.unit),
    ]);
    if (refusal === 'changed') throw new AppError('CONFLICT', 'The unit changed meanwhile');
    return !refusal;
  },

  /** True if the row has an outcome of this attempt, or is done: a message can be delivered twice. */
  async isSettled({ bulkAction: { bchKey, attempt }, UnitSerNum }: BulkActionOutcome): Promise<boolean> {
    const { data } = await BulkActionRowEntity.get({ bchKey, UnitSerNum }).go({ consistent: true });
    return data !== null && (data.state === 'done' || data.attempt === attempt);
  },

  settle,

  /** Stores that the row is done, and how. False if it had its outcome already, or the action is held. */
  done: (outcome: BulkActionOutcome, words?: RowWords): Promise<boolean> => settle(outcome, 'done', words),

  /** Stores that the row failed, and why. False if the row had its outcome already, or the action is held. */
  fail: (outcome: BulkActionOutcome, reason: string): Promise<boolean> => settle(outcome, 'failed', { reason }),
};

/**
 * Stores the outcome of a row. False if it had its outcome already, or the action is held. `evenIfStopped`: what somebody outside of the portal was asked
 * for is true also if the action was stopped meanwhile.
 */
async function settle(
  outcome: BulkActionOutcome,
  state: 'done' | 'failed',
  words?: RowWords,
  how?: { evenIfStopped: boolean },
): Promise<boolean> {
  return !(await tryChange({ entities: bulkRowEntities }, (to) => settling(to, outcome, state, words, how)));
}

/** The entities of a transaction that settles a row. */
export const bulkRowEntities = { row: BulkActionRowEntity, bulkAction: BulkActionEntity };
const entities = { ...bulkRowEntities, unit: UnitEntity };

/** The writes that store the outcome of a row and count it. Refused if the row has one, or if the action was stopped, unless `evenIfStopped`. */
export const settling = (
  to: TransactWriteEntities<typeof bulkRowEntities>,
  outcome: BulkActionOutcome,
  state: 'done' | 'failed',
  words: RowWords = {},
  { evenIfStopped } = { evenIfStopped: false },
): Write[] => [
  to.row
    .put(rowItem(outcome, state, words))
    .where(isOpen(outcome.bulkAction))
    .commit(),
  to.bulkAction
    .patch({ bchKey: outcome.bulkAction.bchKey })
    .add({ [state]: 1, ...(words.asked && { asked: 1 }), ...(words.already && { already: 1 }) })
    .set({ movedAt: instant(outcome.now) })
    .where((evenIfStopped ? isSameAttempt : isAtWork)(outcome.bulkAction))
    .commit(),
];

/** The condition that the row has no outcome, or failed in an earlier attempt. A queued row has attempt 0. */
export const isOpen =
  ({ attempt: current }: BulkActionRecord) =>
  (
    { state, attempt }: Pick<EntityItem<typeof BulkActionRowEntity>, 'state' | 'attempt'>,
    { notExists, eq, lt }: Operations,
  ) =>
    `${notExists(state)} OR ${eq(state, 'queued')} OR (${eq(state, 'failed')} AND ${lt(attempt, current)})`;

/** The condition that no later turn was handed out, and that this attempt goes on. */
export const isAtTurn =
  (bulkAction: BulkActionRecord) =>
  (
    item: Required<Pick<EntityItem<typeof BulkActionEntity>, 'attempt' | 'stoppedAt' | 'turn'>>,
    operations: Operations,
  ) => {
    const { notExists, eq } = operations;
    const isSame = bulkAction.turn === undefined ? notExists(item.turn) : eq(item.turn, bulkAction.turn);
    return `${isAtWork(bulkAction)(item, operations)} AND ${isSame}`;
  };

const isSameAttempt =
  ({ attempt: current }: BulkActionRecord) =>
  ({ attempt }: Pick<EntityItem<typeof BulkActionEntity>, 'attempt'>, { eq }: Operations) =>
    eq(attempt, current);

/** The condition that this attempt goes on. Whatever the turn is: what a carrier refused in an earlier one is true. */
const isAtWork =
  ({ attempt: current }: BulkActionRecord) =>
  (
    { attempt, stoppedAt }: Pick<EntityItem<typeof BulkActionEntity>, 'attempt' | 'stoppedAt'>,
    { notExists, eq }: Operations,
  ) =>
    `${eq(attempt, current)} AND ${notExists(stoppedAt)}`;
