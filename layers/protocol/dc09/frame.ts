import { createCipheriv, createDecipheriv } from 'node:crypto';
import { crc16Arc } from './crc.ts';

/** Events of Contact ID and of SIA DC-03, the supervision message, and the three answers of a receiver. */
export const DC09_TOKENS = ['ADM-CID', 'SIA-DCS', 'NULL', 'ACK', 'NAK', 'DUH'] as const;
export type Dc09Token = (typeof DC09_TOKENS)[number];

/** A message of ANSI/SIA DC-09, without its frame. */
export interface Dc09Message {
  token: Dc09Token;
  /** 1 to 9999. 0 in a supervision message and in NAK. */
  sequence: number;
  /** Hexadecimal digits; absent if the sender names no receiver. */
  receiver?: string;
  /** Hexadecimal digits: the account prefix of the receiver's line. */
  line: string;
  /** 3 to 16 hexadecimal digits. Empty in NAK of some receivers. */
  account: string;
  /** The text in brackets, without them. */
  data: string;
  /** Milliseconds, UTC. Absent if the frame has none. */
  timestamp?: number;
}

export type Dc09Problem = 'malformed' | 'wrongLength' | 'wrongChecksum' | 'unknownToken' | 'unreadable';
export type Dc09Parsed = { ok: true; message: Dc09Message; encrypted: boolean } | { ok: false; problem: Dc09Problem };

/** The longest frame that is read. Alarms have less than 300 bytes. */
export const MAX_DC09_BYTES = 4096;

const LF = 0x0a;
const CR = 0x0d;
const BLOCK_BYTES = 16;
const ZERO_IV = Buffer.alloc(BLOCK_BYTES);

/** The AES cipher of a key by its bytes. */
const CIPHERS: Readonly<Record<number, string>> = { 16: 'aes-128-cbc', 24: 'aes-192-cbc', 32: 'aes-256-cbc' };

function cipherOf(key: Uint8Array): string {
  const cipher = CIPHERS[key.length];
  if (!cipher) throw new Error('A key of DC-09 has 16, 24 or 32 bytes');
  return cipher;
}

export interface Dc09Encryption {
  /** 16, 24 or 32 bytes. */
  key: Uint8Array;
  /** This many random characters other than `|`, `[` and `]`. They make equal messages differ, because the initial vector is zero. */
  padding(length: number): string;
}

/** The frame of a message. With `encryption` the data and the time are encrypted. */
export function encodeDc09(message: Dc09Message, encryption?: Dc09Encryption): Buffer {
  const { token, sequence, receiver, line, account, data, timestamp } = message;
  const content = `${data}]${timestamp === undefined ? '' : `_${stampOf(timestamp)}`}`;
  const number = String(sequence).padStart(4, '0');
  const head = `"${encryption ? '*' : ''}${token}"${number}${receiver === undefined ? '' : `R${receiver}`}L${line}#${account}[`;
  const body = Buffer.from(`${head}${encryption ? encrypted(content, encryption) : content}`, 'latin1');
  const start = `${hex4(crc16Arc(body))}${hex4(body.length)}`;
  return Buffer.concat([Buffer.from([LF]), Buffer.from(start, 'latin1'), body, Buffer.from([CR])]);
}

/** Reads one frame, with or without its LF and CR. An encrypted one is unreadable without its key. */
export function parseDc09(frame: Uint8Array, key?: Uint8Array): Dc09Parsed {
  const bytes = Buffer.from(frame);
  const first = bytes[0] === LF ? 1 : 0;
  const text = bytes.toString('latin1', first, bytes.at(-1) === CR ? bytes.length - 1 : bytes.length);
  const framed = /^([0-9A-F]{4})([0-9A-F]{4})(".*)$/s.exec(text);
  if (!framed) return { ok: false, problem: 'malformed' };
  const [, crc, length, body] = framed as unknown as [string, string, string, string];
  if (Number.parseInt(length, 16) !== body.length) return { ok: false, problem: 'wrongLength' };
  if (Number.parseInt(crc, 16) !== crc16Arc(Buffer.from(body, 'latin1')))
    return { ok: false, problem: 'wrongChecksum' };
  return bodyOf(body, key);
}

const BODY =
  /^"(?<star>\*?)(?<token>[A-Z-]{1,12})"(?<sequence>\d{4})(?:R(?<receiver>[0-9A-F]{1,6}))?L(?<line>[0-9A-F]{1,6})(?:#(?<account>[0-9A-Z]{0,16})|A0)?\[(?<rest>.*)$/s;

function bodyOf(body: string, key: Uint8Array | undefined): Dc09Parsed {
  const found = BODY.exec(body)?.groups;
  if (!found) return { ok: false, problem: 'malformed' };
  const token = DC09_TOKENS.find((one) => one === found.token);
  if (!token) return { ok: false, problem: 'unknownToken' };
  const isEncrypted = found.star === '*';
  const content = isEncrypted ? decrypted(found.rest!, key) : found.rest;
  if (content === undefined) return { ok: false, problem: 'unreadable' };
  const parts = /^(?<data>[^\]]*)\](?:\[[^\]]*\])*(?:_(?<stamp>[^\]]*))?$/s.exec(content)?.groups;
  if (!parts) return { ok: false, problem: isEncrypted ? 'unreadable' : 'malformed' };
  const timestamp = parts.stamp === undefined ? undefined : timeOf(parts.stamp);
  return {
    ok: true,
    encrypted: isEncrypted,
    message: {
      token,
      sequence: Number(found.sequence),
      ...(found.receiver !== undefined && { receiver: found.receiver }),
      line: found.line!,
      account: found.account ?? '',
      data: parts.data!,
      ...(timestamp !== undefined && { timestamp }),
    },
  };
}

/** Padding, `|` and the content, in whole blocks. Each has at least one character of padding. */
function encrypted(content: string, { key, padding }: Dc09Encryption): string {
  const used = content.length + 1;
  const pad = padding(BLOCK_BYTES - (used % BLOCK_BYTES));
  const cipher = createCipheriv(cipherOf(key), key, ZERO_IV).setAutoPadding(false);
  const plain = Buffer.from(`${pad}|${content}`, 'latin1');
  return Buffer.concat([cipher.update(plain), cipher.final()])
    .toString('hex')
    .toUpperCase();
}

/** The content without its padding; undefined if it is not whole blocks in hexadecimal or the key is missing. */
function decrypted(hex: string, key: Uint8Array | undefined): string | undefined {
  if (!key || hex.length === 0 || hex.length % (2 * BLOCK_BYTES) !== 0 || !/^[0-9A-F]+$/i.test(hex)) return undefined;
  const cipher = createDecipheriv(cipherOf(key), key, ZERO_IV).setAutoPadding(false);
  const plain = Buffer.concat([cipher.update(Buffer.from(hex, 'hex')), cipher.final()]).toString('latin1');
  const bracket = plain.indexOf(']');
  const bar = plain.indexOf('|');
  if (bracket < 0) return undefined;
  // Some senders pad an empty message without the bar.
  return bar >= 0 && bar < bracket ? plain.slice(bar + 1) : plain.slice(bracket);
}

const hex4 = (value: number) => value.toString(16).toUpperCase().padStart(4, '0');
const two = (value: number) => String(value).padStart(2, '0');

function stampOf(milliseconds: number): string {
  const at = new Date(milliseconds);
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${time},${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}-${at.getUTCFullYear()}`;
}

/** The time of `HH:MM:SS,MM-DD-YYYY`; undefined for a text that is none. */
function timeOf(stamp: string): number | undefined {
  const found = /^(\d{2}):(\d{2}):(\d{2}),(\d{2})-(\d{2})-(\d{4})$/.exec(stamp);
  if (!found) return undefined;
  const [hours, minutes, seconds, month, day, year] = found.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const time = Date.UTC(year, month - 1, day, hours, minutes, seconds);
  return stampOf(time) === stamp ? time : undefined;
}
