import { type AuditedArea, number, text } from '../audit/wording.ts';

const fields = {
  SerialNumber: text('Serial number'),
  RFCode: text('RF code'),
  MacAddress: text('MAC address'),
  Type: text('Type'),
  zone: number('Zone'),
  unit: text('Other unit'),
  name: text('Name of the zone'),
};

const uploaded = {
  fileName: text('File'),
  Type: text('Type'),
  count: number('Transmitters'),
  first: text('First serial number'),
  last: text('Last serial number'),
};

export const AUDITED = {
  kinds: { stockList: 'Stock list of transmitters' },
  actions: {
    'add accessory': { sentence: '{actor} added the accessory {SerialNumber} to {object}', fields },
    'edit accessory': { sentence: '{actor} changed the accessory {MacAddress} of {object}', fields },
    'delete accessory': { sentence: '{actor} deleted the accessory {SerialNumber} of {object}', fields },
    'restore accessory': {
      sentence: '{actor} took back the deletion of the accessory {SerialNumber} of {object}',
      fields,
    },
    'move accessory zone': {
      sentence: '{actor} moved the accessory {SerialNumber} of {object} to another zone',
      fields,
    },
    'move accessory in': { sentence: '{actor} moved the accessory {SerialNumber} to {object} from {unit}', fields },
    'move accessory out': { sentence: '{actor} moved the accessory {SerialNumber} from {object} to {unit}', fields },
    'replace accessory': {
      sentence: 'The accessory {SerialNumber} of {object} was replaced or deleted at the unit',
      fields,
    },
    'upload transmitters': { sentence: '{actor} stored transmitters of the file {fileName}', fields: uploaded },
    'name zone': { sentence: '{actor} changed the name of the zone {zone} of {object}', fields },
  },
} as const satisfies AuditedArea;
