import type { StockDevice } from '#core/accessories/accessory.ts';
import type { TxmUpload } from '#core/accessories/stock-list.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import type { Scope } from '#core/scope.ts';
import { auditEntry } from '../audit/audit.ts';
import { getAll } from '../kit/batch.ts';
import { change } from '../kit/change.ts';
import { StockDeviceEntity } from './entities.ts';

const entities = { stock: StockDeviceEntity };
const refused = { changed: 'The stock list changed meanwhile' };

export const stockStore = {
  /** Stores transmitters with one audit entry: all of them or none. What the list had of them before is replaced. */
  async addAll(scope: Scope, { fileName, type: Type, txmArray }: TxmUpload, now: number): Promise<void> {
    const [first, last] = [txmArray[0]!, txmArray.at(-1)!];
    const audit = auditEntry(
      scope,
      {
        ...{ objectKind: 'stockList', objectId: 'transmitters', dealerKey: ROOT_DEALER, action: 'upload transmitters' },
        after: { fileName, Type, count: txmArray.length, first: first.SerialNumber, last: last.SerialNumber },
      },
      now,
    );
    await change({ entities, refused, audit }, (to) => txmArray.map((one) => to.stock.put({ ...one, Type }).commit()));
  },

  async find(SerialNumber: string): Promise<StockDevice | undefined> {
    const { data } = await StockDeviceEntity.get({ SerialNumber }).go();
    return data ?? undefined;
  },

  /** Those of the devices that are in the list, by serial number. */
  async findMany(serialNumbers: readonly string[]): Promise<ReadonlyMap<string, StockDevice>> {
    const found = await getAll(
      StockDeviceEntity,
      serialNumbers.map((SerialNumber) => ({ SerialNumber })),
    );
    return new Map(found.map((device) => [device.SerialNumber, device]));
  },
};
