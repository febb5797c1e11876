import { Entity, type EntityItem } from 'electrodb';
import { instant } from '#core/time.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { tryWrite } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/** The bridge that has a unit's connection: a lease that expires, and a fence that grows with every new connection. */
export const UnitConnectionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitConnection', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      bridgeId: requiredText,
      /** Where the bridge takes commands: `http://10.0.3.7:8201`. */
      bridgeAddress: requiredText,
      fence: requiredNumber,
      leaseUntil: requiredNumber,
      connectedAt: requiredText,
      held: { type: 'boolean', required: true },
    },
    indexes: { unitConnection: primary(['UnitSerNum'], []) },
  },
  at,
);
export type UnitConnection = EntityItem<typeof UnitConnectionEntity>;

export interface BridgeOwner {
  bridgeId: string;
  bridgeAddress: string;
}

export const unitConnectionStore = {
  /**
   * Takes the lease of a unit for a bridge, also from another bridge: the newest connection wins. The fence identifies this connection.
   * `previous` is the bridge that had the lease, if it had not expired.
   */
  async claim(
    UnitSerNum: string,
    owner: BridgeOwner,
    now: number,
    leaseFor: number,
  ): Promise<{ fence: number; previous?: BridgeOwner }> {
    const { data: was } = await UnitConnectionEntity.upsert({ UnitSerNum })
      .set({ ...owner, leaseUntil: now + leaseFor, connectedAt: instant(now), held: true })
      .add({ fence: 1 })
      .go({ response: 'all_old' });
    const before = was as UnitConnection | null;
    const fence = (before?.fence ?? 0) + 1;
    return before?.held && before.leaseUntil > now
      ? { fence, previous: { bridgeId: before.bridgeId, bridgeAddress: before.bridgeAddress } }
      : { fence };
  },

  /** Extends the lease of a connection. False if another connection has taken the unit. */
  async renew(UnitSerNum: string, fence: number, now: number, leaseFor: number): Promise<boolean> {
    return whileHeld(UnitSerNum, fence, { leaseUntil: now + leaseFor });
  },

  /** Releases the unit. Does nothing if another connection has taken it. */
  async release(UnitSerNum: string, fence: number): Promise<boolean> {
    return whileHeld(UnitSerNum, fence, { held: false });
  },

  /** The connection that holds the unit at `now`, or undefined. */
  async get(UnitSerNum: string, now: number): Promise<UnitConnection | undefined> {
    const { data } = await UnitConnectionEntity.get({ UnitSerNum }).go({ consistent: true });
    return data?.held && data.leaseUntil > now ? data : undefined;
  },
};

async function whileHeld(UnitSerNum: string, fence: number, change: Partial<UnitConnection>): Promise<boolean> {
  const changed = await tryWrite(
    UnitConnectionEntity.patch({ UnitSerNum })
      .set(change)
      .where((connection, { eq }) => `${eq(connection.fence, fence)} AND ${eq(connection.held, true)}`)
      .go(),
  );
  return changed !== undefined;
}
