import type { AuditedArea } from '../audit/wording.ts';
import { USER_FIELDS } from '../users/audit.ts';

export const AUDITED = {
  kinds: {},
  actions: {
    'change own settings': { sentence: '{actor} changed their own settings', fields: USER_FIELDS },
    'change own password': { sentence: '{actor} changed their password' },
  },
} as const satisfies AuditedArea;
