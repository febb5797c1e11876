import type { StockDevice } from '#core/accessories/accessory.ts';
import { getAll } from '../kit/batch.ts';
import { StockDeviceEntity } from './entities.ts';

export const stockStore = {
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
