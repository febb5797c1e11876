import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaipAnswer } from '#adapters/receivers/scaip.ts';
import { SENDERS } from '#adapters/receivers/send.ts';
import type { Dc09Behaviour } from '#local/receivers/dc09.ts';
import { RECEIVER_KEY, RECEIVER_SECRET, startReceivers } from '#local/receivers/start.ts';
import { isSigned, SIGNATURE_HEADER, TIMESTAMP_HEADER } from '#protocol/command-port-signature.ts';
import { encodeScaip } from '#protocol/scaip/message.ts';
import { TODAY } from '#support/fleet.ts';
import { aSilentServer } from '#support/silent-server.ts';

const EVENT = {
  ...{ timeStamp: '2026-11-21T17:00:00.000Z', receivedAt: '2026-11-21T17:00:01.000Z', sequence: 41 },
  ...{ eventType: 'Event 101', zone: 3, awaitsHandling: true },
};
const ALARM = { account: '77A1B2C3', sequence: 12, alarm: { UnitSerNum: 'A1B2C3', event: EVENT } };
/** The smoke is gone. */
const OVER = {
  ...ALARM,
  sequence: 13,
  alarm: { ...ALARM.alarm, event: { ...EVENT, eventType: 'Event 110 restored' } },
};
/** The unit tests the way of its alarms. */
const PERIODIC = { ...ALARM, alarm: { ...ALARM.alarm, event: { ...EVENT, eventType: 'Event 602' } } };
const TEST = { account: '77', sequence: 0 };
const DIALLING = { privateAllowed: true, timeoutMs: 1000 };

let behaviour: Dc09Behaviour = 'ACK';
let receivers: Awaited<ReturnType<typeof startReceivers>>;
let silent: Awaited<ReturnType<typeof aSilentServer>>;
beforeAll(async () => {
  receivers = await startReceivers({ ports: { dc09: 0, webhook: 0 }, behaviour: () => behaviour });
  silent = await aSilentServer();
});
afterAll(() => Promise.all([receivers.close(), silent.close()]));

const dc09 = (outgoing: object = ALARM, more: { address?: string; secret?: string; privateAllowed?: boolean } = {}) => {
  const { address = receivers.dc09Address, secret = RECEIVER_KEY, privateAllowed = true } = more;
  return SENDERS.dc09({ address, secret }, outgoing as never, { ...DIALLING, privateAllowed }, TODAY);
};
const webhook = (
  outgoing: object = ALARM,
  more: { address?: string; secret?: string; privateAllowed?: boolean } = {},
) => {
  const { address = receivers.webhookAddress, secret = RECEIVER_SECRET, privateAllowed = true } = more;
  return SENDERS.webhook({ address, secret }, outgoing as never, { ...DIALLING, privateAllowed }, Date.now());
};

describe('a message over DC-09', () => {
  it('is an encrypted Contact ID event that the receiver acknowledges', async () => {
    behaviour = 'ACK';
    expect(await dc09()).toEqual({ ok: true, detail: 'ACK' });
    expect(receivers.received.at(-1)).toEqual({
      ...{ protocol: 'dc09', token: 'ADM-CID', account: '77A1B2C3', sequence: 12 },
      ...{ data: '#77A1B2C3|1101 01 003', answer: 'ACK' },
    });
  });

  it('says that an alarm is over', async () => {
    behaviour = 'ACK';
    expect(await dc09(OVER)).toEqual({ ok: true, detail: 'ACK' });
    expect(receivers.received.at(-1)).toMatchObject({ data: '#77A1B2C3|3110 01 003' });
  });

  it('is a periodic test', async () => {
    behaviour = 'ACK';
    expect(await dc09(PERIODIC)).toEqual({ ok: true, detail: 'ACK' });
    expect(receivers.received.at(-1)).toMatchObject({ token: 'ADM-CID', data: '#77A1B2C3|1602 01 003' });
  });

  it('is the supervision message as a test', async () => {
    behaviour = 'ACK';
    expect(await dc09({ ...TEST, account: '000' })).toEqual({ ok: true, detail: 'ACK' });
    expect(receivers.received.at(-1)).toMatchObject({ token: 'NULL', account: '000', sequence: 0, data: '' });
  });

  it.each([
    ['NAK', 'NAK: the receiver did not accept the message or its time'],
    ['DUH', 'DUH: the receiver cannot use the message'],
    ['plain', 'The receiver acknowledged without encryption'],
    ['other', 'The receiver acknowledged another message'],
    ['silent', 'No answer in time'],
    ['close', 'The receiver closed the connection without an answer'],
  ] as const)('is not delivered if the receiver does this: %s', async (does, detail) => {
    behaviour = does;
    expect(await dc09()).toEqual({ ok: false, detail });
  });

  it('is not delivered with another key, to nobody, or to a private network', async () => {
    expect(await dc09(ALARM, { secret: 'ff'.repeat(16) })).toMatchObject({ ok: false });
    expect(await dc09(ALARM, { address: 'localhost:1' })).toMatchObject({ ok: false });
    for (const address of ['127.0.0.1:8111', 'localhost:8111', '169.254.169.254:80', '[::1]:8111'])
      expect(await dc09(ALARM, { address, privateAllowed: false }), address).toEqual({
        ok: false,
        detail: 'The address belongs to a private network',
      });
  });
});

it('that is redirected is not delivered, and goes nowhere else', async () => {
  const paths: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    paths.push(url);
    response.writeHead(url === '/elsewhere' ? 200 : 307, { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const kind of ['webhook', 'scaip'] as const) {
    const answer = await SENDERS[kind]({ address, secret: RECEIVER_SECRET }, ALARM as never, DIALLING, TODAY);
    expect(answer).toEqual({ ok: false, detail: 'The receiver answered 307' });
  }
  server.close();
  expect(paths).toEqual(['/', '/']);
});

it('keeps little of what a receiver says, and nothing that forges a line', async () => {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const ref = /<ref>(.*)<\/ref>/.exec(body)?.[1];
      response.end(`<?xml version="1.0"?><mrs><ref>${ref}</ref><snu>${`9\u202e\u0007${'8'.repeat(1500)}`}</snu></mrs>`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answer = await SENDERS.scaip({ address, secret: RECEIVER_SECRET }, ALARM as never, DIALLING, TODAY);
  server.close();
  expect(answer).toEqual({ ok: false, detail: `Status number 9\ufffd\ufffd${'8'.repeat(200 - 17)}` });
});

describe('a message to a webhook', () => {
  it('is signed, and acknowledged by the status', async () => {
    expect(await webhook()).toEqual({ ok: true, detail: 'The receiver answered 200' });
    expect(receivers.received.at(-1)).toEqual({
      ...{ protocol: 'webhook', version: 1, type: 'alarm', account: '77A1B2C3', sequence: 12, UnitSerNum: 'A1B2C3' },
      ...{ report: 41, timeStamp: EVENT.timeStamp, receivedAt: EVENT.receivedAt, eventType: 'Event 101', zone: 3 },
      contactId: '1101 01 003',
    });
    expect(await webhook(TEST)).toMatchObject({ ok: true });
    expect(receivers.received.at(-1)).toEqual({ protocol: 'webhook', version: 1, type: 'test', account: '77' });
    expect(await webhook(PERIODIC)).toMatchObject({ ok: true });
    expect(receivers.received.at(-1)).toMatchObject({ type: 'test', account: '77A1B2C3', contactId: '1602 01 003' });
  });

  it('is a restore, signed too, when an alarm is over', async () => {
    expect(await webhook(OVER)).toEqual({ ok: true, detail: 'The receiver answered 200' });
    expect(receivers.received.at(-1)).toEqual({
      ...{ protocol: 'webhook', version: 1, type: 'restore', account: '77A1B2C3', sequence: 13, UnitSerNum: 'A1B2C3' },
      ...{ report: 41, timeStamp: EVENT.timeStamp, receivedAt: EVENT.receivedAt, eventType: 'Event 110 restored' },
      ...{ zone: 3, contactId: '3110 01 003' },
    });
    expect(await webhook(OVER, { secret: 'x'.repeat(32) })).toEqual({
      ok: false,
      detail: 'The receiver answered 401',
    });
  });

  it('is signed over its whole path, with the query', async () => {
    const got: boolean[] = [];
    const server = createServer(async (request, response) => {
      const { method = '', url: path = '', headers } = request;
      const signed = { method, path, body: await text(request) };
      const [at, signature] = [headers[TIMESTAMP_HEADER], headers[SIGNATURE_HEADER]].map(String);
      got.push(path === '/alarms?centre=7' && isSigned(RECEIVER_SECRET, signed, at, signature, Date.now()));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await webhook(ALARM, { address: `http://127.0.0.1:${port}/alarms?centre=7` })).toMatchObject({ ok: true });
    server.close();
    expect(got).toEqual([true]);
  });

  it('is not delivered with a wrong signature, without an answer, or to a private network', async () => {
    expect(await webhook(ALARM, { secret: 'x'.repeat(32) })).toEqual({
      ok: false,
      detail: 'The receiver answered 401',
    });
    expect(await webhook(ALARM, { address: `${silent.url}/alarms` })).toMatchObject({ ok: false });
    for (const address of [
      'http://127.0.0.1/',
      'https://localhost/',
      'http://169.254.169.254/latest/',
      'http://[::1]/',
    ])
      expect(await webhook(ALARM, { address, privateAllowed: false }), address).toEqual({
        ok: false,
        detail: 'The address belongs to a private network',
      });
  });
});

describe('a message over SCAIP', () => {
  const scaip = (
    outgoing: object = ALARM,
    { address = receivers.scaipAddress, secret = RECEIVER_SECRET, ...more } = {},
  ) => SENDERS.scaip({ address, secret }, outgoing as never, { ...DIALLING, ...more }, TODAY);

  it('is a request that the receiver acknowledges, with the same reference in every try', async () => {
    for (let tries = 0; tries < 2; tries++) expect(await scaip()).toEqual({ ok: true, detail: 'Status number 0' });
    expect(receivers.received.slice(-2)).toEqual(
      Array.from({ length: 2 }, () => ({
        ...{ protocol: 'scaip', account: '77A1B2C3', ref: '0012mwqnli80', mty: 'ME', ver: '01.00', cid: '77A1B2C3' },
        ...{ dty: '0002', cha: '0', crd: 'no-voice:', stc: '0010', ite: 'Contact ID 1101 01 003' },
      })),
    );
  });

  it.each([
    ['Event 110 restored', '0009', '3110 01 003'],
    ['Event 101 restored', '0010', '3101 01 003'],
  ])('is a reset with the status of the alarm when it is over: %s', async (eventType, stc, contactId) => {
    const over = { ...OVER, alarm: { ...OVER.alarm, event: { ...EVENT, eventType } } };
    for (let tries = 0; tries < 2; tries++) expect(await scaip(over)).toEqual({ ok: true, detail: 'Status number 0' });
    expect(receivers.received.slice(-2)).toEqual(
      Array.from({ length: 2 }, () => ({
        ...{ protocol: 'scaip', account: '77A1B2C3', ref: '0013mwqnli80', mty: 'RE', ver: '01.00', cid: '77A1B2C3' },
        ...{ dty: '0002', cha: '0', crd: 'no-voice:', stc, ite: `Contact ID ${contactId}` },
      })),
    );
  });

  it('is not delivered if the receiver acknowledges another message', () => {
    const tags = { ref: '0013mwqnli80' };
    const answer = (ref: string) => scaipAnswer(tags, encodeScaip({ root: 'mrs', tags: { ref, snu: '0' } }));
    expect(answer(tags.ref)).toMatchObject({ ok: true });
    expect(answer('0014mwqnli80')).toEqual({ ok: false, detail: 'The receiver acknowledged another message' });
  });

  it('is a ping as the periodic test of a unit', async () => {
    expect(await scaip(PERIODIC)).toMatchObject({ ok: true });
    expect(receivers.received.at(-1)).toMatchObject({ mty: 'PI', cid: '77A1B2C3', ite: 'Contact ID 1602 01 003' });
  });

  it('is a ping as a test', async () => {
    expect(await scaip({ ...TEST, account: '77000' })).toMatchObject({ ok: true });
    expect(receivers.received.at(-1)).toMatchObject({ protocol: 'scaip', mty: 'PI', cid: '77000' });
  });

  it('is not delivered with another key, if the receiver refuses it, or to a private network', async () => {
    expect(await scaip(ALARM, { secret: 'x'.repeat(32) })).toEqual({ ok: false, detail: 'The receiver answered 401' });
    const refused = await scaip({ ...ALARM, account: '' });
    expect(refused).toEqual({ ok: false, detail: 'Status number 7: Missing: cid' });
    expect(await scaip(ALARM, { address: receivers.webhookAddress.replace('/alarms', '/received') })).toMatchObject({
      ok: false,
    });
    expect(await scaip(ALARM, { privateAllowed: false } as never)).toEqual({
      ok: false,
      detail: 'The address belongs to a private network',
    });
  });
});
