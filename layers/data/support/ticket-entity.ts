import { Entity } from 'electrodb';
import { PRIORITIES, TICKET_STATES, TICKET_STATUSES } from '#core/support/ticket-values.ts';
import { requiredNumber, requiredText } from '../kit/attributes.ts';
import { at, primary, secondary } from '../kit/table.ts';

// Apart from the other entities, because what follows the table's stream needs only this one.

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
