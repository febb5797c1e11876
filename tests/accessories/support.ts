import { accessories } from '#core/accessories/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { StockDeviceEntity } from '#data/accessories/entities.ts';
import { ask, call } from '#support/call.ts';

let next = 20_000;

/** A device in the stock list, with a serial number and an RF code of its own. */
export async function aDevice(more: { RFCode?: string; Type?: string } = {}) {
  next += 1;
  const device = {
    ...{ SerialNumber: `P${next}`, RFCode: next.toString(16).toUpperCase(), Type: 'ASM-Pendant' },
    ...{ ManufacturedDate: '2025-06-01', ...more },
  };
  await StockDeviceEntity.put(device).go();
  return device;
}

/** The calls of one person on accessories. */
export const accessoriesAs = (as: UserRecord) => ({
  rf: (id: string) => ask(accessories.rfDevices, { id, as }),
  bluetooth: (UnitSerNum: string) => ask(accessories.bluetoothDevices, { UnitSerNum, as }),
  add: (UnitSerNum: string, Zone: number, SerialNumber: string, moveFrom?: string) =>
    call(accessories.addRf, { UnitSerNum, Zone, SerialNumber, ...(moveFrom && { moveFrom }), as }),
  move: (UnitSerNum: string, Zone: number, newZone: number, RFCode: string) =>
    call(accessories.moveZone, { UnitSerNum, Zone, newZone, RFCode, as }),
  remove: (UnitSerNum: string, Zone: number, RFCode: string) =>
    call(accessories.deleteRf, { flag: '1', UnitSerNum, Zone, RFCode, as }),
  restore: (UnitSerNum: string, Zone: number, RFCode: string, moveFrom?: string) =>
    call(accessories.deleteRf, { flag: '0', UnitSerNum, Zone, RFCode, ...(moveFrom && { moveFrom }), as }),
  saveBluetooth: (UnitSerNum: string, SerialNumber: string, MacAddress: string, moveFrom?: string) =>
    call(accessories.saveBluetooth, {
      ...{ UnitSerNum, device: { SerialNumber, MacAddress } },
      ...(moveFrom && { moveFrom }),
      as,
    }),
  deleteBluetooth: (UnitSerNum: string, device: string, undelete?: '1') =>
    call(accessories.deleteBluetooth, { UnitSerNum, device, ...(undelete && { undelete }), as }),
  name: (UnitSerNum: string, zone: number, customZoneName: string) =>
    call(accessories.nameZone, { UnitSerNum, zone, customZoneName, as }),
});
