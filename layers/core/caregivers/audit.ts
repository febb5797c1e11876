import { HIDES_CUSTOMERS } from '../access.ts';
import { type AuditedArea, choice, list, text } from '../audit/wording.ts';
import { LEFT_REMINDERS } from '../reminders/left-reminders.ts';
import { UNIT_STATUS } from '../units/unit.ts';
import { CAREGIVER_TYPES } from './caregiver.ts';

const fields = { Name: text('Name'), emails: list('E-mail addresses') };
const assignment = { caregiver: text('Caregiver'), UserType: choice('Type', CAREGIVER_TYPES) };
// The address itself is not in the audit: nobody can change the audit when a person's data is erased.
const customer = {
  changed: list('Changed'),
  caregivers: list('Caregivers'),
  UnitStatus: choice('Unit status', UNIT_STATUS),
  vitalsPortal: text('Vitals portal'),
  ...LEFT_REMINDERS,
};
const hiddenFrom = HIDES_CUSTOMERS;

export const AUDITED = {
  kinds: { caregiver: 'Caregiver' },
  actions: {
    'create caregiver': { sentence: '{actor} created the caregiver {object}', fields },
    'edit caregiver': { sentence: '{actor} changed the caregiver {object}', fields },
    'delete caregiver': { sentence: '{actor} deleted the caregiver {object}', fields },
    'assign caregiver': { sentence: '{actor} assigned the caregiver {caregiver} to {object}', fields: assignment },
    'unassign caregiver': { sentence: '{actor} removed the caregiver {caregiver} from {object}', fields: assignment },
    'change caregiver type': {
      sentence: '{actor} changed the type of the caregiver {caregiver} of {object}',
      fields: assignment,
    },
    'create caregiver customer': { sentence: '{actor} created the customer of {object}', fields: customer, hiddenFrom },
    'edit caregiver customer': { sentence: '{actor} changed the customer of {object}', fields: customer, hiddenFrom },
    'delete caregiver customer': { sentence: '{actor} deleted the customer of {object}', fields: customer, hiddenFrom },
    'detach caregiver customer': {
      sentence: '{actor} detached the customer and the caregivers from {object}, which moved to another dealer',
      fields: customer,
      hiddenFrom,
    },
    'remove former caregivers': {
      sentence: '{actor} removed the caregivers of a former customer from {object}',
      fields: customer,
      hiddenFrom,
    },
  },
} as const satisfies AuditedArea;
