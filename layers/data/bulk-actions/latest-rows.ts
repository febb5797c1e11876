import type { BulkActionRow } from '#core/bulk-actions/bulk-action.ts';
import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { staleCursor } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { BulkActionRowEntity, listByTime, type RowItem, shownRow } from './bulk-action-rows.ts';

/**
 * One page of the rows with an outcome, the last outcome first. Rows that failed in an earlier attempt are to do again, so they are left out. The cursor is the
 * last row of the page before.
 */
export async function latestRows(
  bulkAction: BulkActionRecord,
  { cursor, pageSize }: PageRequest,
): Promise<Page<BulkActionRow>> {
  const { bchKey, attempt } = bulkAction;
  const after = cursor === undefined ? undefined : placeOf(cursor);
  // The row of the cursor is read again, and one more row shows that there is a next page.
  const count = pageSize + 2;
  const lists = [listByTime(bchKey, 'done', attempt), listByTime(bchKey, 'failed', attempt)];
  const read = await Promise.all(
    lists.map((settledOf) =>
      BulkActionRowEntity.query
        .byTime({ settledOf })
        .between({ settledAt: '' }, { settledAt: after ?? endOfPrefix('') })
        .go({ order: 'desc', count }),
    ),
  );
  const rows = read
    .flatMap(({ data }) => data)
    .filter((row) => after === undefined || placeIn(row) < after)
    .sort((one, other) => (placeIn(one) > placeIn(other) ? -1 : 1));
  const items = rows.slice(0, pageSize);
  return {
    items: items.map((row) => shownRow(bulkAction, row.UnitSerNum, row)),
    cursor: rows.length > items.length ? cursorOf(placeIn(items.at(-1)!)) : null,
  };
}

const placeIn = ({ settledAt }: RowItem): string => settledAt!;

const cursorOf = (place: string) => Buffer.from(place).toString('base64url');

function placeOf(cursor: string): string {
  const place = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z \w{1,40}$/.test(place)) throw staleCursor();
  return place;
}
