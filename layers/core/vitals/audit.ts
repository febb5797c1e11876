import { HIDES_CUSTOMERS } from '../access.ts';
import { type AuditedArea, text } from '../audit/wording.ts';

// An entry names no patient: nobody can change the audit when a person's data is erased.
const fields = { vitalsPortal: text('Vitals portal') };
const hiddenFrom = HIDES_CUSTOMERS;

export const AUDITED = {
  kinds: {},
  actions: {
    'link vitals patient': {
      sentence: '{actor} linked {object} to a patient of its vitals portal',
      fields,
      hiddenFrom,
    },
    'unlink vitals patient': { sentence: '{actor} removed the vitals link of {object}', fields, hiddenFrom },
  },
} as const satisfies AuditedArea;
