import { AppError } from '#core/errors.ts';
import type { Page } from '#core/paging.ts';

type Order = 'asc' | 'desc';

interface PagedQuery<Item> {
  params(options?: object): unknown;
  go(options: { cursor: string | null; count: number; limit: number; params: object; order?: Order }): Promise<{
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
  reading?: number;
  order?: Order;
}

/**
 * One page of a query: `pageSize` items from where `cursor` left off. `reading` is how many items it looks at in one go, where a
 * filter passes only some of them.
 * A cursor that this query cannot have given is refused (422), so that nobody reads outside their partition with a forged one.
 */
export async function page<Item>(
  query: PagedQuery<Item>,
  { cursor, pageSize, reading = pageSize, order = 'asc' }: PageAsked,
): Promise<Page<Item>> {
  const params = cursor === undefined ? {} : goingOn(cursor, query.params() as QueryParameters, order);
  // `count` alone would read a megabyte and cut it down to the page.
  const { data, cursor: next } = await query.go({
    cursor: cursor ?? null,
    count: pageSize,
    limit: reading,
    params,
    // A caller that knows its own order has set it already.
    ...(order === 'desc' && { order }),
  });
  return { items: data, cursor: next };
}

/** The cursor of the first page of a range of the table itself, for a list that has something else before it. */
export function beginningOf(query: Pick<PagedQuery<unknown>, 'params'>): string {
  const { ':pk': pk, ':sk1': sk } = (query.params() as QueryParameters).ExpressionAttributeValues;
  return Buffer.from(JSON.stringify({ pk, sk })).toString('base64url');
}

/** A range goes on from the cursor's place: DynamoDB Local would read all before it once more. */
function goingOn(cursor: string, query: QueryParameters, order: Order): Partial<QueryParameters> {
  const place = ownPlace(cursor, query);
  const { ExpressionAttributeValues: values } = query;
  return isRange(values)
    ? { ExpressionAttributeValues: { ...values, [order === 'desc' ? ':sk2' : ':sk1']: place } }
    : {};
}

const isRange = (values: QueryParameters['ExpressionAttributeValues']) => values[':sk2'] !== undefined;

/** The sort key of the last item before the page that is asked for. */
function ownPlace(cursor: string, { IndexName, ExpressionAttributeValues: values }: QueryParameters): string {
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
  if (!own) throw stale();
  return place;
}

/** Bytes that the table takes in a key of each kind ("Quotas", DynamoDB); it takes none that is empty. */
const LONGEST_KEY = { pk: 2048, sk: 1024 };

const isKey = (value: unknown, field: string) =>
  typeof value === 'string' &&
  value !== '' &&
  Buffer.byteLength(value) <= (field.endsWith('pk') ? LONGEST_KEY.pk : LONGEST_KEY.sk);

function decode(cursor: string): Record<string, unknown> {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (typeof keys === 'object' && keys !== null && !Array.isArray(keys)) return keys as Record<string, unknown>;
  } catch {
    // Not JSON: no cursor of ours.
  }
  throw stale();
}

/** What is said of a cursor that no list can have given. */
export const stale = () =>
  new AppError('INVALID', 'The list cannot go on from there. Please load it again.', [
    { path: 'cursor', message: 'Not a place in this list' },
  ]);
