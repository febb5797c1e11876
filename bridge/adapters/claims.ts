import { bridgeLeaseStore } from '#data/units/bridge-leases.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import type { Claims, Leases } from '../ports.ts';

/** Stores the ownership of units in the table. */
export const tableClaims: Claims = {
  async claim(UnitSerNum, bridgeId, { bootId, lastSequence }) {
    const now = Date.now();
    const { fence, previous } = await unitConnectionStore.claim(UnitSerNum, { bridgeId, bootId, lastSequence }, now);
    if (!previous) return { fence };
    const previousStart = { bootId: previous.bootId, lastSequence: previous.lastSequence };
    if (!previous.held) return { fence, previousStart };
    // The unit is taken by now. A bridge that is not notified checks its claims itself.
    const lease = await bridgeLeaseStore.get(previous.bridgeId, now).catch(() => undefined);
    return { fence, previousStart, ...(lease && { previousOwner: lease }) };
  },
  taken: unitConnectionStore.taken,
  release: unitConnectionStore.release,
};

export const tableLeases: Leases = { renew: bridgeLeaseStore.renew, end: bridgeLeaseStore.end };
