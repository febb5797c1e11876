import { z } from 'zod';
import { defineArea, OTHER_SYSTEM_RATE } from '../contract.ts';
import { optionalText } from '../fields.ts';
import { SerialNumber } from '../units/unit.ts';
import { editors, readers, STOCK_KEEPERS } from './access.ts';
import { AccessorySerial, MacAddress, Zone } from './accessory.ts';
import { BluetoothDevice, FormerAccessory, RfDevice } from './device.ts';
import { LookUp } from './look-up.ts';
import { FoundTransmitter, TxmLookUp, TxmUpload } from './stock-list.ts';

const done = z.object({});
/** In a path or a query. */
const Flag = z.enum(['0', '1', 'false', 'true']).transform((flag) => flag === '1' || flag === 'true');

/** The unit that has the accessory, as the person saw it. The accessory is moved only if this unit still has it. */
const moveFrom = SerialNumber.optional();

export const accessories = defineArea({
  rfDevices: {
    method: 'GET',
    path: '/api/unitRf/{id}',
    summary: 'List the RF devices of a unit, and the accessories that it had',
    access: readers,
    input: z.object({ id: SerialNumber }),
    output: z.object({
      UnitSerNum: SerialNumber,
      hasRf: z.boolean(),
      /** One more than the highest zone that is offered. */
      zoneArrayLength: z.number().int(),
      /** False if a device is Pending or Pending Delete. */
      synced: z.boolean(),
      /** False if the unit has never told its configuration: accessories are paired at the unit. */
      takesConfiguration: z.boolean(),
      devices: z.array(RfDevice),
      /** Names of zones without a device too. */
      zoneNames: z.array(z.object({ Zone, ZoneName: z.string() })),
      /** The latest first. */
      former: z.array(FormerAccessory),
    }),
    errors: ['NOT_FOUND'],
  },
  look: {
    method: 'GET',
    path: '/api/unitRF/search/{serial}',
    summary: 'Look up an RF device by its serial number in the stock list',
    access: readers,
    input: z.object({ serial: AccessorySerial }),
    output: LookUp,
  },
  lookInMytrex: {
    method: 'GET',
    path: '/api/unitRF/searchMytrex/{serial}',
    summary: 'Look up an RF device by its serial number in the Mytrex data',
    access: readers,
    rate: OTHER_SYSTEM_RATE,
    input: z.object({ serial: AccessorySerial }),
    output: LookUp,
    errors: ['TOO_MANY', 'UNAVAILABLE'],
  },
  txmLookup: {
    method: 'POST',
    path: '/api/txm/lookup',
    summary: 'Look up a transmitter in the stock list',
    access: STOCK_KEEPERS,
    input: TxmLookUp,
    output: z.object({ transmitter: FoundTransmitter.nullable() }),
  },
  txmUpload: {
    method: 'POST',
    path: '/api/txm/upload',
    summary: 'Store a part of a list of transmitters in the stock list. The same part again changes nothing',
    access: STOCK_KEEPERS,
    input: TxmUpload,
    output: z.object({ stored: z.number().int() }),
  },
  addRf: {
    method: 'PUT',
    path: '/api/unitRFAdd',
    summary: 'Add an RF device to a unit, or move it there from another unit',
    access: editors,
    rate: OTHER_SYSTEM_RATE,
    input: z.object({ UnitSerNum: SerialNumber, Zone, SerialNumber: AccessorySerial, moveFrom }),
    output: done,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT', 'TOO_MANY', 'UNAVAILABLE'],
  },
  moveZone: {
    method: 'PUT',
    path: '/api/unitRfMoveZone',
    summary: 'Move an RF device to another zone of its unit',
    access: editors,
    input: z.object({
      UnitSerNum: SerialNumber,
      Zone,
      newZone: Zone,
      /** The device that the person saw in the zone. */
      RFCode: z.string().max(8),
    }),
    output: done,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  deleteRf: {
    method: 'PUT',
    path: '/api/unitRF/delete/{flag}',
    summary: 'Delete an RF device of a unit (flag 1), or take the deletion back (flag 0)',
    access: editors,
    input: z.object({
      flag: Flag,
      UnitSerNum: SerialNumber,
      Zone,
      /** The device that the person saw in the zone. */
      RFCode: z.string().max(8),
      moveFrom,
    }),
    output: done,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  nameZone: {
    method: 'POST',
    path: '/api/unitRfCustomZone',
    summary: 'Give an RF zone of a unit a name. An empty name removes it',
    access: editors,
    input: z.object({ UnitSerNum: SerialNumber, zone: Zone, customZoneName: optionalText(40) }),
    output: done,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  bluetoothDevices: {
    method: 'GET',
    path: '/api/unitBT',
    summary: 'List the Bluetooth devices of a unit',
    access: readers,
    input: z.object({ UnitSerNum: SerialNumber }),
    output: z.object({ UnitSerNum: SerialNumber, synced: z.boolean(), devices: z.array(BluetoothDevice) }),
    errors: ['NOT_FOUND'],
  },
  saveBluetooth: {
    method: 'PUT',
    path: '/api/unitBT',
    summary: 'Add a Bluetooth device to a unit, change its serial number, or move it there from another unit',
    access: editors,
    input: z.object({
      UnitSerNum: SerialNumber,
      device: z.object({ SerialNumber: AccessorySerial, MacAddress }),
      moveFrom,
    }),
    output: done,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_LARGE'],
  },
  deleteBluetooth: {
    method: 'DELETE',
    path: '/api/unitBT',
    summary: 'Delete a Bluetooth device of a unit, or take the deletion back with undelete',
    access: editors,
    input: z.object({ UnitSerNum: SerialNumber, device: MacAddress, undelete: Flag.default(false), moveFrom }),
    output: done,
    errors: ['NOT_FOUND', 'CONFLICT', 'TOO_LARGE'],
  },
});
