import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { MessageRejected, SESv2Client } from '@aws-sdk/client-sesv2';
import { afterEach, expect, it, vi } from 'vitest';
import { ZodError } from 'zod';
import { MailNotSent, sendMail } from '#platform/aws/mail.ts';
import { mailsTo } from '#support/inbox.ts';

afterEach(() => vi.restoreAllMocks());

const somebody = () => `${randomUUID()}@example.com`;

it('sends a mail from the portal to all recipients, as text and as HTML', async () => {
  const [ada, bob] = [somebody(), somebody()];
  const addressee = { name: 'Ada', dealerName: 'Northwind' };
  await sendMail({ to: [ada, bob], subject: 'Grüße', text: 'Two\nlines', addressee });
  for (const address of [ada, bob])
    expect(await mailsTo(address)).toMatchObject([
      {
        from: process.env.MAIL_SENDER,
        to: [ada, bob],
        subject: 'Grüße',
        text: 'Hello Ada,\n\nTwo\nlines\n\nNorthwind, with Watchkeep',
        html: expect.stringContaining('Two<br>lines'),
      },
    ]);
});

it('names no recipient when the service refuses a mail', async () => {
  const to = somebody();
  const reason = new MessageRejected({ message: `Email address is not verified: ${to}`, $metadata: {} });
  vi.spyOn(SESv2Client.prototype, 'send').mockImplementation(() => Promise.reject(reason));
  const refusal = await sendMail({ to: [to], subject: 'Hello', text: 'text' }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'MailNotSent', message: 'The mail service refused a mail: MessageRejected' });
  expect(inspect(refusal, { depth: 9 })).not.toContain(to);
});

it.each([
  ['a header in an address', (to: string) => ({ to: [`${to}\r\nBcc: eve@example.com`], subject: 'Hello' })],
  ['a header in the subject', (to: string) => ({ to: [to], subject: 'Hello\r\nBcc: eve@example.com' })],
  ['a lone line feed in the subject', (to: string) => ({ to: [to], subject: 'Hello\nBcc: eve@example.com' })],
  ['two addresses in one', (to: string) => ({ to: [`${to},eve@example.com`], subject: 'Hello' })],
  ['nobody', () => ({ to: [], subject: 'Hello' })],
])('refuses %s', async (_, mail) => {
  const to = somebody();
  await expect(sendMail({ ...mail(to), text: 'text' })).rejects.toThrow(ZodError);
  expect(await mailsTo(to)).toEqual([]);
});

it.each([
  ['a refusal', { $metadata: { httpStatusCode: 400 } }, true],
  ['too many mails at once', { $metadata: { httpStatusCode: 429 } }, true],
  ['a service that is not available', { $metadata: { httpStatusCode: 503 } }, true],
  ['a fault of the service', { $metadata: { httpStatusCode: 500 } }, false],
  ['no connection', { code: 'ECONNREFUSED' }, true],
  ['no address of the service', { code: 'ENOTFOUND' }, true],
  ['no credentials', { name: 'CredentialsProviderError' }, true],
  [
    'a connection that takes too long',
    { name: 'TimeoutError', message: 'the request socket did not establish a connection' },
    true,
  ],
  ['an answer that takes too long', { name: 'TimeoutError', message: 'socket timed out' }, false],
  ['a connection that breaks', { code: 'ECONNRESET' }, false],
])('knows whether a mail was surely not sent after %s', (_, reason, isRefused) => {
  expect(new MailNotSent(reason).isRefused).toBe(isRefused);
});
