import { Entity } from 'electrodb';
import type { Attachment } from '#core/support/attachment.ts';
import { LIBRARY_KINDS } from '#core/support/library.ts';
import { jsonOf, requiredText, text } from '../kit/attributes.ts';
import { at, primary } from '../kit/table.ts';

export const TicketCommentEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'ticketComment', version: '1' },
    attributes: {
      TicketKey: requiredText,
      commentKey: requiredText,
      text: requiredText,
      authorKey: requiredText,
      authorName: requiredText,
      isAnswer: { type: 'boolean', required: true },
      writtenAt: requiredText,
      attachments: jsonOf<Attachment[]>(),
    },
    indexes: { byTicket: primary(['TicketKey'], ['commentKey']) },
  },
  at,
);

/** A training video or a download. They are the portal's, and few. */
export const LibraryEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'libraryEntry', version: '1' },
    attributes: {
      kind: { type: LIBRARY_KINDS, required: true },
      entryKey: requiredText,
      group: requiredText,
      title: requiredText,
      description: text,
      link: requiredText,
    },
    indexes: { byKind: primary(['kind'], ['entryKey']) },
  },
  at,
);
