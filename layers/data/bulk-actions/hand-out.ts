import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { turnOf } from '#core/bulk-actions/pace.ts';
import { tryChange } from '../kit/change.ts';
import { bulkActionRowStore, isAtTurn } from './bulk-action-rows.ts';
import { BulkActionEntity } from './bulk-actions.ts';

/** Without a pace, the rows of a query are handed out so many at a time. */
const HANDED_OUT_AT_ONCE = 1_000;

/** Units to hand out, and the last of them if there can be more. */
interface Due {
  units: string[];
  goesOnAfter?: string;
}

/** The units that are due next. Rows of a turn with a pace that got their outcome in it count, so the turn is no larger. */
export async function dueUnits(bulkAction: BulkActionRecord): Promise<Due> {
  const { pace, turn = 0, pagesRead } = bulkAction;
  const most = pace === undefined ? HANDED_OUT_AT_ONCE : turnOf(pace).units;
  if (pagesRead === undefined) {
    const rows = await bulkActionRowStore.list(bulkAction);
    const { units, ofTurn } = openOf(rows, turn);
    return { units: pace === undefined ? units : units.slice(0, Math.max(0, most - ofTurn)) };
  }
  const units: string[] = [];
  let ofTurn = 0;
  for await (const rows of bulkActionRowStore.after(bulkAction, bulkAction.handedTo ?? ''))
    for (const { UnitSerNum, state, turn: itsTurn } of rows) {
      if (state === 'queued') units.push(UnitSerNum);
      else if (pace !== undefined && itsTurn === turn) ofTurn += 1;
      if (units.length + ofTurn >= most) return { units, ...(pace === undefined && { goesOnAfter: UnitSerNum }) };
    }
  return { units };
}

function openOf(rows: Awaited<ReturnType<typeof bulkActionRowStore.list>>, turn: number) {
  return {
    units: rows.filter(({ state }) => state === 'queued').map(({ UnitSerNum }) => UnitSerNum),
    ofTurn: rows.filter((row) => row.turn === turn).length,
  };
}

/** Stores up to which unit the rows are handed out. The change stream hands out the next ones. Does nothing if somebody else has, or if the action is held. */
export const handedOutTo = (bulkAction: BulkActionRecord, UnitSerNum: string) =>
  tryChange({ entities: { bulkAction: BulkActionEntity } }, (to) => [
    to.bulkAction
      .patch({ bchKey: bulkAction.bchKey })
      .set({ handedTo: UnitSerNum })
      .where(
        (item, operations) =>
          `${isAtTurn(bulkAction)(item, operations)} AND ${
            bulkAction.handedTo === undefined
              ? operations.notExists(item.handedTo)
              : operations.eq(item.handedTo, bulkAction.handedTo)
          }`,
      )
      .commit(),
  ]);
