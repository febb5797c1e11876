import { type AuditedAction, number, text } from '../audit/wording.ts';

const rows = {
  done: number('Done'),
  already: number('Of these, so already'),
  asked: number('Of these, only asked'),
  failed: number('Failed'),
  units: number('Units to do'),
};

/** How the audit words the commands to bulk actions of every kind. */
export const AUDITED_COMMANDS = {
  'pause bulk action': { sentence: '{actor} paused a bulk action', fields: rows },
  'resume bulk action': { sentence: '{actor} resumed a bulk action', fields: rows },
  'stop bulk action': {
    sentence: '{actor} stopped a bulk action: {reason}',
    fields: { ...rows, reason: text('Reason') },
  },
  'change pace of bulk action': {
    sentence: '{actor} changed how many units of a bulk action are done per minute',
    fields: { pace: number('Units per minute') },
  },
  'cancel bulk action': { sentence: '{actor} cancelled a bulk action', fields: rows },
} as const satisfies Record<string, AuditedAction>;
