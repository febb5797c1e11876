import { client } from '#data/kit/table.ts';

/** One request to the table, such as `query unit.byTree`, and its consumed capacity. */
interface TableRequest {
  request: string;
  read: number;
  write: number;
}

interface Consumed {
  CapacityUnits?: number;
}

type Input = Record<string, unknown>;

let requests: TableRequest[] = [];
const underWay = new Set<Promise<unknown>>();
let patternOf: (entity: string, index: string) => string = (entity) => entity;

/** Starts recording the requests to the table. `names` returns the name of an access pattern in the code. */
export function measure(names: typeof patternOf): void {
  patternOf = names;
  requests = [];
  client.middlewareStack.remove('capacity');
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = args.input as Input;
      const answered = next({ ...args, input: { ...input, ReturnConsumedCapacity: 'TOTAL' } as never });
      const ended = answered.catch(() => undefined).finally(() => underWay.delete(ended));
      underWay.add(ended);
      const result = await answered;
      note(String(context.commandName), input, result.output as { ConsumedCapacity?: Consumed | Consumed[] });
      return result;
    },
    { step: 'initialize', priority: 'high', name: 'capacity' },
  );
}

/** Resolves when no request is under way: a call that was refused may have left some of its reads behind. */
export async function quiet(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}

/** Returns the requests since the last call, in alphabetical order, with the sum of their capacity. */
export function measured(): { read: number; write: number; requests: string[] } {
  const recorded = requests;
  requests = [];
  const sum = (kind: 'read' | 'write') => recorded.reduce((total, one) => total + one[kind], 0);
  const times = Map.groupBy(recorded, ({ request }) => request);
  const counted = [...times].map(([request, { length }]) => (length > 1 ? `${length} x ${request}` : request));
  return { read: sum('read'), write: sum('write'), requests: counted.sort() };
}

/** Polled until a carrier is free, so the number of polls differs. */
const POLLED_ENTITY = 'carrierTurn';

function note(commandName: string, input: Input, { ConsumedCapacity }: { ConsumedCapacity?: Consumed | Consumed[] }) {
  if (patternsOf(commandName, input).some((pattern) => pattern.startsWith(POLLED_ENTITY))) return;
  const units = [ConsumedCapacity].flat().reduce((total, one) => total + (one?.CapacityUnits ?? 0), 0);
  const reads = /^(Get|Query|BatchGet|TransactGet)/.test(commandName);
  requests.push({
    request: `${verbOf(commandName)} ${patternsOf(commandName, input).join(' ')}`,
    read: reads ? Math.max(units, leastOf(commandName, input)) : 0,
    write: reads ? 0 : units,
  });
}

/**
 * What DynamoDB charges for a read that finds nothing, which is free in DynamoDB Local. Without it, a figure depends on whether a
 * simultaneous request has written already.
 */
const leastOf = (commandName: string, { ConsistentRead }: Input) =>
  /^(Get|Query)Command$|^GetItemCommand$/.test(commandName) ? (ConsistentRead ? 1 : 0.5) : 0;

const verbOf = (commandName: string) =>
  commandName
    .replace(/(Items?)?Command$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/ /g, '-');

/** The access patterns of a request, each once. */
function patternsOf(commandName: string, input: Input): string[] {
  if (commandName.startsWith('Query')) {
    const values = input.ExpressionAttributeValues as Record<string, string>;
    return [patternOf(entityOf(values[':sk1'] ?? ''), (input.IndexName as string) ?? '')];
  }
  return [...new Set(keysIn(input).map((sk) => patternOf(entityOf(sk), '')))].sort();
}

/** All sort keys in a request: in `Key` of a read or update, in `Item` of a put. */
function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { sk } = value as { sk?: unknown };
  return typeof sk === 'string' ? [sk] : Object.values(value).flatMap(keysIn);
}

/** A sort key of ElectroDB begins with the entity and its version: `$unit_1`. */
const entityOf = (sk: string) => /^\$(\w+)_\d+/.exec(sk)?.[1] ?? 'unknown';
