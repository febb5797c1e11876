import { Entity } from 'electrodb';
import { LIBRARY_KINDS } from '#core/support/library.ts';
import { PRIORITIES, TICKET_STATES, TICKET_STATUSES } from '#core/support/ticket.ts';
import { requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { at, primary, secondary } from '../kit/table.ts';

export const TicketEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'ticket', version: '1' },
    attributes: {
      TicketKey: requiredText,
      DealerKey: requiredNumber,
      dealerPath: requiredText,
      Subject: requiredText,
      Priority: { type: PRIORITIES, required: true },
      Status: { type: TICKET_STATUSES, required: true },
      /** In which of the lists it is; follows from the status. */
      state: { type: TICKET_STATES, required: true },
      authorKey: requiredText,
      authorName: requiredText,
      openedAt: requiredText,
      changedAt: requiredText,
      comments: requiredNumber,
      version: requiredNumber,
    },
    indexes: {
      ticket: primary(['TicketKey'], []),
      byTree: secondary('gsi1', ['state'], ['dealerPath', 'TicketKey']),
      /** For users of the root dealer, who see all: by time, whatever the dealer. */
      byTime: secondary('gsi2', ['state'], ['TicketKey']),
    },
  },
  at,
);

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
