import { type AuditedArea, inWords, list, number, text } from '../audit/wording.ts';
import { changeLabels } from '../profiles/changes.ts';
import type { MessageType } from '../unit-messages/common-reports.ts';
import { shownMessageType } from './sync-queue.ts';

const message = { MessageType: inWords('Message', (type) => shownMessageType(type as MessageType)) };

export const AUDITED = {
  kinds: {},
  actions: {
    'change configuration': {
      sentence: '{actor} changed the configuration of {object}',
      about: 'profile',
      fields: {
        revision: number('Revision'),
        PTName: text('Name of the profile'),
        ...Object.fromEntries(Object.entries(changeLabels()).map(([field, label]) => [field, list(label)])),
        categories: list('Categories'),
      },
    },
    'resend configuration': {
      sentence: '{actor} marked the data of {object} as not synced',
      about: 'profile',
      fields: { revision: number('Revision') },
    },
    'queue message': {
      sentence: '{actor} put a message into the sync queue of {object}: {MessageType}',
      about: 'command',
      fields: message,
    },
    'delete queued message': {
      sentence: '{actor} deleted a message from the sync queue of {object}: {MessageType}',
      about: 'command',
      fields: message,
    },
  },
} as const satisfies AuditedArea;
