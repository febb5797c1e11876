import { bridgeLeaseStore } from '#data/units/bridge-leases.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import type { Claims, Leases } from '../ports.ts';

/** Stores the ownership of units in the table. */
export const tableClaims: Claims = {
  async claim(UnitSerNum, bridgeId, { bootId, lastSequence }, openedAt, address) {
    const holder = { bridgeId, bootId, lastSequence, address };
    const claimed = await unitConnectionStore.claim(UnitSerNum, holder, openedAt);
    if (!claimed) return undefined;
    const { fence, previous } = claimed;
    if (!previous) return { fence };
    const previousStart = { bootId: previous.bootId, lastSequence: previous.lastSequence };
    if (previous.bridgeId === bridgeId) return { fence, previousStart };
    const came = { fence, previousStart, elsewhereSince: Date.parse(previous.connectedAt) };
    if (!previous.held) return came;
    // The unit is taken by now. A bridge that is not notified checks its claims itself.
    const lease = await bridgeLeaseStore.get(previous.bridgeId, Date.now()).catch(() => undefined);
    return { ...came, ...(lease && { previousOwner: lease }) };
  },
  addressOf: unitConnectionStore.addressOf,
  taken: unitConnectionStore.taken,
  release: unitConnectionStore.release,
};

export const tableLeases: Leases = { renew: bridgeLeaseStore.renew, end: bridgeLeaseStore.end };
