import { expect, it } from 'vitest';
import { HOUR } from '#core/time.ts';
import { BillingRateEntity } from '#data/billing/entities.ts';
import { rateChangeStore } from '#data/billing/rate-changes.ts';
import { setClock } from '#support/clock.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';

const NOW = Date.parse('2026-11-25T18:00:00Z');
const RATE = { DealerKey: 1, forDealer: 22, Type: 'Service', UnitModel: 'MXD-LTE', cents: 930, version: 1 } as const;
const KEY = { DealerKey: 1, id: 'one' };

/** From when on bills are corrected after what happens to a rate, `hours` after the last run. */
async function correctedFrom(hours: number, change: () => Promise<unknown>) {
  const stream = await aStreamReader();
  const at = NOW + hours * HOUR;
  setClock(at);
  await change();
  await follow(await stream.next(), { times: 2 });
  return (await rateChangeStore.since(at))?.from;
}

it('bills are corrected from the earlier day on if the day of a rate changes, or the rate is deleted', async () => {
  const put = (from: string) => () => BillingRateEntity.put({ ...RATE, ...KEY, from }).go();
  expect(await correctedFrom(0, put('2026-06-19'))).toBe('2026-06-19');
  expect(await correctedFrom(10, put('2026-08-19'))).toBe('2026-06-19');
  expect(await correctedFrom(20, put('2026-03-19'))).toBe('2026-03-19');
  expect(await correctedFrom(30, () => BillingRateEntity.delete(KEY).go())).toBe('2026-03-19');
});

it('bills are corrected from the earliest day of all rates that changed since the last run', async () => {
  const at = NOW + 100 * HOUR;
  const days = ['2026-09-19', '2026-05-19', '2026-07-19'];
  for (const [index, from] of days.entries()) await rateChangeStore.note({ changeId: `change ${index}`, from }, at);
  await rateChangeStore.note({ changeId: 'long ago', from: '2026-01-19' }, at - 50 * HOUR);
  expect((await rateChangeStore.since(at))?.from).toBe('2026-05-19');
  expect(await rateChangeStore.since(at + 50 * HOUR)).toBeUndefined();
});
