import { type AuditedArea, text } from '../audit/wording.ts';

const ticket = { Subject: text('Subject'), Priority: text('Priority'), Status: text('Status') };
const entry = { group: text('Group'), title: text('Title'), link: text('Link') };

export const AUDITED = {
  kinds: { ticket: 'Ticket', libraryEntry: 'Video or download' },
  actions: {
    'open ticket': { sentence: '{actor} opened the ticket {Subject}', fields: ticket },
    'change ticket': { sentence: '{actor} changed the ticket {object}', fields: ticket },
    'comment on ticket': { sentence: '{actor} commented on the ticket {object}', fields: { Comment: text('Comment') } },
    'add library entry': { sentence: '{actor} added {title} to {group}', fields: entry },
    'remove library entry': { sentence: '{actor} removed {title} from {group}', fields: entry },
  },
} as const satisfies AuditedArea;
