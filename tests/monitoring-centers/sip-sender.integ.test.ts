import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import tls, { type ConnectionOptions } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SENDERS } from '#adapters/receivers/send.ts';
import { receivedMessages } from '#local/receivers/received.ts';
import { type SipBehaviour, startSip } from '#local/receivers/sip.ts';
import { RECEIVER_LOGIN, startReceivers } from '#local/receivers/start.ts';
import { TODAY } from '#support/fleet.ts';
import { LOCALHOST_CERTIFICATE } from './localhost-certificate.ts';

const EVENT = {
  ...{ timeStamp: '2026-11-21T17:00:00.000Z', receivedAt: '2026-11-21T17:00:01.000Z', sequence: 41 },
  ...{ eventType: 'Event 101', zone: 3, awaitsHandling: true },
};
const ALARM = { account: '77A1B2C3', sequence: 12, alarm: { UnitSerNum: 'A1B2C3', event: EVENT } };
const TIMEOUT_MS = 600;
const ACKNOWLEDGED = { ok: true, detail: 'Status number 0' };

let behaviour: SipBehaviour;
let receivers: Awaited<ReturnType<typeof startReceivers>>;
beforeAll(async () => {
  receivers = await startReceivers({ ports: { dc09: 0, webhook: 0 }, sipBehaviour: () => behaviour });
});
afterAll(() => receivers.close());
afterEach(() => vi.restoreAllMocks());

const send = (
  outgoing: object = ALARM,
  { address = receivers.sipAddress, secret = RECEIVER_LOGIN, privateAllowed = true } = {},
) => SENDERS.sip({ address, secret }, outgoing as never, { privateAllowed, timeoutMs: TIMEOUT_MS }, TODAY);

describe('an alarm over SIP', () => {
  it('is a MESSAGE with the request of SCAIP and a digest, the same in every try', async () => {
    behaviour = 'body';
    for (let tries = 0; tries < 2; tries++) expect(await send()).toEqual(ACKNOWLEDGED);
    const got = {
      ...{ protocol: 'sip', account: '77A1B2C3', uri: receivers.sipAddress, ref: '0012mwqnli80', mty: 'ME' },
      ...{ ver: '01.00', cid: '77A1B2C3', dty: '0002', cha: '0', crd: 'no-voice:', stc: '0010' },
      ...{ ite: 'Contact ID 1101 01 003', does: 'body', from: expect.stringContaining('username="watchkeep"') },
    };
    expect(receivers.received.slice(-2)).toEqual([got, got]);
    expect(JSON.stringify(receivers.received)).not.toContain(RECEIVER_LOGIN.split(':')[1]);
  });

  it('is a reset when it is over, and a ping as a test', async () => {
    behaviour = 'body';
    const over = { ...ALARM, alarm: { ...ALARM.alarm, event: { ...EVENT, eventType: 'Event 110 restored' } } };
    expect(await send(over)).toEqual(ACKNOWLEDGED);
    expect(receivers.received.at(-1)).toMatchObject({ mty: 'RE', stc: '0009', ite: 'Contact ID 3110 01 003' });
    expect(await send({ account: '77000', sequence: 0 })).toEqual(ACKNOWLEDGED);
    expect(receivers.received.at(-1)).toMatchObject({ mty: 'PI', cid: '77000' });
  });

  it.each(['trying', 'message', 'open', 'closingChallenge'] as const)(
    'is delivered if the receiver does this: %s',
    async (does) => {
      behaviour = does;
      expect(await send()).toEqual(ACKNOWLEDGED);
    },
  );

  it.each([
    ['silent', 'No answer in time'],
    ['drip', 'No answer in time'],
    ['close', 'The receiver closed the connection without an answer'],
    ['midway', 'The receiver closed the connection without an answer'],
    ['busy', 'The receiver answered 486'],
    ['challenge', 'The receiver refused user name and password'],
    ['unknownLogin', 'The receiver asks for a login that the portal does not support'],
    ['garbage', 'The answer is not a message of SIP: its first line is wrong'],
    ['acceptOnly', 'The receiver answered 202, but did not acknowledge the message'],
  ] as const)('is not delivered if the receiver does this: %s', async (does, detail) => {
    behaviour = does;
    const begun = Date.now();
    expect(await send()).toEqual({ ok: false, detail });
    expect(Date.now() - begun).toBeLessThan(TIMEOUT_MS * 3);
  });

  it('is not delivered with another password, if the receiver refuses it, to nobody, or to a private network', async () => {
    behaviour = 'body';
    expect(await send(ALARM, { secret: 'watchkeep:another-password' })).toEqual({
      ok: false,
      detail: 'The receiver refused user name and password',
    });
    expect(await send({ ...ALARM, account: '' })).toEqual({ ok: false, detail: 'Status number 7: Missing: cid' });
    expect(await send(ALARM, { address: 'sip:a@localhost:1;transport=tcp' })).toEqual({
      ok: false,
      detail: 'The connection was refused',
    });
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '[::1]', '0x7f.1'])
      expect(await send(ALARM, { address: `sips:alarms@${host}:5061`, privateAllowed: false }), host).toEqual({
        ok: false,
        detail: 'The address belongs to a private network',
      });
  });

  it('is not written if address or login could begin a header', async () => {
    const refused = { ok: false, detail: 'The address or the login is not one of SIP' };
    expect(await send(ALARM, { address: `${receivers.sipAddress}\r\nX: 1` })).toEqual(refused);
    expect(await send(ALARM, { secret: `${RECEIVER_LOGIN}\r\nX: 1` })).toEqual(refused);
    expect(await send(ALARM, { secret: 'a"b:a-long-password' })).toEqual(refused);
  });
});

describe('a receiver of its own making', () => {
  /** What the sender says about a server that answers the first bytes with these texts, one after the other. */
  async function judged(answers: (request: string) => string[]) {
    const heard: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk) => heard.push(chunk.toString()));
      socket.once('data', (chunk) => {
        for (const text of answers(chunk.toString())) socket.write(text);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `sip:alarms@127.0.0.1:${(server.address() as AddressInfo).port};transport=tcp`;
    const answer = await send(ALARM, { address });
    server.close();
    await once(server, 'close');
    return { answer, heard: heard.join('') };
  }
  const copied = (request: string) =>
    request
      .split('\r\n')
      .filter((line) => /^(Via|To|From|Call-ID|CSeq):/.test(line))
      .join('\r\n');
  const ACK = '<mrs><ref>0012mwqnli80</ref><snu>0</snu></mrs>';
  const message = (head: string, body: string) =>
    `${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const reply = (request: string, status: string, body = '') =>
    message(`SIP/2.0 ${status}\r\n${copied(request)}`, body);

  it('is believed only if its response belongs to the request', async () => {
    const { answer } = await judged((request) => [
      reply(request.replace(/branch=\w+/, 'branch=z9hG4bKother'), '200 OK', ACK),
      reply(request.replace('1 MESSAGE', '2 MESSAGE'), '200 OK', ACK),
    ]);
    expect(answer).toEqual({ ok: false, detail: 'No answer in time' });
  });

  it('is believed only if it acknowledges the same message', async () => {
    const other = ACK.replace('0012', '0013');
    expect((await judged((request) => [reply(request, '200 OK', other)])).answer).toEqual({
      ok: false,
      detail: 'The receiver acknowledged another message',
    });
    expect((await judged((request) => [reply(request, '200 OK', 'Thanks')])).answer).toEqual({
      ok: false,
      detail: 'The answer is not a message of SCAIP',
    });
  });

  it('gets an answer to its own requests, and its acknowledgement among them counts', async () => {
    const { answer, heard } = await judged((request) => [
      message(`OPTIONS sip:a@b SIP/2.0\r\n${copied(request)}`, ''),
      message(`ACK sip:a@b SIP/2.0\r\n${copied(request)}`, ''),
      message(`MESSAGE sip:a@b SIP/2.0\r\n${copied(request)}`, ACK.replace('0012', '0013')),
      message(`MESSAGE sip:a@b SIP/2.0\r\n${copied(request)}`, ACK.replace('<snu>0', '<snu>5')),
    ]);
    expect(answer).toEqual({ ok: false, detail: 'Status number 5' });
    expect(heard.match(/SIP\/2\.0 \d{3} .*/g)).toEqual([
      'SIP/2.0 405 Method Not Allowed',
      'SIP/2.0 404 Not Found',
      'SIP/2.0 200 OK',
    ]);
  });

  it('is left when it sends without end', async () => {
    const { answer } = await judged((request) => Array.from({ length: 200 }, () => reply(request, '100 Trying')));
    expect(answer).toEqual({ ok: false, detail: 'The answer is not a message of SIP: it is too long' });
    const lines = await judged(() => ['\r\n'.repeat(40_000)]);
    expect(lines.answer).toEqual({ ok: false, detail: 'The answer is not a message of SIP: it is too long' });
  });

  it('logs in once over a proxy, and is told of a login that is not supported', async () => {
    const asked = (request: string, algorithm: string) => [
      message(
        `SIP/2.0 407 Login\r\n${copied(request)}\r\nProxy-Authenticate: Digest realm="a", nonce="b", qop="auth", algorithm=${algorithm}`,
        '',
      ),
    ];
    const first = await judged((request) => asked(request, 'MD5'));
    expect(first.answer).toEqual({ ok: false, detail: 'No answer in time' });
    expect(first.heard.match(/MESSAGE sip:\S+ SIP/g)).toHaveLength(2);
    expect(first.heard).toContain('\r\nCSeq: 2 MESSAGE\r\nProxy-Authorization: Digest username="watchkeep", realm="a"');
    const second = await judged((request) => asked(request, 'SHA-512-256'));
    expect(second.answer).toEqual({
      ok: false,
      detail: 'The receiver asks for a login that the portal does not support',
    });
  });

  it.each([
    ['closes', (socket: Socket) => socket.end()],
    ['breaks the connection', (socket: Socket) => socket.resetAndDestroy()],
  ])('is dialled once more, not again and again, if it asks for a login and %s', async (_, leave) => {
    let dialled = 0;
    const server = createServer((socket) => {
      dialled += 1;
      socket.on('error', () => socket.destroy());
      socket.once('data', (chunk) => {
        const challenge = 'WWW-Authenticate: Digest realm="a", nonce="b", qop="auth", algorithm=MD5';
        const asked = message(`SIP/2.0 401 Login\r\n${copied(chunk.toString())}\r\n${challenge}`, '');
        socket.write(asked, () => setTimeout(() => leave(socket), 20));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await send(ALARM, { address: `sip:alarms@127.0.0.1:${port};transport=tcp` });
    server.close();
    expect(answer).toMatchObject({ ok: false });
    expect(dialled).toBe(2);
  });
});

describe('an alarm over SIP and TLS', () => {
  const received = receivedMessages();
  let server: Awaited<ReturnType<typeof startSip>>;
  beforeAll(async () => {
    behaviour = 'body';
    const certificate = LOCALHOST_CERTIFICATE;
    server = await startSip({ port: 0, login: RECEIVER_LOGIN, received, behaviour: () => 'body', certificate });
  });
  afterAll(() => server.close());

  const trustIt = () => {
    const connect = tls.connect as (options: ConnectionOptions, listener?: () => void) => tls.TLSSocket;
    vi.spyOn(tls, 'connect').mockImplementation(((options: ConnectionOptions, listener?: () => void) =>
      connect({ ...options, ca: LOCALHOST_CERTIFICATE.cert }, listener)) as never);
  };

  it('is delivered to a server whose certificate is valid for its name', async () => {
    trustIt();
    const address = `sips:alarms@localhost:${server.port}`;
    expect(await send(ALARM, { address })).toEqual(ACKNOWLEDGED);
    expect(received.all.at(-1)).toMatchObject({ protocol: 'sip', uri: address, ref: '0012mwqnli80' });
  });

  it('is not sent to a server with another certificate, or of another name', async () => {
    const before = received.all.length;
    expect(await send(ALARM, { address: `sips:alarms@localhost:${server.port}` })).toEqual({
      ok: false,
      detail: 'The certificate of the receiver is not trusted',
    });
    trustIt();
    expect(await send(ALARM, { address: `sips:alarms@127.0.0.1:${server.port}` })).toEqual({
      ok: false,
      detail: 'The certificate of the receiver is for another name',
    });
    expect(received.all).toHaveLength(before);
  });

  it('is not sent to a server without TLS', async () => {
    behaviour = 'open';
    const before = receivers.received.length;
    const address = receivers.sipAddress.replace('sip:', 'sips:').replace(';transport=tcp', '');
    expect(await send(ALARM, { address })).toMatchObject({ ok: false });
    expect(receivers.received).toHaveLength(before);
  });
});
