import { Entity, type EntityItem } from 'electrodb';
import { DAY } from '#core/time.ts';
import { expiresAt, expiryOf, requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, primary, secondary } from '../kit/table.ts';

const ALL = 'bridges';

/** A running bridge. Its lease covers all units that it holds, so that a connected unit needs no write of its own. */
export const BridgeLeaseEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'bridgeLease', version: '1' },
    attributes: {
      /** New with each start of a bridge. */
      bridgeId: requiredText,
      /** Where the bridge takes commands: `http://10.0.3.7:8201`. */
      bridgeAddress: requiredText,
      leaseUntil: requiredNumber,
      /** All bridges are in one partition of the index: there is one for thousands of units. */
      all: { type: [ALL], required: true, default: ALL },
      expiresAt,
    },
    indexes: {
      bridgeLease: primary(['bridgeId'], []),
      everywhere: secondary('gsi1', ['all'], ['bridgeId']),
    },
  },
  at,
);
export type BridgeLease = EntityItem<typeof BridgeLeaseEntity>;

export interface BridgeOwner {
  bridgeId: string;
  bridgeAddress: string;
}

/** Leases that were read, by bridge. A lease counts until its end, so it is not read again before. */
const known = new Map<string, BridgeLease>();

export const bridgeLeaseStore = {
  async renew({ bridgeId, bridgeAddress }: BridgeOwner, leaseUntil: number): Promise<void> {
    await BridgeLeaseEntity.put({ bridgeId, bridgeAddress, leaseUntil, expiresAt: expiryOf(leaseUntil + DAY) }).go();
  },

  /** Ends the lease of a bridge that holds no unit any more. */
  async end(bridgeId: string): Promise<void> {
    await BridgeLeaseEntity.delete({ bridgeId }).go();
  },

  /** The leases of all bridges, also of those that stopped within the last day. */
  async list(): Promise<BridgeLease[]> {
    const { data } = await BridgeLeaseEntity.query.everywhere({ all: ALL }).go({ pages: 'all' });
    return data;
  },

  /** The lease that runs at `now`, or undefined. */
  async get(bridgeId: string, now: number): Promise<BridgeLease | undefined> {
    const remembered = known.get(bridgeId);
    if (remembered && remembered.leaseUntil > now) return remembered;
    const { data } = await BridgeLeaseEntity.get({ bridgeId }).go({ consistent: true });
    if (!data || data.leaseUntil <= now) {
      known.delete(bridgeId);
      return undefined;
    }
    known.set(bridgeId, data);
    return data;
  },
};
