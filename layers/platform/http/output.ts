import type { Endpoint } from '#core/contract.ts';
import { logger, measureUnreadableRows } from '../aws/observability.ts';

/** The position of a row in an output: `['items', 3]`, or `['lists', 'MXD-LTE', 3]`. */
type Position = readonly PropertyKey[];

/**
 * Parses the output of a call by its contract, so that only fields of the contract leave the server. A row of a list that does not fit is
 * left out, because one malformed stored item must not hide all others. The row is logged and counted, and an alarm reports it.
 * @throws if anything but a row does not fit
 */
export function outputOf(endpoint: Endpoint, output: unknown): unknown {
  const parsed = endpoint.output.safeParse(output);
  if (parsed.success) return parsed.data;
  const unreadable = new Map<string, { position: Position; fields: string[] }>();
  for (const { path } of parsed.error.issues) {
    const position = path.slice(0, path.findIndex((step) => typeof step === 'number') + 1);
    if (position.length === 0) throw parsed.error;
    const row = unreadable.get(nameOf(position)) ?? { position, fields: [] };
    row.fields.push(nameOf(path.slice(position.length)));
    unreadable.set(nameOf(position), row);
  }
  for (const { position, fields } of unreadable.values())
    logLeftOut(endpoint, at(output, position), { position: nameOf(position), fields });
  measureUnreadableRows(unreadable.size);
  return endpoint.output.parse(without(output, unreadable));
}

/** Logs and counts stored items that are left out of a list before it has rows: the list could not be built from them. `by`: the endpoint, or the name of a function that has none. */
export const reportLeftOut =
  (by: Endpoint | string) =>
  (item: object, fields: readonly string[]): void => {
    logLeftOut(by, item, { fields });
    measureUnreadableRows(1);
  };

function logLeftOut(by: Endpoint | string, item: unknown, details: { position?: string; fields: readonly string[] }) {
  logger.error('A stored item is left out of a list: it does not fit the contract', {
    call: typeof by === 'string' ? by : `${by.method} ${by.path}`,
    key: keyOf(item),
    ...details,
  });
}

const nameOf = (path: Position) => path.map(String).join('.');

const at = (value: unknown, [step, ...rest]: Position): unknown =>
  step === undefined ? value : at((value as Record<PropertyKey, unknown> | undefined)?.[step], rest);

/** The value without the rows at these positions. */
function without(value: unknown, gone: ReadonlyMap<string, unknown>, position: Position = []): unknown {
  if (Array.isArray(value)) return value.filter((_, index) => !gone.has(nameOf([...position, index])));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, without(inner, gone, [...position, name])]),
  );
}

/** The fields that identify a row: `UnitSerNum`, `UserKey`, `id`. The others can be personal. */
const keyOf = (row: unknown) =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => /(?:Key|SerNum|Id|^id|^facet)$/.test(name)));
