import type { TransactWriteEntities } from 'electrodb';
import { UdiPartEntity } from './entities.ts';

/** Rows of the longest identifiers stay below the size of an item. */
const PART_ROWS = 2_500;
const MAX_PARTS = 4;

type ToPart = TransactWriteEntities<{ part: typeof UdiPartEntity }>['part'];

/** Stores the identifiers of an order item in place of its present ones. */
export const udiWrites = (to: ToPart, orderItemKey: string, udis: readonly string[]) =>
  Array.from({ length: MAX_PARTS }, (_, part) => {
    const rows = udis.slice(part * PART_ROWS, (part + 1) * PART_ROWS);
    return rows.length > 0
      ? to.put({ orderItemKey, part, udis: rows }).commit()
      : to.delete({ orderItemKey, part }).commit();
  });

/** The identifiers of the places from `first` on, at most `count`. */
export async function udisOf(orderItemKey: string, first: number, count: number): Promise<string[]> {
  const parts = [Math.floor((first - 1) / PART_ROWS), Math.floor((first + count - 2) / PART_ROWS)] as const;
  const { data } = await UdiPartEntity.query
    .udiPart({ orderItemKey })
    .between({ part: parts[0] }, { part: parts[1] })
    .go({ pages: 'all' });
  const from = first - 1 - parts[0] * PART_ROWS;
  return data.flatMap(({ udis }) => udis).slice(from, from + count);
}
