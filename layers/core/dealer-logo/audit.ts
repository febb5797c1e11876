import type { AuditedArea } from '../audit/wording.ts';

export const AUDITED = {
  kinds: {},
  actions: {
    'choose logo': { sentence: '{actor} chose another logo for {object}' },
    'remove logo': { sentence: '{actor} removed the logo of {object}' },
  },
} as const satisfies AuditedArea;
