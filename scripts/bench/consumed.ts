import { client } from '#data/kit/table.ts';

interface Told {
  ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[];
}

/** The capacity units that the table charges for `work`. */
export async function consumedBy(work: () => Promise<unknown>): Promise<number> {
  let consumed = 0;
  client.middlewareStack.add(
    (next) => async (call) => {
      const result = await next({ ...call, input: { ...call.input, ReturnConsumedCapacity: 'TOTAL' } });
      for (const part of [(result.output as Told).ConsumedCapacity ?? []].flat()) consumed += part.CapacityUnits ?? 0;
      return result;
    },
    { step: 'initialize', name: 'consumed' },
  );
  try {
    await work();
  } finally {
    client.middlewareStack.remove('consumed');
  }
  return consumed;
}
