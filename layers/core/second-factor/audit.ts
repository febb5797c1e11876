import { type AuditedArea, choice, list } from '../audit/wording.ts';

const fields = { method: choice('Second step', { app: 'Authenticator app', mail: 'Code by e-mail' }) };

export const AUDITED = {
  kinds: {},
  actions: {
    'turn on second factor': { sentence: '{actor} turned their two-step sign-in on', fields },
    'turn off second factor': { sentence: '{actor} turned their two-step sign-in off', fields },
    'replace recovery codes': { sentence: '{actor} replaced their recovery codes' },
    'reset second factor': {
      sentence: '{actor} reset the two-step sign-in of {object}',
      fields: { ...fields, passkeys: list('Passkeys') },
    },
  },
} as const satisfies AuditedArea;
