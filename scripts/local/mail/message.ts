import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { decodeWords, parseMail } from './mime.ts';

/** A message as the inbox shows it; `content` in base64. */
export interface MailMessage {
  id: string;
  receivedAt: string;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  replyTo: string[];
  subject: string;
  text?: string;
  html?: string;
  attachments: { name: string; type: string; content: string }[];
}

/** All recipients of one message together (SES Developer Guide, "Service quotas"). */
const MOST_RECIPIENTS = 50;
/** The largest message after encoding, attachments included. */
const LARGEST_MESSAGE_BYTES = 40 * 1024 * 1024;

const Text = z.object({ Data: z.string(), Charset: z.string().optional() });
const Addresses = z.array(z.string()).default([]);

const SendEmail = z.object({
  FromEmailAddress: z.string().optional(),
  Destination: z
    .object({ ToAddresses: Addresses, CcAddresses: Addresses, BccAddresses: Addresses })
    .default({ ToAddresses: [], CcAddresses: [], BccAddresses: [] }),
  ReplyToAddresses: Addresses,
  Content: z.object({
    Simple: z
      .object({
        Subject: Text,
        Body: z.object({ Text: Text.optional(), Html: Text.optional() }),
        Attachments: z
          .array(z.object({ FileName: z.string(), RawContent: z.base64(), ContentType: z.string().optional() }))
          .default([]),
      })
      .optional(),
    Raw: z.object({ Data: z.base64() }).optional(),
  }),
});

const badRequest = (message: string) => new AwsError(400, 'BadRequestException', message);

/** The message that a SendEmail request asks for; refused in the service's way when it must not be sent. */
export function messageFrom(body: unknown, id: string, receivedAt: Date): MailMessage {
  const parsed = SendEmail.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw badRequest(`Value at '${issue?.path.join('.')}' failed to satisfy constraint: ${issue?.message}`);
  }
  const { Simple, Raw } = parsed.data.Content;
  if ((Simple === undefined) === (Raw === undefined)) {
    throw badRequest('Content must have one of Simple and Raw; templates are not kept here.');
  }
  const { Destination, FromEmailAddress, ReplyToAddresses } = parsed.data;
  const envelope = {
    id,
    receivedAt: receivedAt.toISOString(),
    from: FromEmailAddress ?? '',
    to: Destination.ToAddresses,
    cc: Destination.CcAddresses,
    bcc: Destination.BccAddresses,
    replyTo: ReplyToAddresses,
  };
  const message = Simple ? { ...envelope, ...simpleContent(Simple) } : rawMessage(envelope, Raw!.Data);
  refuseWhatCannotBeSent(message);
  return message;
}

type Envelope = Omit<MailMessage, 'subject' | 'text' | 'html' | 'attachments'>;
type Simple = NonNullable<z.output<typeof SendEmail>['Content']['Simple']>;

function simpleContent({ Subject, Body, Attachments }: Simple) {
  if (!Body.Text && !Body.Html) throw badRequest('Body must have Text or Html.');
  return {
    subject: Subject.Data,
    ...(Body.Text ? { text: Body.Text.Data } : {}),
    ...(Body.Html ? { html: Body.Html.Data } : {}),
    attachments: Attachments.map(({ FileName, ContentType, RawContent }) => ({
      name: FileName,
      type: ContentType ?? 'application/octet-stream',
      content: RawContent,
    })),
  };
}

/** Without a destination in the request, the message's own headers say who gets it. */
function rawMessage(envelope: Envelope, data: string): MailMessage {
  const { headers, text, html, attachments } = parseMail(Buffer.from(data, 'base64'));
  const listed = (name: string) => addressesIn(headers.get(name) ?? '');
  const given = [...envelope.to, ...envelope.cc, ...envelope.bcc].length > 0;
  return {
    ...envelope,
    from: envelope.from || decodeWords(headers.get('from') ?? ''),
    ...(given ? {} : { to: listed('to'), cc: listed('cc'), bcc: listed('bcc') }),
    replyTo: envelope.replyTo.length > 0 ? envelope.replyTo : listed('reply-to'),
    subject: decodeWords(headers.get('subject') ?? ''),
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    attachments: attachments.map(({ name, type, content }) => ({ name, type, content: content.toString('base64') })),
  };
}

function refuseWhatCannotBeSent(message: MailMessage): void {
  const recipients = [...message.to, ...message.cc, ...message.bcc];
  if (message.from === '') throw badRequest('The From address is required.');
  if (recipients.length === 0) throw badRequest('At least one recipient is required.');
  if (recipients.length > MOST_RECIPIENTS) throw badRequest(`Recipient count exceeds ${MOST_RECIPIENTS}.`);
  for (const address of [message.from, ...recipients, ...message.replyTo]) {
    if (!isAddress(address)) throw badRequest(`Illegal address: ${address}`);
  }
  const size = JSON.stringify(message).length;
  if (size > LARGEST_MESSAGE_BYTES)
    throw new AwsError(400, 'MessageRejected', `Message length exceeds the limit: ${size}`);
}

/** `person@example.com` or `A Person <person@example.com>`, one line. */
const isAddress = (address: string) => !/[\r\n]/.test(address) && /^[^\s@<>,]+@[^\s@<>,]+$/.test(addressOf(address));

/** The bare address, in lower case. */
export const addressOf = (address: string) => (/<([^<>]*)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase();

const addressesIn = (header: string) =>
  (decodeWords(header).match(/(?:"[^"]*"|[^,"])+/g) ?? []).map((address) => address.trim()).filter(Boolean);
