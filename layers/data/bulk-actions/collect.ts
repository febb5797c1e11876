import { MAX_MATCHING, TOO_MANY_MATCH } from '#core/bulk-actions/bulk-action.ts';
import { type BulkActionRecord, type Collecting, WALKS } from '#core/bulk-actions/bulk-action-record.ts';
import type { Page } from '#core/paging.ts';
import { instant } from '#core/time.ts';
import { getAll } from '../kit/batch.ts';
import { tryChange } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { BulkActionRowEntity, bulkRowEntities, isAtTurn, queuedIn } from './bulk-action-rows.ts';
import { BulkActionEntity } from './bulk-actions.ts';
import { stopEntry, stoppedBySystem } from './lost-rights.ts';

/** The rows of a page and the action are one transaction, which has at most 100 items. */
export const UNITS_PER_PAGE = 90;

const entities = { bulkAction: BulkActionEntity };

/**
 * Stores the units of a page as rows, counts them, and where the collection goes on, in one transaction. A unit that has its row already is not stored again. After
 * the last page the action begins. Does nothing if another worker has stored this page, or if the action is held. Returns why the action cannot go on, if so.
 */
export async function storeCollected(
  bulkAction: BulkActionRecord,
  { items, cursor }: Page<string>,
  now: number,
): Promise<string | undefined> {
  const { bchKey, total, expiresAt } = bulkAction;
  const keys = [...new Set(items)].map((UnitSerNum) => ({ bchKey, UnitSerNum }));
  const known = await getAll(BulkActionRowEntity, keys, { consistent: true });
  const has = new Set(known.map(({ UnitSerNum }) => UnitSerNum));
  const found = keys.filter(({ UnitSerNum }) => !has.has(UnitSerNum));
  if (total + found.length > MAX_MATCHING) return TOO_MANY_MATCH;
  const next = nextPlace(bulkAction.collecting!, cursor);
  await tryChange({ entities: bulkRowEntities }, (to) => {
    const patch = to.bulkAction.patch({ bchKey });
    const moved = next
      ? patch.add({ total: found.length, pagesRead: 1 }).set({ collecting: next, movedAt: instant(now) })
      : patch
          .add({ total: found.length, pagesRead: 1, turn: 1 })
          .set({ movedAt: instant(now) })
          .remove(['collecting']);
    return [
      ...found.map((key) => to.row.create({ ...key, ...queuedIn, state: 'queued', attempt: 0, expiresAt }).commit()),
      moved.where(isAtPage(bulkAction)).commit(),
    ];
  });
  return undefined;
}

/** Begins the list anew: it cannot go on from its place, because a dealer has moved. Units that have their rows keep them. */
export const collectAnew = (bulkAction: BulkActionRecord) =>
  tryChange({ entities }, (to) => [
    to.bulkAction
      .patch({ bchKey: bulkAction.bchKey })
      .add({ pagesRead: 1 })
      .set({ collecting: { walk: bulkAction.collecting!.walk } })
      .where(isAtPage(bulkAction))
      .commit(),
  ]);

/** Has the change stream hand the collection to a worker again: one message stands for a part of it. */
export const passCollectionOn = (bulkAction: BulkActionRecord) =>
  tryChange({ entities }, (to) => [
    to.bulkAction.patch({ bchKey: bulkAction.bchKey }).add({ turn: 1 }).where(isAtPage(bulkAction)).commit(),
  ]);

/** Stops a bulk action while its units are being found. Does nothing if it was held or passed on meanwhile. */
export const stopCollecting = (bulkAction: BulkActionRecord, stopReason: string, now: number): Promise<unknown> =>
  tryChange({ entities, audit: stopEntry(bulkAction, stopReason, now) }, (to) => [
    to.bulkAction
      .patch({ bchKey: bulkAction.bchKey })
      .set(stoppedBySystem(stopReason, now))
      .where(isAtPage(bulkAction))
      .commit(),
  ]);

function nextPlace({ walk }: Collecting, cursor: string | null): Collecting | undefined {
  if (cursor !== null) return { walk, cursor };
  return walk < WALKS ? { walk: walk + 1 } : undefined;
}

/** The condition that no other worker has stored this page, and that the action goes on. */
const isAtPage =
  (bulkAction: BulkActionRecord) =>
  (item: Parameters<ReturnType<typeof isAtTurn>>[0] & { pagesRead: unknown }, operations: Operations) =>
    `${isAtTurn(bulkAction)(item, operations)} AND ${operations.eq(item.pagesRead as number, bulkAction.pagesRead!)}`;
