import { type AuditedArea, number, text } from '../audit/wording.ts';

export const AUDITED = {
  kinds: {},
  actions: {
    'remove from report': {
      sentence: '{actor} removed {object} from a report',
      fields: {
        report: text('Report'),
        tcpFail: number('Failed connections'),
        downloadFail: number('Failed downloads'),
      },
    },
    'mail report': {
      sentence: '{actor} mailed a report of {object} to its dealer',
      fields: { report: text('Report') },
    },
  },
} as const satisfies AuditedArea;
