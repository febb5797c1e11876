import { type AuditedArea, text, time } from '../audit/wording.ts';
import { USER_FIELDS } from '../users/audit.ts';

export const AUDITED = {
  kinds: {},
  actions: {
    'change own settings': { sentence: '{actor} changed their own settings', fields: USER_FIELDS },
    'change own password': { sentence: '{actor} changed their password' },
    'end own session': {
      sentence: '{actor} ended one of their sessions',
      fields: { startedAt: time('Signed in'), sourceIp: text('Network address') },
    },
  },
} as const satisfies AuditedArea;
