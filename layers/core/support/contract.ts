import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { HOUR } from '../time.ts';
import { SUPPORT_STAFF, SUPPORT_USERS } from './access.ts';
import { AttachmentKey, AttachmentName, Attachments, MAX_ATTACHMENT_BYTES } from './attachment.ts';
import { LibraryEntry, LibraryGroup, NewLibraryEntry } from './library.ts';
import { CommentRecord, CommentText, Priority, Subject, Ticket, TicketKey, TicketState } from './ticket.ts';

const access = SUPPORT_USERS;
const OpenTicket = Ticket.extend({
  conversation: z.array(CommentRecord),
  /** True if what the reader writes is an answer. */
  answers: z.boolean(),
});

export const support = defineArea({
  tickets: {
    method: 'GET',
    path: '/api/support/tickets',
    summary: 'List the open or the closed tickets of your dealer and its sub-dealers, the newest first',
    access,
    input: PageRequest.extend({ state: TicketState.default('open') }),
    output: pageOf(Ticket),
  },
  ticket: {
    method: 'GET',
    path: '/api/support/ticket/{id}',
    summary: 'Read a ticket with its comments',
    access,
    input: z.object({ id: TicketKey }),
    output: OpenTicket,
    errors: ['NOT_FOUND'],
  },
  openTicket: {
    method: 'POST',
    path: '/api/support/ticket',
    summary: 'Open a ticket',
    access,
    rate: { most: 30, window: HOUR },
    input: z.object({ Subject, Priority: Priority.default('Normal'), text: CommentText }),
    output: Ticket,
    errors: ['CONFLICT', 'TOO_MANY'],
  },
  comment: {
    method: 'POST',
    path: '/api/support/ticket/comment',
    summary: 'Write a comment on a ticket. An answer of support is mailed to who opened it',
    access,
    rate: { most: 300, window: HOUR },
    input: z.object({ TicketKey, text: CommentText, attachments: Attachments }),
    output: Ticket,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT', 'TOO_LARGE', 'TOO_MANY'],
  },
  changeTicket: {
    method: 'PUT',
    path: '/api/support/ticket',
    summary: 'Change the priority of a ticket, close it, or open it again',
    access,
    input: z.object({
      TicketKey,
      version: z.number().int().min(1),
      Priority: Priority.optional(),
      closed: z.boolean().optional(),
    }),
    output: Ticket,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  requestUpload: {
    method: 'POST',
    path: '/api/support/file',
    summary: 'Ask where to upload a file for a comment',
    access,
    rate: { most: 300, window: HOUR },
    input: z.object({
      TicketKey,
      name: AttachmentName,
      bytes: z.number().int().min(1, 'The file is empty').max(MAX_ATTACHMENT_BYTES, 'A file has at most 3 MB'),
    }),
    /** A form for the browser, and the key by which the comment names the file. */
    output: z.object({ url: z.string(), fields: z.record(z.string(), z.string()), file: AttachmentKey }),
    errors: ['NOT_FOUND', 'TOO_MANY'],
  },
  attachment: {
    method: 'GET',
    path: '/api/support/file',
    summary: 'Read a file of a ticket, in base64',
    access,
    rate: { most: 600, window: HOUR },
    input: z.object({ TicketKey, file: AttachmentKey }),
    output: z.object({ content: z.string() }),
    errors: ['NOT_FOUND', 'TOO_MANY'],
  },
  getTrainingVideos: {
    method: 'GET',
    path: '/api/downloads/getTrainingVideos',
    summary: 'List the training videos by group',
    access,
    input: z.object({}),
    output: z.object({ videoGroups: z.array(LibraryGroup) }),
  },
  downloads: {
    method: 'GET',
    path: '/api/downloads',
    summary: 'List the downloads by group',
    access,
    input: z.object({}),
    output: z.object({ groups: z.array(LibraryGroup) }),
  },
  addEntry: {
    method: 'POST',
    path: '/api/downloads',
    summary: 'Add a training video or a download',
    access: SUPPORT_STAFF,
    input: NewLibraryEntry,
    output: LibraryEntry,
    errors: ['TOO_LARGE'],
  },
  removeEntry: {
    method: 'DELETE',
    path: '/api/downloads',
    summary: 'Remove a training video or a download',
    access: SUPPORT_STAFF,
    input: LibraryEntry.pick({ kind: true, entryKey: true }),
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
