import { type AuditedArea, onOff, time } from '../audit/wording.ts';

const secret = { secretSince: time('Secret since') };

export const AUDITED = {
  kinds: { unit: 'Unit' },
  actions: {
    'switch reporting': {
      sentence: ({ after }) => `{actor} switched reporting ${after.Report === 1 ? 'on' : 'off'} for {object}`,
      fields: { Report: onOff('Reporting') },
    },
    'give secret': { sentence: '{actor} gave {object} a secret', fields: secret },
    'replace secret': { sentence: '{actor} replaced the secret of {object}', fields: secret },
  },
} as const satisfies AuditedArea;
