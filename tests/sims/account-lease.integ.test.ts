import '#support/table.ts';
import { describe, expect, it } from 'vitest';
import { SECOND } from '#core/time.ts';
import { carrierTurnStore } from '#data/sims/carriers.ts';

const NOW = Date.parse('2026-11-22T09:00:00.000Z');

describe("the lease on a carrier's account", () => {
  it('has one holder at a time, with many simultaneous requests', async () => {
    const taken = await Promise.all(Array.from({ length: 8 }, () => carrierTurnStore.take('one', NOW)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await carrierTurnStore.take('another', NOW)).toBeDefined();
  });

  it('is free after its release, and stores the ends of earlier calls', async () => {
    const turn = (await carrierTurnStore.take('given back', NOW))!;
    await carrierTurnStore.release('given back', turn.holder, [NOW - 5, NOW]);
    expect(await carrierTurnStore.take('given back', NOW)).toMatchObject({ releases: [NOW - 5, NOW] });
  });

  it('is free 30 s after its holder died; the former holder cannot release it then', async () => {
    const dead = (await carrierTurnStore.take('expired', NOW))!;
    expect(await carrierTurnStore.take('expired', NOW + 30 * SECOND)).toBeUndefined();
    expect(await carrierTurnStore.take('expired', NOW + 30 * SECOND + 1)).toBeDefined();
    await carrierTurnStore.release('expired', dead.holder, []);
    expect(await carrierTurnStore.take('expired', NOW + 31 * SECOND)).toBeUndefined();
  });
});
