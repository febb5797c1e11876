import { SECOND } from '#core/time.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import type { Claims } from '../ports.ts';

/** Three renewals: a bridge that died loses its units after a minute. */
const LEASE_MS = 60 * SECOND;

/** Stores the ownership of units in the table. */
export const tableClaims: Claims = {
  async claim(UnitSerNum, owner) {
    const { fence, previous } = await unitConnectionStore.claim(UnitSerNum, owner, Date.now(), LEASE_MS);
    return previous ? { fence, previousOwner: previous } : { fence };
  },

  async renew(held) {
    const now = Date.now();
    const kept = await Promise.all(
      held.map(({ UnitSerNum, fence }) => unitConnectionStore.renew(UnitSerNum, fence, now, LEASE_MS)),
    );
    return held.filter((_, index) => !kept[index]).map(({ UnitSerNum }) => UnitSerNum);
  },

  release: (UnitSerNum, fence) => unitConnectionStore.release(UnitSerNum, fence),
};
