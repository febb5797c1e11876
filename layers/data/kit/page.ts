import { AppError } from '#core/errors.ts';
import type { Page } from '#core/paging.ts';

type Order = 'asc' | 'desc';

interface PagedQuery<Item> {
  params(options?: object): unknown;
  go(options: { cursor: string | null; limit: number; params: object; order?: Order }): Promise<{
    data: Item[];
    cursor: string | null;
  }>;
}

interface QueryParameters {
  IndexName?: string;
  ExpressionAttributeValues: Record<string, unknown>;
}

interface PageAsked {
  cursor?: string | undefined;
  pageSize: number;
  order?: Order;
}

/**
 * One page of a query without a filter: `pageSize` items after `cursor`.
 * A cursor that this query cannot have returned is refused (422): a forged one could read outside the partition.
 */
export async function page<Item>(
  query: PagedQuery<Item>,
  { cursor, pageSize, order = 'asc' }: PageAsked,
): Promise<Page<Item>> {
  const items: Item[] = [];
  for (let place = cursor; ; ) {
    const { data, cursor: next } = await query.go({
      cursor: place ?? null,
      // Not `count`: ElectroDB would make the cursor from the last item, in which hidden attributes of the index are missing.
      limit: pageSize - items.length,
      params: place === undefined ? {} : rangeFrom(place, query.params() as QueryParameters, order),
      // Without `order`, the caller's own order applies.
      ...(order === 'desc' && { order }),
    });
    items.push(...data);
    // One request reads at most a megabyte, which can be less than a page.
    if (next === null || items.length === pageSize) return { items, cursor: next };
    place = next;
  }
}

/** The cursor of the first page of a range of the table, for a list that shows something else first. */
export function firstPageCursor(query: Pick<PagedQuery<unknown>, 'params'>): string {
  const { ':pk': pk, ':sk1': sk } = (query.params() as QueryParameters).ExpressionAttributeValues;
  return Buffer.from(JSON.stringify({ pk, sk })).toString('base64url');
}

/** The cursor after an item of a query of the table, for a list that shows only some of the items. `key` are those of the item. */
export const cursorAfter = ({ pk, sk }: { pk: string; sk: string }): string =>
  Buffer.from(JSON.stringify({ pk, sk })).toString('base64url');

/** Starts the range at the cursor, because DynamoDB Local would read everything before it again. */
function rangeFrom(cursor: string, query: QueryParameters, order: Order): Partial<QueryParameters> {
  const place = placeOf(cursor, query);
  const { ExpressionAttributeValues: values } = query;
  return isRange(values)
    ? { ExpressionAttributeValues: { ...values, [order === 'desc' ? ':sk2' : ':sk1']: place } }
    : {};
}

const isRange = (values: QueryParameters['ExpressionAttributeValues']) => values[':sk2'] !== undefined;

/** The sort key of the last item before the requested page. */
function placeOf(cursor: string, { IndexName, ExpressionAttributeValues: values }: QueryParameters): string {
  const keys = decode(cursor);
  const prefix = IndexName ?? '';
  const fields = new Set(['pk', 'sk', `${prefix}pk`, `${prefix}sk`]);
  const place = String(keys[`${prefix}sk`]);
  const [first, last] = [String(values[':sk1'] ?? ''), String(values[':sk2'])];
  const own =
    Object.keys(keys).length === fields.size &&
    Object.entries(keys).every(([field, value]) => fields.has(field) && isKey(value, field)) &&
    keys[`${prefix}pk`] === values[':pk'] &&
    (isRange(values) ? first <= place && place <= last : place.startsWith(first));
  if (!own) throw staleCursor();
  return place;
}

/** The maximum bytes of a key ("Quotas", DynamoDB). Empty keys are not allowed. */
const MAX_KEY_LENGTH = { pk: 2048, sk: 1024 };

const isKey = (value: unknown, field: string) =>
  typeof value === 'string' &&
  value !== '' &&
  Buffer.byteLength(value) <= (field.endsWith('pk') ? MAX_KEY_LENGTH.pk : MAX_KEY_LENGTH.sk);

function decode(cursor: string): Record<string, unknown> {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (typeof keys === 'object' && keys !== null && !Array.isArray(keys)) return keys as Record<string, unknown>;
  } catch {
    // Not JSON, so not a cursor of ours.
  }
  throw staleCursor();
}

/** The error for a cursor that the list cannot have returned. */
export const staleCursor = () =>
  new AppError('INVALID', 'The list cannot go on from there. Please load it again.', [
    { path: 'cursor', message: 'Not a place in this list' },
  ]);
