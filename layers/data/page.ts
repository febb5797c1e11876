import { AppError } from '#core/errors.ts';
import type { Page } from '#core/paging.ts';

interface PagedQuery<Item> {
  params(options?: object): unknown;
  go(options: { cursor: string | null; count: number; limit: number }): Promise<{
    data: Item[];
    cursor: string | null;
  }>;
}

interface QueryParameters {
  IndexName?: string;
  ExpressionAttributeValues: Record<string, unknown>;
}

/**
 * One page of a query: `pageSize` items from where `cursor` left off.
 * A cursor that this query cannot have given is refused (422), so that nobody reads outside their partition with a forged one.
 */
export async function page<Item>(
  query: PagedQuery<Item>,
  { cursor, pageSize }: { cursor?: string | undefined; pageSize: number },
): Promise<Page<Item>> {
  if (cursor !== undefined) requireOwn(cursor, query.params() as QueryParameters);
  // `count` alone would read a megabyte and cut it down to the page.
  const { data, cursor: next } = await query.go({ cursor: cursor ?? null, count: pageSize, limit: pageSize });
  return { items: data, cursor: next };
}

function requireOwn(cursor: string, { IndexName, ExpressionAttributeValues: values }: QueryParameters) {
  const keys = decode(cursor);
  const prefix = IndexName ?? '';
  const fields = new Set(['pk', 'sk', `${prefix}pk`, `${prefix}sk`]);
  const sortBounds = values[':sk2'] === undefined ? String(values[':sk1'] ?? '') : '';
  const own =
    Object.keys(keys).length === fields.size &&
    Object.entries(keys).every(([field, value]) => fields.has(field) && typeof value === 'string') &&
    keys[`${prefix}pk`] === values[':pk'] &&
    String(keys[`${prefix}sk`]).startsWith(sortBounds);
  if (!own) throw stale();
}

function decode(cursor: string): Record<string, unknown> {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (typeof keys === 'object' && keys !== null && !Array.isArray(keys)) return keys as Record<string, unknown>;
  } catch {
    // Not JSON: no cursor of ours.
  }
  throw stale();
}

const stale = () =>
  new AppError('INVALID', 'The list cannot go on from there. Please load it again.', [
    { path: 'cursor', message: 'Not a place in this list' },
  ]);
