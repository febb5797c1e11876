import { z } from 'zod';
import { mayAccess } from '../access.ts';
import { DealerKey } from '../dealers/dealer.ts';
import { isVisible, NOT_VISIBLE } from '../name-skeleton.ts';
import type { Rights } from '../scope.ts';
import { Instant } from '../time.ts';
import { SUPPORT_STAFF } from './access.ts';
import { Attachment } from './attachment.ts';
import { PRIORITIES, TICKET_STATES, TICKET_STATUSES } from './ticket-values.ts';

export const Priority = z.enum(PRIORITIES);
export type Priority = z.infer<typeof Priority>;

export const TicketStatus = z.enum(TICKET_STATUSES);
export type TicketStatus = z.infer<typeof TicketStatus>;

export const TicketState = z.enum(TICKET_STATES);
export type TicketState = z.infer<typeof TicketState>;
export const stateOf = (status: TicketStatus): TicketState => (status === 'Closed' ? 'closed' : 'open');

export const MAX_SUBJECT = 120;
export const MAX_COMMENT = 4_000;
/** A ticket with more is a conversation for the telephone, and would not fit into one answer. */
export const MAX_COMMENTS = 200;

export const TicketKey = z.string().regex(/^[0-9A-Z]{26}$/, 'No such ticket');
export const Subject = z.string().trim().min(1, 'Must enter a subject').max(MAX_SUBJECT).refine(isVisible, NOT_VISIBLE);
export const CommentText = z
  .string()
  .trim()
  .min(1, 'Must enter a text')
  .max(MAX_COMMENT, `At most ${MAX_COMMENT.toLocaleString('en')} characters`);

/** A ticket as stores return it. */
export const TicketRecord = z.object({
  TicketKey,
  DealerKey,
  dealerPath: z.string(),
  Subject: z.string(),
  Priority,
  Status: TicketStatus,
  authorKey: z.string(),
  authorName: z.string(),
  openedAt: Instant,
  changedAt: Instant,
  /** The number of comments, the first text included. */
  comments: z.number().int(),
  version: z.number().int(),
});
export type TicketRecord = z.infer<typeof TicketRecord>;

/** A ticket on the screen. */
export const Ticket = TicketRecord.omit({ authorKey: true, dealerPath: true }).extend({ DealerName: z.string() });
export type Ticket = z.infer<typeof Ticket>;

export const CommentRecord = z.object({
  commentKey: z.string(),
  text: z.string(),
  authorName: z.string(),
  /** Written by support. */
  isAnswer: z.boolean(),
  writtenAt: Instant,
  attachments: z.array(Attachment),
});
export type CommentRecord = z.infer<typeof CommentRecord>;

/** True if what the user writes is an answer: support does not answer its own tickets. */
export const isAnswerBy = (
  { authorKey }: Pick<TicketRecord, 'authorKey'>,
  rights: Pick<Rights, 'flags' | 'userType' | 'actor' | 'home'>,
): boolean => mayAccess(SUPPORT_STAFF, rights) && rights.actor.userKey !== authorKey;

export const TICKET_CLOSED = 'The ticket is closed. Open it again to write a comment';
