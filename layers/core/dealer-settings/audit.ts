import { type AuditedArea, choice, list, number, onOff, record, text } from '../audit/wording.ts';
import { MAIN_CONTACT, OFFICE } from '../dealers/audit.ts';
import { LANGUAGES } from './languages.ts';

/** Every setting of a dealer. One change can touch several. */
const fields = {
  ...OFFICE,
  MainContact: MAIN_CONTACT,
  CustomLabel1: text('Name of the first labels'),
  CustomLabel2: text('Name of the second labels'),
  Rules: record('Rules', {
    unitIDOptions: list('unit ID options'),
    udiFileRequired: onOff('file of device identifiers required'),
    unitIDLabel: onOff('unit ID label'),
    signOutAddress: text('page after sign-out'),
    impra: onOff('IMPRA units'),
  }),
  CategoryNames: list('Event groups'),
  UseCategory: onOff('Use event groups'),
  CustomLabelList1: list('First labels'),
  CustomLabelList2: list('Second labels'),
  RestrictLineIDList: list('Line IDs'),
  UseRestrictLineID: onOff('Restrict by Line ID'),
  UnitsMustProve: onOff('Units must prove themselves'),
  EscalateAfter: number('Minutes until an alarm is escalated'),
  languages: list('Languages', choice('', LANGUAGES).wording),
  monitoringCenters: list(
    'Monitoring centres',
    record('', { name: text(''), phoneNumber: text(''), accountNumber: text('') }).wording,
  ),
  shippingAddresses: list(
    'Shipping addresses',
    record('', {
      AttentionTo: text(''),
      Address1: text(''),
      Address2: text(''),
      City: text(''),
      State: text(''),
      Zip: text(''),
      Country: text(''),
      Notes: text(''),
    }).wording,
  ),
  notificationSettings: list('Notifications', record('', { SettingName: text(''), SettingValue: text('') }).wording),
};

export const AUDITED = {
  kinds: {},
  actions: {
    'change event groups': { sentence: '{actor} changed the event groups of {object}', fields },
    'change account details': { sentence: '{actor} changed the settings of {object}', fields },
    'delete main contact': { sentence: '{actor} deleted the main contact of {object}', fields },
    'assign language': { sentence: '{actor} assigned a language to {object}', fields },
    'withdraw language': { sentence: '{actor} withdrew a language from {object}', fields },
    'add notification setting': { sentence: '{actor} added a notification for {object}', fields },
    'change notification setting': { sentence: '{actor} changed a notification of {object}', fields },
    'delete notification setting': { sentence: '{actor} deleted a notification of {object}', fields },
    'send link to contact': {
      sentence: '{actor} sent {address} a link to confirm notifications of {object}',
      fields: { address: text('Contact') },
    },
    'add shipping address': { sentence: '{actor} added a shipping address for {object}', fields },
    'change shipping address': { sentence: '{actor} changed a shipping address of {object}', fields },
    'delete shipping address': { sentence: '{actor} deleted a shipping address of {object}', fields },
  },
} as const satisfies AuditedArea;
