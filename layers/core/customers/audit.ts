import { HIDES_CUSTOMERS } from '../access.ts';
import { type AuditedArea, choice, list, text } from '../audit/wording.ts';
import { LEFT_REMINDERS } from '../reminders/left-reminders.ts';
import { UNIT_STATUS } from '../units/unit.ts';
import { ACCOUNT_STATUS, CUSTOMER_TYPES } from './customer.ts';

// An entry names what was changed, and no values: nobody can change the audit when a person's data is erased.
const fields = { changed: list('Changed') };
const status = { myLinkStatus: choice('Account status', ACCOUNT_STATUS) };
const unit = { customer: text('Customer'), UnitSerNum: text('Unit') };
const ofUnit = {
  customer: text('Customer'),
  UnitStatus: choice('Unit status', UNIT_STATUS),
  vitalsPortal: text('Vitals portal'),
  ...LEFT_REMINDERS,
};
const hiddenFrom = HIDES_CUSTOMERS;

export const AUDITED = {
  kinds: { customer: 'Customer' },
  actions: {
    'create customer': {
      sentence: '{actor} created a customer',
      fields: { customerType: choice('Type', CUSTOMER_TYPES) },
      hiddenFrom,
    },
    'edit customer': { sentence: '{actor} changed a customer', fields, hiddenFrom },
    'change account status': {
      sentence: '{actor} changed the account status of a customer',
      fields: status,
      hiddenFrom,
    },
    'assign unit to customer': {
      sentence: '{actor} assigned the unit {UnitSerNum} to a customer',
      fields: unit,
      hiddenFrom,
    },
    'take unit off customer': {
      sentence: '{actor} took the unit {UnitSerNum} off a customer',
      fields: unit,
      hiddenFrom,
    },
    'read customer': { sentence: '{actor} read the data of a customer', hiddenFrom },
    'export customer': { sentence: '{actor} exported the data of a customer', hiddenFrom },
    'erase customer': { sentence: '{actor} erased the data of a customer', hiddenFrom },
    'assign customer': { sentence: '{actor} assigned a customer to {object}', fields: ofUnit, hiddenFrom },
    'set unit free': { sentence: '{actor} took the customer off {object}', fields: ofUnit, hiddenFrom },
  },
} as const satisfies AuditedArea;
