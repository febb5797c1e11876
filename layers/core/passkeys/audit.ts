import { type AuditedArea, text } from '../audit/wording.ts';

const fields = { name: text('Passkey') };

export const AUDITED = {
  kinds: {},
  actions: {
    'add passkey': { sentence: '{actor} added the passkey {name}', fields },
    'rename passkey': { sentence: '{actor} renamed a passkey to {name}', fields },
    'remove passkey': { sentence: '{actor} removed the passkey {name}', fields },
  },
} as const satisfies AuditedArea;
