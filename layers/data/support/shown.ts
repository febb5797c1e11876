import type { Ticket, TicketRecord } from '#core/support/ticket.ts';
import { dealerStore } from '../dealers/dealers.ts';

/** Tickets with the names of their dealers. */
export async function shownTickets(tickets: readonly TicketRecord[], now: number): Promise<Ticket[]> {
  const names = await dealerStore.names(
    tickets.map(({ DealerKey }) => DealerKey),
    now,
  );
  return tickets.map(({ authorKey: _, dealerPath: __, ...ticket }) => ({
    ...ticket,
    DealerName: names.get(ticket.DealerKey)!,
  }));
}
