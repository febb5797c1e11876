import { MINUTE } from '#core/time.ts';
import { bridgeLeaseStore } from '#data/units/bridge-leases.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';

/** A running bridge with this address holds the unit from now on. Returns the fence. */
export async function heldUnit(
  UnitSerNum: string,
  bridgeAddress = 'http://10.0.3.7:8201',
  { now = Date.now(), leaseFor = MINUTE } = {},
): Promise<number> {
  const bridgeId = `${bridgeAddress} until ${now + leaseFor}`;
  await bridgeLeaseStore.renew({ bridgeId, bridgeAddress }, now + leaseFor);
  const claimed = await unitConnectionStore.claim(UnitSerNum, { bridgeId, bootId: 1, lastSequence: 0 }, now);
  return claimed!.fence;
}
