import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { z } from 'zod';
import { type Addressee, letterOf } from '#core/letter.ts';
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
}

/** The mail service refused a mail. Callers log it, so it leaves out the service's message, which names the recipients. */
class MailNotSent extends Error {
  override name = 'MailNotSent';

  constructor(reason: unknown) {
    super(`The mail service refused a mail: ${failureFacts(reason).join(', ')}`);
  }
}

const ses = new SESv2Client(withRequestTimeout());

/**
 * Sends a mail from the portal, as HTML and as plain text. All recipients see each other's addresses.
 * @throws ZodError if an address is invalid or the subject has more than one line; MailNotSent if the service refuses the mail
 */
export async function sendMail({ addressee, ...mail }: Mail): Promise<void> {
  const { to, subject, text: body } = Content.parse(mail);
  const { text, html } = letterOf(body, addressee);
  const command = new SendEmailCommand({
    FromEmailAddress: env('MAIL_SENDER'),
    Destination: { ToAddresses: to },
    Content: {
      Simple: {
        Subject: { Data: subject, Charset: 'UTF-8' },
        Body: { Text: { Data: text, Charset: 'UTF-8' }, Html: { Data: html, Charset: 'UTF-8' } },
      },
    },
  });
  await ses.send(command).catch((error: unknown) => {
    throw new MailNotSent(error);
  });
}
