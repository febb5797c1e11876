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
        Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'plain' } } },
      },
      ...input,
    }),
  );

async function inbox(to?: string) {
  const reply = await fetch(`${running.url}/inbox.json${to ? `?to=${encodeURIComponent(to)}` : ''}`);
  return ((await reply.json()) as { messages: Record<string, unknown>[] }).messages;
}
const page = (location: string) => fetch(running.url + location);

describe('mail', () => {
  it('is accepted and listed, newest first', async () => {
    const { MessageId } = await send();
    await send({
      Destination: { ToAddresses: ['bob@example.com', 'Ada L. <ADA@example.com>'] },
      Content: { Simple: { Subject: { Data: 'Report' }, Body: { Text: { Data: 'see below' } } } },
    });
    expect(await inbox()).toEqual([
      {
        id: expect.any(String),
        receivedAt: expect.any(String),
        from: 'Watchkeep <portal@example.com>',
        to: ['bob@example.com', 'Ada L. <ADA@example.com>'],
        subject: 'Report',
        text: 'see below',
      },
      expect.objectContaining({ id: MessageId, subject: 'Hello', text: 'plain' }),
    ]);
    expect((await inbox('bob@example.com')).map(({ subject }) => subject)).toEqual(['Report']);
    expect((await inbox('ada@example.com')).map(({ subject }) => subject)).toEqual(['Report', 'Hello']);
    expect(await inbox('nobody@example.com')).toEqual([]);
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
    ['no text', { Content: { Simple: { Subject: { Data: 'x' }, Body: {} } } }],
    ['a member that the portal does not use', { ReplyToAddresses: ['help@example.com'] }],
  ])('is refused with %s', async (_, input) => {
    await expect(send(input)).rejects.toThrow(BadRequestException);
    expect(await inbox()).toEqual([]);
  });

  it('is rejected and throttled on demand', async () => {
    await fetch(`${running.url}/_faults`, { method: 'PUT', body: '{"rejected":{"times":1}}' });
    await expect(send()).rejects.toThrow(MessageRejected);
    await fetch(`${running.url}/_faults`, { method: 'PUT', body: '{"status429":{"times":1}}' });
    await expect(send()).rejects.toThrow(TooManyRequestsException);
    await send();
    expect(await inbox()).toHaveLength(1);
  });

  it('is kept across a restart, and deleted on demand', async () => {
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
  it('has its own files and can load nothing else', async () => {
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
});
