import { type AuditedArea, choice, list, record, text } from '../audit/wording.ts';
import { CAREGIVER_TYPES } from './caregiver.ts';

const fields = { Name: text('Name'), emails: list('E-mail addresses') };
const assignment = { caregiver: text('Caregiver'), UserType: choice('Type', CAREGIVER_TYPES) };
const customer = {
  HomeAddress: record('Home address', {
    Address1: text('street'),
    Address2: text('second line'),
    City: text('city'),
    State: text('state'),
    Zip: text('ZIP code'),
    Country: text('country'),
  }),
  caregivers: list('Caregivers'),
};

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
    'create caregiver customer': { sentence: '{actor} created the customer of {object}', fields: customer },
    'edit caregiver customer': { sentence: '{actor} changed the customer of {object}', fields: customer },
    'delete caregiver customer': { sentence: '{actor} deleted the customer of {object}', fields: customer },
    'detach caregiver customer': {
      sentence: '{actor} detached the customer and the caregivers from {object}, which moved to another dealer',
      fields: customer,
    },
  },
} as const satisfies AuditedArea;
