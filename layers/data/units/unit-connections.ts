import { instant } from '#core/time.ts';
import type { UnitStart } from '#core/unit-messages/session.ts';
import { getAll } from '../kit/batch.ts';
import { tryWrite } from '../kit/conditions.ts';
import { bridgeLeaseStore } from './bridge-leases.ts';
import { type UnitConnection, UnitConnectionEntity } from './unit-connection-entity.ts';

export const unitConnectionStore = {
  /**
   * Takes a unit for a bridge, also from another bridge: the newest connection wins. The fence identifies this connection.
   * `previous` is the unit's connection before. Undefined, and no effect, if the unit has had a newer connection: a login that counts back
   * is older if its connection was opened earlier too, and otherwise of another device.
   */
  async claim(
    UnitSerNum: string,
    { bridgeId, bootId, lastSequence, address }: { bridgeId: string; address?: string } & UnitStart,
    openedAt: number,
  ): Promise<{ fence: number; previous?: UnitConnection } | undefined> {
    const connectedAt = instant(openedAt);
    const written = await tryWrite(
      UnitConnectionEntity.upsert({ UnitSerNum })
        .set({ bridgeId, bootId, lastSequence, address, connectedAt, held: true })
        .add({ fence: 1 })
        .where((was, { eq, lt, lte, notExists }) =>
          [
            notExists(was.fence),
            lte(was.connectedAt, connectedAt),
            lt(was.bootId, bootId),
            `(${eq(was.bootId, bootId)} AND ${lte(was.lastSequence, lastSequence)})`,
          ].join(' OR '),
        )
        .go({ response: 'all_old' }),
    );
    if (!written) return undefined;
    const previous = written.data as UnitConnection | null;
    return previous ? { fence: previous.fence + 1, previous } : { fence: 1 };
  },

  /** The address that the unit was last accepted from; undefined if there is none. */
  async addressOf(UnitSerNum: string): Promise<string | undefined> {
    const { data } = await UnitConnectionEntity.get({ UnitSerNum }).go({ consistent: true });
    return data?.address;
  },

  /** Releases the unit. False, and no effect, if another connection has taken it. */
  async release(UnitSerNum: string, fence: number): Promise<boolean> {
    const changed = await tryWrite(
      UnitConnectionEntity.patch({ UnitSerNum })
        .set({ held: false })
        .where((connection, { eq }) => `${eq(connection.fence, fence)} AND ${eq(connection.held, true)}`)
        .go(),
    );
    return changed !== undefined;
  },

  /** The connection that a running bridge holds at `now`, with the address of the bridge; or undefined. */
  async get(UnitSerNum: string, now: number): Promise<(UnitConnection & { bridgeAddress: string }) | undefined> {
    const { data } = await UnitConnectionEntity.get({ UnitSerNum }).go({ consistent: true });
    const lease = data?.held ? await bridgeLeaseStore.get(data.bridgeId, now) : undefined;
    return data && lease ? { ...data, bridgeAddress: lease.bridgeAddress } : undefined;
  },

  /** The serial numbers, of at most 100 claims, that a newer connection has taken. A taken unit may be missing for a second. */
  async taken(claims: readonly { UnitSerNum: string; fence: number }[]): Promise<string[]> {
    const fenceOf = new Map(claims.map(({ UnitSerNum, fence }) => [UnitSerNum, fence]));
    const connections = await getAll(
      UnitConnectionEntity,
      [...fenceOf.keys()].map((UnitSerNum) => ({ UnitSerNum })),
    );
    return connections.flatMap(({ UnitSerNum, fence }) => (fence > fenceOf.get(UnitSerNum)! ? [UnitSerNum] : []));
  },
};
