import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  BadRequestException,
  MessageRejected,
  SESv2Client,
  SendEmailCommand,
  type SendEmailCommandInput,
  TooManyRequestsException,
} from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localClient } from '#local/aws.ts';
import type { Running } from '#local/http.ts';
import { startMail } from '#local/mail/start.ts';

let running: Running;
let ses: SESv2Client;

async function start(stateFolder?: string) {
  running = await startMail({ port: 0, ...(stateFolder === undefined ? {} : { stateFolder }) });
  ses = new SESv2Client({ ...localClient(running.url, 'us-east-1'), maxAttempts: 1 });
}
beforeEach(() => start());
afterEach(() => running.close());

const send = (input: Partial<SendEmailCommandInput> = {}) =>
  ses.send(
    new SendEmailCommand({
      FromEmailAddress: 'Watchkeep <portal@example.com>',
      Destination: { ToAddresses: ['ada@example.com'] },
      Content: {
        Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'plain' }, Html: { Data: '<b>rich</b>' } } },
      },
      ...input,
    }),
  );
const sendRaw = (lines: string[], input: Partial<SendEmailCommandInput> = {}) =>
  ses.send(new SendEmailCommand({ Content: { Raw: { Data: Buffer.from(lines.join('\r\n')) } }, ...input }));

async function inbox(to?: string) {
  const reply = await fetch(`${running.url}/inbox.json${to ? `?to=${encodeURIComponent(to)}` : ''}`);
  return ((await reply.json()) as { messages: Record<string, unknown>[] }).messages;
}
const page = (location: string) => fetch(running.url + location);

describe('mail', () => {
  it('takes a message and shows it, newest first', async () => {
    const { MessageId } = await send();
    await send({
      Destination: { ToAddresses: ['bob@example.com'], CcAddresses: ['Ada L. <ADA@example.com>'] },
      ReplyToAddresses: ['help@example.com'],
      Content: {
        Simple: {
          Subject: { Data: 'Report' },
          Body: { Text: { Data: 'see below' } },
          Attachments: [{ FileName: 'a.csv', RawContent: Buffer.from('x,y'), ContentType: 'text/csv' }],
        },
      },
    });
    expect(await inbox()).toEqual([
      {
        id: expect.any(String),
        receivedAt: expect.any(String),
        from: 'Watchkeep <portal@example.com>',
        to: ['bob@example.com'],
        cc: ['Ada L. <ADA@example.com>'],
        bcc: [],
        replyTo: ['help@example.com'],
        subject: 'Report',
        text: 'see below',
        attachments: [{ name: 'a.csv', type: 'text/csv', size: 3 }],
      },
      expect.objectContaining({ id: MessageId, subject: 'Hello', text: 'plain', html: '<b>rich</b>' }),
    ]);
    expect((await inbox('bob@example.com')).map(({ subject }) => subject)).toEqual(['Report']);
    expect((await inbox('ada@example.com')).map(({ subject }) => subject)).toEqual(['Report', 'Hello']);
    expect(await inbox('nobody@example.com')).toEqual([]);
  });

  it('reads a raw message with parts, encodings and an attachment', async () => {
    await sendRaw([
      'From: Portal <portal@example.com>',
      'To: ada@example.com, "Lovelace, A." <lovelace@example.com>',
      'Subject: =?utf-8?B?w5xiZXIgdW5z?= =?iso-8859-1?Q?_caf=E9?=',
      'Content-Type: multipart/mixed; boundary="outer"',
      '',
      '--outer',
      'Content-Type: multipart/alternative;',
      ' boundary=inner',
      '',
      '--inner',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=C3=BC=C3=9Fe, a long =',
      'line',
      '--inner',
      'Content-Type: text/html; charset=iso-8859-1',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('<p>caf\xe9</p>', 'latin1').toString('base64'),
      '--inner--',
      '--outer',
      'Content-Type: text/csv',
      'Content-Disposition: attachment; filename="units.csv"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('a,b').toString('base64'),
      '--outer--',
      '',
    ]);
    const [message] = await inbox();
    expect(message).toMatchObject({
      from: 'Portal <portal@example.com>',
      to: ['ada@example.com', '"Lovelace, A." <lovelace@example.com>'],
      subject: 'Über uns café',
      text: 'Grüße, a long line',
      html: '<p>café</p>',
      attachments: [{ name: 'units.csv', type: 'text/csv', size: 3 }],
    });
    const file = await page(`/messages/${message?.id}/attachments/0`);
    expect([await file.text(), file.headers.get('content-disposition')]).toEqual([
      'a,b',
      "attachment; filename*=UTF-8''units.csv",
    ]);
  });

  it('delivers a raw message to the destination of the request rather than to its headers', async () => {
    await sendRaw(['From: a@example.com', 'To: header@example.com', 'Subject: x', '', 'body'], {
      Destination: { BccAddresses: ['hidden@example.com'] },
    });
    expect(await inbox('header@example.com')).toEqual([]);
    expect(await inbox('hidden@example.com')).toMatchObject([{ text: 'body' }]);
  });

  it.each([
    ['no sender', { FromEmailAddress: undefined }],
    ['no recipient', { Destination: {} }],
    [
      'more than 50 recipients',
      { Destination: { ToAddresses: Array.from({ length: 51 }, (_, n) => `a${n}@example.com`) } },
    ],
    ['an address without a domain', { Destination: { ToAddresses: ['ada'] } }],
    ['an address with a line break', { Destination: { ToAddresses: ['ada@example.com\nBcc: eve@example.com'] } }],
    ['no body', { Content: { Simple: { Subject: { Data: 'x' }, Body: {} } } }],
    ['neither a simple nor a raw content', { Content: {} }],
  ])('refuses a message with %s', async (_, input) => {
    await expect(send(input)).rejects.toThrow(BadRequestException);
    expect(await inbox()).toEqual([]);
  });

  it('rejects and throttles when told to', async () => {
    await fetch(`${running.url}/_faults`, { method: 'PUT', body: '{"rejected":{"times":1}}' });
    await expect(send()).rejects.toThrow(MessageRejected);
    await fetch(`${running.url}/_faults`, { method: 'PUT', body: '{"status429":{"times":1}}' });
    await expect(send()).rejects.toThrow(TooManyRequestsException);
    await send();
    expect(await inbox()).toHaveLength(1);
  });

  it('keeps its messages across a restart, and forgets them on demand', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'watchkeep-mail-'));
    await running.close();
    await start(folder);
    await send();
    await running.close();
    await start(folder);
    expect(await inbox()).toHaveLength(1);
    await fetch(`${running.url}/inbox.json`, { method: 'DELETE' });
    expect(await inbox()).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

describe('the inbox page', () => {
  it('is served with its files, and may load nothing else', async () => {
    for (const [location, type] of [
      ['/', 'text/html'],
      ['/inbox.js', 'text/javascript'],
      ['/inbox.css', 'text/css'],
    ] as const) {
      const reply = await page(location);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
    }
    const policy = (await page('/')).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect((await page('/../mail/start.ts')).status).toBe(404);
  });

  it('shows a message in a sandbox without scripts, even when it is opened by itself', async () => {
    const Html = { Data: '<script>alert(1)</script><a href="https://example.com/reset">Reset</a>' };
    const { MessageId } = await send({ Content: { Simple: { Subject: { Data: 'x' }, Body: { Html } } } });
    const reply = await page(`/messages/${MessageId}/html`);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy.split(';')[0]).toBe('sandbox allow-popups allow-popups-to-escape-sandbox');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('allow-scripts');
    expect(policy).not.toContain('script-src');
  });

  it('shows plain text as text, with links', async () => {
    const Text = { Data: 'Reset: https://example.com/reset?a=1&b=2. <script>alert(1)</script>' };
    const { MessageId } = await send({ Content: { Simple: { Subject: { Data: 'x' }, Body: { Text } } } });
    const body = await (await page(`/messages/${MessageId}/text`)).text();
    expect(body).toContain(
      '<a href="https://example.com/reset?a=1&amp;b=2">https://example.com/reset?a=1&amp;b=2</a>.',
    );
    expect(body).not.toContain('<script>');
  });
});
