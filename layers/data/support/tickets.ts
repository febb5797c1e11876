import type { EntityItem } from 'electrodb';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { covers, type Scope } from '#core/scope.ts';
import type { Attachment } from '#core/support/attachment.ts';
import {
  type CommentRecord,
  isAnswerBy,
  MAX_COMMENTS,
  type Priority,
  stateOf,
  TICKET_CLOSED,
  type TicketRecord,
  type TicketState,
} from '#core/support/ticket.ts';
import { instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { DEALER_MOVED, DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { change, RETRY, refusedAs, retry } from '../kit/change.ts';
import { newId } from '../kit/id.ts';
import { page } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { TicketCommentEntity } from './entities.ts';
import { TicketEntity } from './ticket-entity.ts';

const entities = { ticket: TicketEntity, comment: TicketCommentEntity, dealer: DealerEntity };
const CHANGED = 'Somebody else changed the ticket meanwhile. Please load it again';
const BUSY = 'The ticket changes right now. Please try again in a moment';
const refused = { changed: RETRY, moved: DEALER_MOVED } as const;

export interface NewComment {
  text: string;
  attachments: Attachment[];
}

export const ticketStore = {
  /** One page of the tickets in this state of the scope's dealer and all below it. */
  async list(
    { dealerPath, dealerKey }: Pick<Scope, 'dealerPath' | 'dealerKey'>,
    { state, ...request }: PageRequest & { state: TicketState },
  ): Promise<Page<TicketRecord>> {
    const query =
      dealerKey === ROOT_DEALER
        ? TicketEntity.query.byTime({ state })
        : TicketEntity.query.byTree({ state }).between({ dealerPath }, { dealerPath: endOfPrefix(dealerPath) });
    const { items, cursor } = await page(query, { ...request, order: 'desc' });
    return { items: items.map(recordOf), cursor };
  },

  /** NOT_FOUND if the ticket is outside the scope. */
  async get(scope: Pick<Scope, 'dealerPath'>, TicketKey: string): Promise<TicketRecord> {
    const { data } = await TicketEntity.get({ TicketKey }).go({ consistent: true });
    if (!data || !covers(scope, data.dealerPath)) throw new AppError('NOT_FOUND', 'Ticket not found');
    return recordOf(data);
  },

  /** The comments of a ticket, the oldest first. The caller has checked the ticket. */
  async comments({ TicketKey }: Pick<TicketRecord, 'TicketKey'>): Promise<CommentRecord[]> {
    const { data } = await TicketCommentEntity.query.byTicket({ TicketKey }).go({ pages: 'all', consistent: true });
    return data.map(({ TicketKey: _, authorKey: __, attachments = [], ...comment }) => ({ ...comment, attachments }));
  },

  async open(
    scope: Scope,
    { Subject, Priority, text }: { Subject: string; Priority: Priority; text: string },
    now: number,
  ): Promise<TicketRecord> {
    const { dealerKey: DealerKey, dealerPath } = scope;
    const ticket: TicketRecord = {
      TicketKey: newId(now),
      ...{ DealerKey, dealerPath, Subject, Priority, Status: 'Open' },
      ...authorOf(scope),
      openedAt: instant(now),
      changedAt: instant(now),
      comments: 1,
      version: 1,
    };
    const audit = entryOf(scope, ticket, 'open ticket', { after: shown(ticket) }, now);
    await change({ entities, audit, refused: { ...refused, changed: CHANGED } }, (to) => [
      to.ticket.create(itemOf(ticket)).commit(),
      to.comment.create(commentOf(scope, ticket, text, now)).commit(),
      refusedAs('moved', dealerIsAt(to.dealer, { DealerKey, dealerPath })),
    ]);
    return ticket;
  },

  /** Adds a comment, and returns the ticket with whether support has answered. CONFLICT if it is closed, TOO_LARGE if it has too many. */
  comment: (scope: Scope, TicketKey: string, { text, attachments }: NewComment, now: number) =>
    retry(BUSY, async () => {
      const was = await ticketStore.get(scope, TicketKey);
      if (was.Status === 'Closed') throw new AppError('CONFLICT', TICKET_CLOSED);
      if (was.comments >= MAX_COMMENTS)
        throw new AppError('TOO_LARGE', `A ticket has at most ${MAX_COMMENTS} comments. Open another one`);
      const isAnswer = isAnswerBy(was, scope);
      const ticket: TicketRecord = {
        ...was,
        Status: isAnswer ? 'Answered' : 'Open',
        changedAt: instant(now),
        comments: was.comments + 1,
        version: was.version + 1,
      };
      const audit = entryOf(scope, was, 'comment on ticket', { after: { Comment: text } }, now);
      await change({ entities, audit, refused }, (to) => [
        to.ticket
          .put(itemOf(ticket))
          .where((stored, { eq }) => eq(stored.version, was.version))
          .commit(),
        to.comment.create({ ...commentOf(scope, was, text, now), attachments }).commit(),
      ]);
      return { ticket, isAnswer };
    }),

  /** Changes the priority, closes or reopens. CONFLICT if somebody else changed the ticket since `version`. */
  async change(
    scope: Scope,
    {
      TicketKey,
      version,
      Priority,
      closed,
    }: { TicketKey: string; version: number; Priority?: Priority; closed?: boolean },
    now: number,
  ): Promise<TicketRecord> {
    const was = await ticketStore.get(scope, TicketKey);
    if (was.version !== version) throw new AppError('CONFLICT', CHANGED);
    const ticket: TicketRecord = {
      ...was,
      Priority: Priority ?? was.Priority,
      Status: closed === undefined || closed === (was.Status === 'Closed') ? was.Status : closed ? 'Closed' : 'Open',
      changedAt: instant(now),
      version: version + 1,
    };
    const audit = entryOf(scope, was, 'change ticket', { before: shown(was), after: shown(ticket) }, now);
    await change({ entities, audit, refused: { ...refused, changed: CHANGED } }, (to) => [
      to.ticket
        .put(itemOf(ticket))
        .where((stored, { eq }) => eq(stored.version, version))
        .commit(),
    ]);
    return ticket;
  },
};

const recordOf = ({ state: _, ...ticket }: EntityItem<typeof TicketEntity>): TicketRecord => ticket;
const itemOf = (ticket: TicketRecord) => ({ ...ticket, state: stateOf(ticket.Status) });
const shown = ({ Subject, Priority, Status }: TicketRecord) => ({ Subject, Priority, Status });
const authorOf = ({ actor }: Scope) => ({ authorKey: actor.userKey, authorName: actor.fullName });

const commentOf = (scope: Scope, ticket: Pick<TicketRecord, 'TicketKey' | 'authorKey'>, text: string, now: number) => ({
  TicketKey: ticket.TicketKey,
  commentKey: newId(now),
  text,
  ...authorOf(scope),
  isAnswer: isAnswerBy(ticket, scope),
  writtenAt: instant(now),
});

const entryOf = (
  scope: Scope,
  { TicketKey, DealerKey }: TicketRecord,
  action: 'open ticket' | 'change ticket' | 'comment on ticket',
  values: { before?: object; after: object },
  now: number,
) =>
  auditEntry(
    scope,
    {
      objectKind: 'ticket',
      objectId: TicketKey,
      dealerKey: DealerKey,
      action,
      ...(values as { after: Record<string, unknown> }),
    },
    now,
  );
