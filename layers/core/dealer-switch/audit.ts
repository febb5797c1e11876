import { type AuditedArea, dealer } from '../audit/wording.ts';

export const AUDITED = {
  kinds: {},
  actions: {
    'show as dealer': {
      sentence: '{actor} opened the portal as {object}',
      fields: { DealerKey: dealer('Shown as') },
    },
  },
} as const satisfies AuditedArea;
