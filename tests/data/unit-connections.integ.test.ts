import { describe, expect, it } from 'vitest';
import '#support/table.ts';
import { MINUTE } from '#core/time.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';

const ONE = { bridgeId: 'one', bridgeAddress: 'http://10.0.0.1:8201' };
const OTHER = { bridgeId: 'other', bridgeAddress: 'http://10.0.0.2:8201' };
const NOW = Date.UTC(2026, 10, 21, 12);
const LEASE = MINUTE;
const claim = (unit: string, owner: typeof ONE, at = NOW) => unitConnectionStore.claim(unit, owner, at, LEASE);

describe('the claim on a unit', () => {
  it('belongs to the newest connection, which learns the previous owner', async () => {
    expect(await claim('U00001', ONE)).toEqual({ fence: 1 });
    expect(await claim('U00001', OTHER)).toEqual({ fence: 2, previous: ONE });
    expect(await unitConnectionStore.get('U00001', NOW)).toMatchObject({ ...OTHER, fence: 2 });
  });

  it('has no previous owner after the lease expired or was released', async () => {
    await claim('U00002', ONE);
    expect(await claim('U00002', OTHER, NOW + LEASE)).toEqual({ fence: 2 });
    await unitConnectionStore.release('U00002', 2);
    expect(await claim('U00002', ONE, NOW + LEASE)).toEqual({ fence: 3 });
  });

  it('is renewed and released only by the connection that has it', async () => {
    await claim('U00003', ONE);
    await claim('U00003', OTHER);
    expect(await unitConnectionStore.renew('U00003', 1, NOW, 10 * LEASE)).toBe(false);
    expect(await unitConnectionStore.release('U00003', 1)).toBe(false);
    expect((await unitConnectionStore.get('U00003', NOW))?.leaseUntil).toBe(NOW + LEASE);
    expect(await unitConnectionStore.renew('U00003', 2, NOW + LEASE / 2, LEASE)).toBe(true);
    expect(await unitConnectionStore.get('U00003', NOW + LEASE)).toMatchObject(OTHER);
    expect(await unitConnectionStore.release('U00003', 2)).toBe(true);
    expect(await unitConnectionStore.get('U00003', NOW)).toBeUndefined();
  });

  it('cannot be renewed after its release', async () => {
    const { fence } = await claim('U00004', ONE);
    await unitConnectionStore.release('U00004', fence);
    expect(await unitConnectionStore.renew('U00004', fence, NOW, LEASE)).toBe(false);
  });

  it('has a unique fence for each of many simultaneous connections', async () => {
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) => claim('U00005', index % 2 ? ONE : OTHER)),
    );
    expect(claims.map(({ fence }) => fence).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
