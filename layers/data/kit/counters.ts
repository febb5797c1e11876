import { Entity } from 'electrodb';
import { at, primary } from './table.ts';

/** The last number of a counter. */
export const CounterEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'counter', version: '1' },
    attributes: {
      name: { type: 'string', required: true },
      value: { type: 'number', required: true },
    },
    indexes: { counter: primary(['name'], []) },
  },
  at,
);

/** The next number of a counter, from 1 on. Concurrent calls return different numbers. */
export async function nextNumber(name: string): Promise<number> {
  const { data } = await CounterEntity.upsert({ name }).add({ value: 1 }).go({ response: 'all_new' });
  return data.value;
}

/** The last number of a counter; 0 if it was never used. */
export async function lastNumber(name: string): Promise<number> {
  const { data } = await CounterEntity.get({ name }).go({ consistent: true });
  return data?.value ?? 0;
}
