import { Entity } from 'electrodb';
import { at, primary } from './table.ts';

/** Numbers that are given out once. */
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

/** The next number of a counter, from 1 on; never the same twice, whoever asks at the same time. */
export async function nextNumber(name: string): Promise<number> {
  const { data } = await CounterEntity.upsert({ name }).add({ value: 1 }).go({ response: 'all_new' });
  return data.value;
}

/** The number that a counter gave out last; 0 where it has given none. */
export async function lastNumber(name: string): Promise<number> {
  const { data } = await CounterEntity.get({ name }).go({ consistent: true });
  return data?.value ?? 0;
}
