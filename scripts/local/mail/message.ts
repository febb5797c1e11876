import { z } from 'zod';
import { AwsError } from '../aws-error.ts';

/** A message as the inbox shows it. */
export interface MailMessage {
  id: string;
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | undefined;
  /** The file in the mail, in base64. */
  attachments?: { fileName: string; contentType: string; content: string }[];
}

/** Of the whole message, its attachments in base64 (SES Developer Guide, "Service quotas"). */
const MAX_MESSAGE_BYTES = 40 * 1024 * 1024;

/** All recipients of one message together (SES Developer Guide, "Service quotas"). */
const MAX_RECIPIENTS = 50;

const Text = z.strictObject({ Data: z.string(), Charset: z.string().optional() });
/** `person@example.com` or `A Person <person@example.com>`, one line. */
const Address = z
  .string()
  .refine(
    (address) => !/[\r\n]/.test(address) && /^[^\s@<>,]+@[^\s@<>,]+$/.test(addressOf(address)),
    'Illegal address',
  );

const Attachment = z.strictObject({
  FileName: z.string().min(1).max(255),
  RawContent: z.base64(),
  ContentType: z.string().max(78),
  ContentTransferEncoding: z.literal('BASE64'),
  ContentDisposition: z.literal('ATTACHMENT'),
});

/** SendEmail as the portal uses it: one mail as text and as HTML, to some recipients. */
const SendEmail = z.strictObject({
  FromEmailAddress: Address,
  Destination: z.strictObject({ ToAddresses: z.array(Address).min(1).max(MAX_RECIPIENTS) }),
  Content: z.strictObject({
    Simple: z.strictObject({
      Subject: Text,
      Body: z.strictObject({ Text, Html: Text.optional() }),
      Attachments: z
        .array(Attachment)
        .refine((files) => sizeOf(files) < MAX_MESSAGE_BYTES, 'Message is too long')
        .optional(),
    }),
  }),
});

/** The message of a SendEmail request. An invalid request gets the service's error. */
export function messageFrom(body: unknown, id: string, receivedAt: Date): MailMessage {
  const parsed = SendEmail.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const message = `Value at '${issue?.path.join('.')}' failed to satisfy constraint: ${issue?.message}`;
    throw new AwsError(400, 'BadRequestException', message);
  }
  const { FromEmailAddress, Destination, Content } = parsed.data;
  const { Subject, Body, Attachments } = Content.Simple;
  return {
    id,
    receivedAt: receivedAt.toISOString(),
    from: FromEmailAddress,
    to: Destination.ToAddresses,
    subject: Subject.Data,
    text: Body.Text.Data,
    html: Body.Html?.Data,
    ...(Attachments && {
      attachments: Attachments.map(({ FileName, ContentType, RawContent }) => ({
        ...{ fileName: FileName, contentType: ContentType, content: RawContent },
      })),
    }),
  };
}

const sizeOf = (files: readonly { RawContent: string }[]) =>
  files.reduce((sum, { RawContent }) => sum + RawContent.length, 0);

/** The bare address, in lower case. */
export const addressOf = (address: string) => (/<([^<>]*)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase();
