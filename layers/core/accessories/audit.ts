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

export const AUDITED = {
  kinds: {},
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
    'name zone': { sentence: '{actor} changed the name of the zone {zone} of {object}', fields },
  },
} as const satisfies AuditedArea;
