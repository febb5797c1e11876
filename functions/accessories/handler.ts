import type { StockDevice } from '#core/accessories/accessory.ts';
import { accessories } from '#core/accessories/contract.ts';
import { lookUpOf } from '#core/accessories/look-up.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { bluetoothDeviceStore } from '#data/accessories/bluetooth-devices.ts';
import { holderOf, rfKey, visibleHolder } from '#data/accessories/holders.ts';
import { rfDeviceStore } from '#data/accessories/rf-devices.ts';
import { shownBluetoothDevices, shownRfDevices } from '#data/accessories/shown.ts';
import { stockStore } from '#data/accessories/stock.ts';
import { zoneNameStore } from '#data/accessories/zone-names.ts';
import { unitStore } from '#data/units/units.ts';
import { mytrexData } from '#platform/aws/mytrex.ts';
import { serve } from '#platform/http/serve.ts';

export const handler = serve(accessories, {
  async rfDevices({ input: { id }, scope }) {
    return shownRfDevices(scope, await unitStore.get(scope, id));
  },

  async look({ input: { serial }, scope }) {
    return lookUp(scope, serial, await stockStore.find(serial), 'stock list');
  },

  async lookInMytrex({ input: { serial }, scope }) {
    return lookUp(scope, serial, await inMytrex(serial), 'Mytrex data');
  },

  async txmLookup({ input: { SerialNumber } }) {
    return { transmitter: (await stockStore.find(SerialNumber)) ?? null };
  },

  async txmUpload({ input, scope }) {
    await stockStore.addAll(scope, input, Date.now());
    return { stored: input.txmArray.length };
  },

  async addRf({ input: { UnitSerNum, Zone, SerialNumber, moveFrom }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    const found = (await stockStore.find(SerialNumber)) ?? (await inMytrex(SerialNumber));
    if (!found) throw new AppError('INVALID', 'Not Found', [{ path: 'SerialNumber', message: 'Not Found' }]);
    await rfDeviceStore.add(scope, unit, { Zone, found, moveFrom }, Date.now());
    return {};
  },

  async moveZone({ input: { UnitSerNum, newZone, ...seen }, scope }) {
    await rfDeviceStore.moveZone(scope, await unitStore.get(scope, UnitSerNum), seen, newZone, Date.now());
    return {};
  },

  async deleteRf({ input: { flag, UnitSerNum, ...seen }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    if (flag) await rfDeviceStore.remove(scope, unit, seen, Date.now());
    else await rfDeviceStore.restore(scope, unit, seen, Date.now());
    return {};
  },

  async nameZone({ input: { UnitSerNum, zone, customZoneName }, scope }) {
    await zoneNameStore.save(scope, await unitStore.get(scope, UnitSerNum), zone, customZoneName, Date.now());
    return {};
  },

  async bluetoothDevices({ input: { UnitSerNum }, scope }) {
    return shownBluetoothDevices(await unitStore.get(scope, UnitSerNum));
  },

  async saveBluetooth({ input: { UnitSerNum, device, moveFrom }, scope }) {
    await bluetoothDeviceStore.save(scope, await unitStore.get(scope, UnitSerNum), device, moveFrom, Date.now());
    return {};
  },

  async deleteBluetooth({ input: { UnitSerNum, device, undelete, moveFrom }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    if (undelete) await bluetoothDeviceStore.restore(scope, unit, device, moveFrom, Date.now());
    else await bluetoothDeviceStore.remove(scope, unit, device, Date.now());
    return {};
  },
});

const inMytrex = async (serial: string) => (await mytrexData()).find(serial);

const lookUp = async (
  scope: Pick<Scope, 'dealerPath'>,
  serial: string,
  found: StockDevice | undefined,
  source: string,
) => lookUpOf(serial, found, visibleHolder(scope, await holderOf(rfKey(serial))), source);
