import { type AuditedArea, choice, list, onOff, text } from '../audit/wording.ts';
import { FORMAT_WORDS } from './format.ts';

export const AUDITED = {
  kinds: {},
  actions: {
    'share report': { sentence: '{actor} shared the saved report {name}', fields: { name: text('Report') } },
    'rename shared report': {
      sentence: '{actor} renamed a shared report to {name}',
      fields: { name: text('Report') },
    },
    'delete shared report': {
      sentence: '{actor} deleted the shared report {name}',
      fields: { name: text('Report') },
    },
    'set report mail': {
      sentence: '{actor} set how the report {report} is mailed',
      fields: {
        report: text('Report'),
        active: onOff('Mail'),
        schedule: text('Schedule'),
        format: choice('File', FORMAT_WORDS),
        recipients: list('Recipients'),
      },
    },
    'switch off report mail': {
      sentence: '{actor} switched off the mail of the report {report}',
      fields: { report: text('Report') },
    },
    'leave report mail': {
      sentence: '{actor} stopped getting the report {report} by mail',
      fields: { report: text('Report') },
    },
  },
} as const satisfies AuditedArea;
