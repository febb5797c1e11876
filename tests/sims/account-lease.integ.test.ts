import '#support/table.ts';
import { describe, expect, it } from 'vitest';
import { PLACE_MS } from '#core/sims/account-line.ts';
import { SECOND } from '#core/time.ts';
import { carrierTurnStore } from '#data/sims/carriers.ts';

const NOW = Date.parse('2026-11-22T09:00:00.000Z');

describe("the lease on a carrier's account", () => {
  it('has one holder at a time, with many simultaneous requests', async () => {
    const taken = await Promise.all(Array.from({ length: 8 }, () => carrierTurnStore.take('one', '22', NOW)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await carrierTurnStore.take('another', '22', NOW)).toBeDefined();
  });

  it('is free after its release, and stores the ends of earlier calls', async () => {
    const turn = (await carrierTurnStore.take('given back', '22', NOW))!;
    await carrierTurnStore.release('given back', turn.holder, [NOW - 5, NOW]);
    expect(await carrierTurnStore.take('given back', '22', NOW)).toMatchObject({ releases: [NOW - 5, NOW] });
  });

  it('is free 30 s after its holder died; the former holder cannot release it then', async () => {
    const dead = (await carrierTurnStore.take('expired', '22', NOW))!;
    expect(await carrierTurnStore.take('expired', '22', NOW + 30 * SECOND)).toBeUndefined();
    expect(await carrierTurnStore.take('expired', '22', NOW + 30 * SECOND + 1)).toBeDefined();
    await carrierTurnStore.release('expired', dead.holder, []);
    expect(await carrierTurnStore.take('expired', '22', NOW + 31 * SECOND)).toBeUndefined();
  });

  it('goes in turn to the dealers that wait, not to the one with most calls', async () => {
    const call = await carrierTurnStore.take('shared', '22', NOW);
    for (let waiting = 0; waiting < 20; waiting++) await carrierTurnStore.take('shared', '22', NOW);
    expect(await carrierTurnStore.take('shared', '49', NOW)).toBeUndefined();
    await carrierTurnStore.release('shared', call!.holder, []);
    expect(await carrierTurnStore.take('shared', '49', NOW)).toBeUndefined();
    const second = await carrierTurnStore.take('shared', '22', NOW);
    expect(await carrierTurnStore.take('shared', '22', NOW)).toBeUndefined();
    await carrierTurnStore.release('shared', second!.holder, []);
    expect(await carrierTurnStore.take('shared', '22', NOW)).toBeUndefined();
    expect(await carrierTurnStore.take('shared', '49', NOW)).toBeDefined();
  });

  it('goes past a dealer whose process was killed while it waited, after 3 s', async () => {
    const call = await carrierTurnStore.take('left', '22', NOW);
    await carrierTurnStore.take('left', '49', NOW);
    await carrierTurnStore.release('left', call!.holder, []);
    expect(await carrierTurnStore.take('left', '22', NOW + PLACE_MS - 1)).toBeUndefined();
    expect(await carrierTurnStore.take('left', '22', NOW + PLACE_MS)).toBeDefined();
  });
});
