import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { z } from 'zod';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';
import { env } from './env.ts';

const ONE_LINE = /^[^\r\n]*$/;

const Mail = z.object({
  /** Bare addresses: a name, a list or a second header in one of them is refused. */
  to: z.array(z.email()).min(1).max(50),
  subject: z.string().min(1).max(200).regex(ONE_LINE, 'A subject is one line'),
  text: z.string().min(1),
});

const ses = new SESv2Client(withRequestTimeout());

/**
 * Has the mail service take a mail from the portal to one or several people, who see each other's addresses.
 * @throws ZodError where an address is none, or the subject is more than one line; what the service throws where it refuses the mail
 */
export async function sendMail(mail: { to: string[]; subject: string; text: string }): Promise<void> {
  const { to, subject, text } = Mail.parse(mail);
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: env('MAIL_SENDER'),
      Destination: { ToAddresses: to },
      Content: {
        Simple: {
          Subject: { Data: subject, Charset: 'UTF-8' },
          Body: { Text: { Data: text, Charset: 'UTF-8' } },
        },
      },
    }),
  );
}
