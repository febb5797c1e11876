import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { z } from 'zod';
import { type Addressee, letterOf } from '#core/letter.ts';
import { SECOND } from '#core/time.ts';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';
import { env } from './env.ts';
import { failureFacts } from './failure-facts.ts';

const ONE_LINE = /^[^\r\n]*$/;

const Content = z.object({
  /** Bare addresses, so that nobody can add a name, a list or a second header. */
  to: z.array(z.email()).min(1).max(50),
  subject: z.string().min(1).max(200).regex(ONE_LINE, 'A subject is one line'),
  text: z.string().min(1),
});

export interface Mail {
  to: string[];
  subject: string;
  /** Paragraphs, divided by an empty line. The mail greets before and names its sender after them. */
  text: string;
  /** The names in the mail; only for proven addresses. */
  addressee?: Addressee | undefined;
  /** A second attempt after a time-out could send the mail twice, so there is none. Always so with a file. */
  isOnce?: boolean | undefined;
  attachment?: { name: string; format: keyof typeof CONTENT_TYPES; content: Buffer } | undefined;
}

const CONTENT_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** The mail service refused a mail. Callers log it, so it leaves out the service's message, which names the recipients. */
export class MailNotSent extends Error {
  override name = 'MailNotSent';
  /** The mail was surely not sent. False: it may be on its way. */
  readonly isRefused: boolean;

  constructor(reason: unknown) {
    super(`The mail service refused a mail: ${failureFacts(reason).join(', ')}`);
    this.isRefused = wasNotSent(reason as SendingFailure);
  }
}

interface SendingFailure {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** True if the service said no, or never got the mail. After any other fault of its own it may have taken the mail all the same. */
function wasNotSent({ name, message = '', code = '', $metadata }: SendingFailure): boolean {
  const status = $metadata?.httpStatusCode;
  if (status !== undefined) return status < 500 || status === 503;
  return NOT_REACHED.has(code) || name === 'CredentialsProviderError' || NO_CONNECTION.test(message);
}
const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** How the SDK's handler of HTTP says that a connection took too long. It has the same name for an answer that did. */
const NO_CONNECTION = /did not establish a connection/;

const ses = new SESv2Client(withRequestTimeout());
/** For mails that are sent once. A longer time-out leaves fewer of them unknown, and a file takes longer. */
const sesOnce = new SESv2Client({ ...withRequestTimeout(20 * SECOND), maxAttempts: 1 });

/**
 * Sends a mail from the portal, as HTML and as plain text. All recipients see each other's addresses.
 * @throws ZodError if an address is invalid or the subject has more than one line; MailNotSent if the service refuses the mail
 */
export async function sendMail({
  addressee,
  attachment,
  isOnce = attachment !== undefined,
  ...mail
}: Mail): Promise<void> {
  const { to, subject, text: body } = Content.parse(mail);
  const { text, html } = letterOf(body, addressee);
  const command = new SendEmailCommand({
    FromEmailAddress: env('MAIL_SENDER'),
    Destination: { ToAddresses: to },
    Content: {
      Simple: {
        Subject: { Data: subject, Charset: 'UTF-8' },
        Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
        ...(attachment && { Attachments: [attached(attachment)] }),
      },
    },
  });
  await (isOnce ? sesOnce : ses).send(command).catch((error: unknown) => {
    throw new MailNotSent(error);
  });
}

const attached = ({ name, format, content }: NonNullable<Mail['attachment']>) => ({
  FileName: name,
  RawContent: content,
  ContentType: CONTENT_TYPES[format],
  ContentTransferEncoding: 'BASE64' as const,
  ContentDisposition: 'ATTACHMENT' as const,
});
