import { client } from '#data/kit/table.ts';

/** One request to the table: `query unit.byTree`, and what it consumed. */
interface Asked {
  request: string;
  read: number;
  write: number;
}

interface Consumed {
  CapacityUnits?: number;
}

type Input = Record<string, unknown>;

let asked: Asked[] = [];
let patternOf: (entity: string, index: string) => string = (entity) => entity;

/** Begins to write down what is asked of the table; `names` gives a pattern the name that the code has for it. */
export function measure(names: typeof patternOf): void {
  patternOf = names;
  asked = [];
  client.middlewareStack.remove('capacity');
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = args.input as Input;
      const result = await next({ ...args, input: { ...input, ReturnConsumedCapacity: 'TOTAL' } as never });
      note(String(context.commandName), input, result.output as { ConsumedCapacity?: Consumed | Consumed[] });
      return result;
    },
    { step: 'initialize', priority: 'high', name: 'capacity' },
  );
}

/** What was asked since `measure`, in alphabetical order, and what all of it consumed. */
export function measured(): { read: number; write: number; requests: string[] } {
  const sum = (what: 'read' | 'write') => asked.reduce((total, one) => total + one[what], 0);
  const times = Map.groupBy(asked, ({ request }) => request);
  const requests = [...times].map(([request, { length }]) => (length > 1 ? `${length} x ${request}` : request));
  return { read: sum('read'), write: sum('write'), requests: requests.sort() };
}

/** Whoever waits for their turn at a carrier asks until it comes: how often, no two runs agree on. */
const WAITING = 'carrierTurn';

function note(commandName: string, input: Input, { ConsumedCapacity }: { ConsumedCapacity?: Consumed | Consumed[] }) {
  if (patternsOf(commandName, input).some((pattern) => pattern.startsWith(WAITING))) return;
  const units = [ConsumedCapacity].flat().reduce((total, one) => total + (one?.CapacityUnits ?? 0), 0);
  const reads = /^(Get|Query|BatchGet|TransactGet)/.test(commandName);
  asked.push({
    request: `${verbOf(commandName)} ${patternsOf(commandName, input).join(' ')}`,
    read: reads ? units : 0,
    write: reads ? 0 : units,
  });
}

const verbOf = (commandName: string) =>
  commandName
    .replace(/(Items?)?Command$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/ /g, '-');

/** The patterns that a request goes by, each once. */
function patternsOf(commandName: string, input: Input): string[] {
  if (commandName.startsWith('Query')) {
    const values = input.ExpressionAttributeValues as Record<string, string>;
    return [patternOf(entityOf(values[':sk1'] ?? ''), (input.IndexName as string) ?? '')];
  }
  return [...new Set(keysIn(input).map((sk) => patternOf(entityOf(sk), '')))].sort();
}

/** The sort keys that a request names, however deep: `Key` of a read or change, `Item` of what is put. */
function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { sk } = value as { sk?: unknown };
  return typeof sk === 'string' ? [sk] : Object.values(value).flatMap(keysIn);
}

/** ElectroDB begins a sort key with the entity and its version: `$unit_1`. */
const entityOf = (sk: string) => /^\$(\w+)_\d+/.exec(sk)?.[1] ?? 'unknown';
