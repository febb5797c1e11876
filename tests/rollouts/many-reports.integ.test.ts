import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';
import { periodOf } from '#data/rollouts/unit-period.ts';
import {
  aRunningRollout,
  listed,
  manyPings,
  oneStage,
  pings,
  read,
  runAt,
  START,
  someUnits,
  testsOfRollouts,
  updates,
} from './support.ts';

testsOfRollouts();

describe('a unit that sends many reports', () => {
  it('is judged by its whole time, the oldest report first', async () => {
    const { serials } = await someUnits(1);
    await manyPings(serials[0]!, { from: START, count: 1_200, every: MINUTE });
    const period = await periodOf(serials[0]!, START, START + DAY, undefined);
    expect(period.pings).toHaveLength(1_200);
    expect(period.pings.map(({ at }) => at).slice(0, 2)).toEqual([START, START + MINUTE]);
  });

  it('is compared by its restarts and test calls when they are too many, and says so', async () => {
    const { tag, serials } = await someUnits(2);
    const [noisy, usual] = serials as [string, string];
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag, oneStage(tag));
    for (const one of serials) await pings(one, START - 6 * HOUR, START);
    await runAt(START);
    for (const one of serials) await updates(one, version.version);
    await runAt(START + 10 * MINUTE);
    // Its silence in the first half hour does not count: it is not known whether that is all. Its restarts do.
    let boot = 1;
    await manyPings(noisy, { from: START + 40 * MINUTE, count: 2_001, every: SECOND / 2, boot: () => boot++ });
    await pings(usual, START + 10 * MINUTE, START + 3 * HOUR);
    await runAt(START + 3 * HOUR);
    const done = await listed(rolloutId, 'done', as);
    expect(Object.fromEntries(done.map(({ UnitSerNum, reason }) => [UnitSerNum, reason]))).toEqual({
      [noisy]: 'The unit sends too many reports to compare them all',
      [usual]: undefined,
    });
    const { compared, troubles } = (await read(rolloutId, as)).health;
    expect(compared).toBe(2);
    expect(troubles.filter(({ worse }) => worse > 0)).toEqual([
      { trouble: 'restarts', label: 'Restarts in circles', worse: 1, better: 0 },
    ]);
  });
});
