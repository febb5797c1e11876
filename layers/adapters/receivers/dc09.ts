import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { contactIdOf } from '#core/monitoring-centers/contact-id.ts';
import { hostAndPort } from '#core/monitoring-centers/receiver-address.ts';
import { type Dc09Message, encodeDc09, MAX_DC09_BYTES, parseDc09 } from '#protocol/dc09/frame.ts';
import { type Dialling, lookupFor, requirePublicHost } from './dial.ts';
import { type Answer, failureOf, type Outgoing } from './outgoing.ts';

const CR = 0x0d;
const PADDING = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const padding = (length: number) => Array.from({ length }, () => PADDING[randomInt(PADDING.length)]).join('');

/** Sends one encrypted message over TCP, and waits for the answer of the receiver. A test is the supervision message NULL. */
export async function sendOverDc09(
  { address, secret }: { address: string; secret: string },
  { account, sequence, alarm }: Outgoing,
  dialling: Dialling,
  now: number,
): Promise<Answer> {
  const key = Buffer.from(secret, 'hex');
  const message: Dc09Message = {
    line: '0',
    account,
    timestamp: now,
    ...(alarm
      ? { token: 'ADM-CID', sequence, data: `#${account}|${contactIdOf(alarm.event)}` }
      : { token: 'NULL', sequence: 0, data: '' }),
  };
  try {
    const answer = await exchange(address, encodeDc09(message, { key, padding }), dialling);
    return judged(message, answer, key);
  } catch (error) {
    return failureOf(error);
  }
}

function judged(sent: Dc09Message, frame: Buffer, key: Uint8Array): Answer {
  const parsed = parseDc09(frame, key);
  if (!parsed.ok) return { ok: false, detail: `The answer is not a frame of DC-09: ${parsed.problem}` };
  const { token, sequence, account } = parsed.message;
  if (token === 'NAK') return { ok: false, detail: 'NAK: the receiver did not accept the message or its time' };
  if (token === 'DUH') return { ok: false, detail: 'DUH: the receiver cannot use the message' };
  if (token !== 'ACK') return { ok: false, detail: `The receiver answered ${token}` };
  // Anybody on the way can write an answer that is not encrypted.
  if (!parsed.encrypted) return { ok: false, detail: 'The receiver acknowledged without encryption' };
  if (sequence !== sent.sequence || account.toUpperCase() !== sent.account)
    return { ok: false, detail: 'The receiver acknowledged another message' };
  return { ok: true, detail: 'ACK' };
}

/** The bytes of the answer, to its CR. */
function exchange(address: string, frame: Buffer, dialling: Dialling): Promise<Buffer> {
  const place = hostAndPort(address);
  if (!place) throw new Error('The address is not host:port');
  requirePublicHost(place.host, dialling);
  return new Promise((resolve, reject) => {
    const socket = connect({ ...place, lookup: lookupFor(dialling) });
    const timer = setTimeout(() => socket.destroy(new Error('No answer in time')), dialling.timeoutMs);
    let received = Buffer.alloc(0);
    socket.on('connect', () => socket.write(frame));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf(CR);
      if (end >= 0) {
        resolve(received.subarray(0, end + 1));
        socket.end();
      } else if (received.length > MAX_DC09_BYTES) socket.destroy(new Error('The answer is too long'));
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      socket.destroy();
      reject(new Error('The receiver closed the connection without an answer'));
    });
  });
}
