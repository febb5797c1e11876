import { z } from 'zod';
import { isVisible, NOT_VISIBLE } from '../name-skeleton.ts';
import { safeName } from '../ota/file-key.ts';

/** The endings of files that can be attached. */
export const ATTACHMENT_TYPES = ['.png', '.jpg', '.jpeg', '.pdf', '.txt', '.log', '.csv', '.zip'] as const;
/** An answer of a function has at most 6 MB, and base64 adds a third. */
export const MAX_ATTACHMENT_BYTES = 3 * 1024 * 1024;
export const MAX_ATTACHMENTS = 5;

export const AttachmentName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\r\n/\\]*$/, 'Not the name of a file')
  .refine((name) => ATTACHMENT_TYPES.some((ending) => name.toLowerCase().endsWith(ending)), {
    message: `A file ends with ${ATTACHMENT_TYPES.join(', ')}`,
  })
  .refine(isVisible, NOT_VISIBLE);

/** The key of an uploaded file. The server makes it, and it names the ticket. */
export const AttachmentKey = z
  .string()
  .regex(/^tickets\/[0-9A-Z]{26}\/[0-9a-f-]{36}\/[\w.-]{1,100}$/, 'Not the key of an attachment')
  .refine((key) => !key.includes('..'), 'Not the key of an attachment');

export const Attachment = z.object({ file: AttachmentKey, name: z.string() });
export type Attachment = z.infer<typeof Attachment>;
export const Attachments = z
  .array(Attachment.extend({ name: AttachmentName }))
  .max(MAX_ATTACHMENTS, `At most ${MAX_ATTACHMENTS} files`)
  .default([]);

export const attachmentKey = (TicketKey: string, id: string, name: string): string =>
  `tickets/${TicketKey}/${id}/${safeName(name)}`;

/** True if the file was uploaded for the ticket. */
export const isOfTicket = (file: string, TicketKey: string): boolean => file.startsWith(`tickets/${TicketKey}/`);
