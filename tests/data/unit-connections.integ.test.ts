import { describe, expect, it } from 'vitest';
import '#support/table.ts';
import { tableClaims } from '#bridge/adapters/claims.ts';
import { MINUTE } from '#core/time.ts';
import { bridgeLeaseStore } from '#data/units/bridge-leases.ts';
import { UnitConnectionEntity } from '#data/units/unit-connection-entity.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { heldUnit } from '#support/held-unit.ts';

const ONE = 'http://10.0.0.1:8201';
const OTHER = 'http://10.0.0.2:8201';
const NOW = Date.UTC(2026, 10, 21, 12);
const claim = (UnitSerNum: string, bridgeId: string, bootId = 1, lastSequence = 0, openedAt = NOW) =>
  unitConnectionStore.claim(UnitSerNum, { bridgeId, bootId, lastSequence }, openedAt);

describe('the claim on a unit', () => {
  it('belongs to the newest connection, which learns of the connection before', async () => {
    expect(await claim('U00001', 'one', 7, 40)).toEqual({ fence: 1 });
    expect(await claim('U00001', 'other', 8)).toMatchObject({
      fence: 2,
      previous: { bridgeId: 'one', held: true, bootId: 7, lastSequence: 40 },
    });
    await unitConnectionStore.release('U00001', 2);
    expect(await claim('U00001', 'one')).toMatchObject({ fence: 3, previous: { bridgeId: 'other', held: false } });
  });

  it('returns since when another bridge had the unit, whether it still holds it or not', async () => {
    const start = { bootId: 1, lastSequence: 0 };
    const from = async (bridgeId: string, at: number) =>
      (await tableClaims.claim('U00002', bridgeId, start, NOW + at, '192.0.2.7'))?.elsewhereSince;
    expect(await from('one', 0)).toBeUndefined();
    expect(await from('one', 1)).toBeUndefined();
    expect(await from('other', 2)).toBe(NOW + 1);
    await tableClaims.release('U00002', 3);
    expect(await from('one', 3)).toBe(NOW + 2);
  });

  it('stores the address that the unit was last accepted from, also after its end', async () => {
    const from = (address: string) => tableClaims.claim('U00010', 'one', { bootId: 1, lastSequence: 0 }, NOW, address);
    expect(await tableClaims.addressOf('U00010')).toBeUndefined();
    await from('192.0.2.7');
    await from('2001:db8:0:100::/56');
    await tableClaims.release('U00010', 2);
    expect(await tableClaims.addressOf('U00010')).toBe('2001:db8:0:100::/56');
  });

  it('is released only by the connection that has it, once', async () => {
    await claim('U00003', 'one');
    await heldUnit('U00003', OTHER, { now: NOW });
    expect(await unitConnectionStore.release('U00003', 1)).toBe(false);
    expect(await unitConnectionStore.get('U00003', NOW)).toMatchObject({ fence: 2, bridgeAddress: OTHER });
    expect(await unitConnectionStore.release('U00003', 2)).toBe(true);
    expect(await unitConnectionStore.get('U00003', NOW)).toBeUndefined();
    expect(await unitConnectionStore.release('U00003', 2)).toBe(false);
  });

  it('has a unique fence for each of many simultaneous connections', async () => {
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) => claim('U00005', index % 2 ? 'one' : 'other')),
    );
    expect(claims.map((claimed) => claimed?.fence ?? 0).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it.each([
    ['a lower number on an earlier connection', 7, 39, -1, false],
    ['a lower boot on an earlier connection', 6, 90, -1, false],
    ['a lower boot on a later connection', 6, 90, 1, true],
    ['the same numbers on an earlier connection', 7, 40, -1, true],
    ['a higher number on an earlier connection', 7, 41, -1, true],
    ['a higher boot on an earlier connection', 8, 0, -1, true],
  ])(
    'goes to a login with %s: boot %i, number %i, opened %i ms later -> %s',
    async (_, bootId, number, later, isGiven) => {
      const UnitSerNum = `B${bootId}${number}${later}`;
      await claim(UnitSerNum, 'one', 7, 40);
      await unitConnectionStore.release(UnitSerNum, 1);
      const claimed = await claim(UnitSerNum, 'other', bootId, number, NOW + later);
      expect(claimed?.fence).toBe(isGiven ? 2 : undefined);
      const { data } = await UnitConnectionEntity.get({ UnitSerNum }).go({ consistent: true });
      expect(data).toMatchObject(isGiven ? { fence: 2, held: true, bootId } : { fence: 1, held: false, bootId: 7 });
    },
  );

  it('is reported as taken only if a newer one exists', async () => {
    for (const UnitSerNum of ['U00006', 'U00006', 'U00007', 'U00008']) await claim(UnitSerNum, 'one');
    await unitConnectionStore.release('U00008', 1);
    const held = ['U00006', 'U00007', 'U00008', 'U00009'].map((UnitSerNum) => ({ UnitSerNum, fence: 1 }));
    expect(await unitConnectionStore.taken(held)).toEqual(['U00006']);
  });
});

describe('the lease of a bridge', () => {
  it('covers all units of the bridge, by one write', async () => {
    const lease = { bridgeId: 'lease-1', bridgeAddress: ONE };
    await bridgeLeaseStore.renew(lease, NOW + MINUTE);
    for (const UnitSerNum of ['U00010', 'U00011']) await claim(UnitSerNum, 'lease-1');
    const bothAt = (now: number) =>
      Promise.all(['U00010', 'U00011'].map((UnitSerNum) => unitConnectionStore.get(UnitSerNum, now)));
    expect(await bothAt(NOW)).toMatchObject([{ bridgeAddress: ONE }, { bridgeAddress: ONE }]);
    expect(await bothAt(NOW + MINUTE)).toEqual([undefined, undefined]);
    await bridgeLeaseStore.renew(lease, NOW + 2 * MINUTE);
    expect(await bothAt(NOW + MINUTE)).toMatchObject([{ bridgeAddress: ONE }, { bridgeAddress: ONE }]);
  });

  it('that has ended disconnects what the bridge left behind', async () => {
    await claim('U00012', 'lease-2');
    expect(await unitConnectionStore.get('U00012', NOW)).toBeUndefined();
    await bridgeLeaseStore.renew({ bridgeId: 'lease-2', bridgeAddress: ONE }, NOW + MINUTE);
    await bridgeLeaseStore.end('lease-2');
    expect(await unitConnectionStore.get('U00012', NOW)).toBeUndefined();
  });
});
