import { randomUUID } from 'node:crypto';
import { AppError } from '#core/errors.ts';
import { type Attachment, attachmentKey, isOfTicket, MAX_ATTACHMENT_BYTES } from '#core/support/attachment.ts';
import { env } from '#platform/aws/env.ts';
import { fileContent, fileFacts, signedForm } from '#platform/aws/files.ts';

const MISSING = 'The file has not arrived. Upload it again';

/** A form for the browser's upload of at most the announced bytes, and the key of the file. */
export async function uploadForm({ TicketKey, name, bytes }: { TicketKey: string; name: string; bytes: number }) {
  const file = attachmentKey(TicketKey, randomUUID(), name);
  return { ...(await signedForm(env('UPLOADS_BUCKET'), file, bytes)), file };
}

/** Throws INVALID if a file is not there, or belongs to another ticket. */
export async function requireArrived(TicketKey: string, attachments: readonly Attachment[]): Promise<void> {
  for (const [index, { file }] of attachments.entries())
    if (!isOfTicket(file, TicketKey) || !(await fileFacts(env('UPLOADS_BUCKET'), file, MAX_ATTACHMENT_BYTES)))
      throw new AppError('INVALID', MISSING, [{ path: `attachments.${index}.file`, message: MISSING }]);
}

/** The file in base64. NOT_FOUND if it is of another ticket, or was deleted after its 30 days. */
export async function attachmentContent(TicketKey: string, file: string): Promise<string> {
  const content = isOfTicket(file, TicketKey)
    ? await fileContent(env('UPLOADS_BUCKET'), file, MAX_ATTACHMENT_BYTES)
    : undefined;
  if (!content) throw new AppError('NOT_FOUND', 'The file does not exist any more. Files are kept for 30 days');
  return content.toString('base64');
}
