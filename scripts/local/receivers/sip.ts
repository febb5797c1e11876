import { createHash, randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { SCAIP_TYPE } from '#protocol/scaip/message.ts';
import { parametersOf } from '#protocol/sip/digest.ts';
import { encodeMessage, encodeResponse, type SipRequest } from '#protocol/sip/message.ts';
import { readSip } from '#protocol/sip/read.ts';
import { listenOverTcp, type Running } from '../http.ts';
import type { ReceivedMessages } from './received.ts';
import { answerOfScaip } from './scaip.ts';

/**
 * What a receiver does with each message that has the right login. `body` acknowledges in the body of the response, `message` with a MESSAGE of its own,
 * `acceptOnly` not at all. `challenge` asks for a login again and again, `open` never does. `closingChallenge` closes the connection after it has asked.
 */
export type SipBehaviour =
  | 'body'
  | 'trying'
  | 'message'
  | 'acceptOnly'
  | 'open'
  | 'busy'
  | 'challenge'
  | 'closingChallenge'
  | 'unknownLogin'
  | 'garbage'
  | 'midway'
  | 'drip'
  | 'close'
  | 'silent';

interface Options {
  /** 0 means any free port. */
  port: number;
  /** `name:password`. */
  login: string;
  received: ReceivedMessages;
  behaviour: () => SipBehaviour;
  /** Absent: over TCP. */
  certificate?: Pick<TlsOptions, 'cert' | 'key'>;
}

const REALM = 'receiver.example.net';
const DRIP_MS = 50;
const TAG = 'receiver';

/** Stands in for a receiver of SCAIP over SIP, which knows its senders by a digest. */
export function startSip({ port, login, received, behaviour, certificate }: Options): Promise<Running> {
  const sockets = new Set<Socket>();
  const sharedNonce = randomUUID();
  const serve = (socket: Socket) => {
    const nonce = behaviour() === 'closingChallenge' ? sharedNonce : randomUUID();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let unread = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      for (let read = readSip(unread); read; read = readSip(unread)) {
        unread = Buffer.from(read.rest);
        if (read.message.kind === 'request') answer(socket, read.message, nonce);
      }
    });
  };
  const server = certificate ? createTlsServer(certificate, serve) : createServer(serve);

  function answer(socket: Socket, request: SipRequest, nonce: string): void {
    const does = behaviour();
    const reply = (status: number, reason: string, more: { headers?: [string, string][]; body?: string } = {}) =>
      encodeResponse(request, { status, reason, tag: TAG, ...more });
    const [credentials] = request.headers.get('authorization') ?? [];
    if (does === 'challenge' || (does !== 'open' && !isRight(credentials, request, login, nonce))) {
      const algorithms = does === 'unknownLogin' ? ['SHA-512-256'] : ['SHA-512-256', 'SHA-256', 'MD5'];
      const challenge = (algorithm: string): [string, string] => [
        'WWW-Authenticate',
        `Digest realm="${REALM}", nonce="${nonce}", opaque="${TAG}", algorithm=${algorithm}, qop="auth"`,
      ];
      socket.write(reply(401, 'Unauthorized', { headers: algorithms.map(challenge) }));
      if (does === 'closingChallenge') socket.end();
      return;
    }
    const { tags, body } = answerOfScaip(request.body.toString());
    if (tags) received.add({ protocol: 'sip', account: tags.cid, uri: request.uri, from: credentials, ...tags, does });
    const acknowledged = reply(200, 'OK', { headers: [['Content-Type', SCAIP_TYPE]], body });
    if (does === 'silent') return;
    if (does === 'close') socket.end();
    else if (does === 'busy') socket.write(reply(486, 'Busy Here'));
    else if (does === 'garbage') socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    else if (does === 'midway') socket.end(acknowledged.subarray(0, -10));
    else if (does === 'drip') drip(socket, acknowledged);
    else if (does === 'acceptOnly') socket.write(reply(202, 'Accepted'));
    else if (does === 'message') socket.write(Buffer.concat([reply(200, 'OK'), messageBack(request, body)]));
    else socket.write(does === 'trying' ? Buffer.concat([reply(100, 'Trying'), acknowledged]) : acknowledged);
  }

  return listenOverTcp(server, port, () => {
    for (const socket of sockets) socket.destroy();
  });
}

const messageBack = ({ uri }: SipRequest, body: string) =>
  encodeMessage({
    ...{ uri: 'sip:watchkeep@watchkeep.invalid', to: 'sip:watchkeep@watchkeep.invalid', from: uri.split(';')[0]! },
    ...{ tag: TAG, transport: 'TCP', branch: `z9hG4bK${randomUUID()}`, callId: randomUUID(), sequence: 1 },
    ...{ contentType: SCAIP_TYPE, body },
  });

function drip(socket: Socket, bytes: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => socket.write(bytes.subarray(sent, ++sent)), DRIP_MS);
  socket.on('close', () => clearInterval(timer));
}

/** Computed apart from the sender's code, so that one mistake is not made twice. */
function isRight(credentials: string | undefined, { method, uri }: SipRequest, login: string, nonce: string): boolean {
  const given = Object.fromEntries(parametersOf(credentials ?? '') ?? []);
  const [name = '', password = ''] = login.split(':');
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const parts = [
    hash(`${name}:${REALM}:${password}`),
    nonce,
    given.nc,
    given.cnonce,
    given.qop,
    hash(`${method}:${uri}`),
  ];
  const isOurs = given.username === name && given.realm === REALM && given.nonce === nonce && given.uri === uri;
  return isOurs && given.algorithm === 'SHA-256' && given.response === hash(parts.join(':'));
}
