import { support } from '#core/support/contract.ts';
import { grouped } from '#core/support/library.ts';
import { isAnswerBy, type Ticket, type TicketRecord } from '#core/support/ticket.ts';
import { libraryStore } from '#data/support/library.ts';
import { shownTickets } from '#data/support/shown.ts';
import { ticketStore } from '#data/support/tickets.ts';
import { serve } from '#platform/http/serve.ts';
import { mailAnswer } from './answer-mail.ts';
import { attachmentContent, requireArrived, uploadForm } from './attachments.ts';

export const handler = serve(support, {
  async tickets({ input, scope }) {
    const { items, cursor } = await ticketStore.list(scope, input);
    return { items: await shownTickets(items, Date.now()), cursor };
  },

  async ticket({ input: { id }, scope }) {
    const ticket = await ticketStore.get(scope, id);
    const [shown, conversation] = await Promise.all([shownTicket(ticket), ticketStore.comments(ticket)]);
    return { ...shown, conversation, answers: isAnswerBy(ticket, scope) };
  },

  openTicket: async ({ input, scope }) => shownTicket(await ticketStore.open(scope, input, Date.now())),

  async comment({ input: { TicketKey, ...comment }, scope }) {
    await ticketStore.get(scope, TicketKey);
    await requireArrived(TicketKey, comment.attachments);
    const { ticket, isAnswer } = await ticketStore.comment(scope, TicketKey, comment, Date.now());
    if (isAnswer) await mailAnswer(ticket);
    return shownTicket(ticket);
  },

  changeTicket: async ({ input: { Priority, closed, ...id }, scope }) =>
    shownTicket(
      await ticketStore.change(
        scope,
        { ...id, ...(Priority !== undefined && { Priority }), ...(closed !== undefined && { closed }) },
        Date.now(),
      ),
    ),

  async requestUpload({ input, scope }) {
    await ticketStore.get(scope, input.TicketKey);
    return uploadForm(input);
  },

  async attachment({ input: { TicketKey, file }, scope }) {
    await ticketStore.get(scope, TicketKey);
    return { content: await attachmentContent(TicketKey, file) };
  },

  getTrainingVideos: async () => ({ videoGroups: grouped(await libraryStore.list('video')) }),
  downloads: async () => ({ groups: grouped(await libraryStore.list('download')) }),

  addEntry: ({ input, scope }) => libraryStore.add(scope, input, Date.now()),

  async removeEntry({ input, scope }) {
    await libraryStore.remove(scope, input, Date.now());
    return {};
  },
});

const shownTicket = async (ticket: TicketRecord): Promise<Ticket> => (await shownTickets([ticket], Date.now()))[0]!;
