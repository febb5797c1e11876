import { printable } from '#core/unprintable.ts';
import { HEADER_BYTES, MAX_FRAME_BYTES, MAX_PAYLOAD_BYTES } from './frames.ts';

/**
 * A payload is a row of fields: tag (1 byte, 1-255), length (1 byte 0-254, or 255 and then 2 bytes), value.
 * A reader skips tags that it does not know, so that newer units and older servers understand each other.
 */
const LONG_LENGTH = 0xff;
/** Integers are big-endian without leading zero bytes, at most this long. */
const MAX_INTEGER_BYTES = 6;

/** The bytes of a payload or of one of its values cannot be read: "broken", not "understood but unusable". */
export class MalformedPayload extends Error {
  override name = 'MalformedPayload';
}

const textDecoder = new TextDecoder('utf-8', { fatal: true });
const textEncoder = new TextEncoder();

/** Collects the fields of one payload, leaving room for the frame's header, so that a frame needs no second copy. */
export class FieldWriter {
  readonly bytes = new Uint8Array(MAX_FRAME_BYTES);
  length = HEADER_BYTES;

  /** Starts a new payload. */
  reset(): this {
    this.length = HEADER_BYTES;
    return this;
  }

  get payloadBytes(): number {
    return this.length - HEADER_BYTES;
  }

  /** Begins a value whose length is known only at its end; returns the position for {@link close}. */
  open(tag: number): number {
    this.#need(2);
    this.bytes[this.length] = tag;
    this.length += 2;
    return this.length;
  }

  /** Ends the value that began at `start`. */
  close(start: number): void {
    const size = this.length - start;
    if (size < LONG_LENGTH) {
      this.bytes[start - 1] = size;
      return;
    }
    this.#need(2);
    this.bytes.copyWithin(start + 2, start, this.length);
    this.bytes[start - 1] = LONG_LENGTH;
    this.bytes[start] = size >> 8;
    this.bytes[start + 1] = size;
    this.length += 2;
  }

  integer(tag: number, value: number): void {
    this.#whole(tag, integerBytes(value), value);
  }

  signed(tag: number, value: number): void {
    const size = signedBytes(value);
    this.#whole(tag, size, value < 0 ? value + 2 ** (8 * size) : value);
  }

  text(tag: number, value: string): void {
    const start = this.open(tag);
    this.length += value.length <= SHORT_TEXT ? this.#ascii(value) : this.#utf8(value);
    this.close(start);
  }

  raw(tag: number, value: Uint8Array): void {
    const start = this.open(tag);
    this.#need(value.length);
    this.bytes.set(value, start);
    this.length += value.length;
    this.close(start);
  }

  /** Most texts are a few ASCII letters, for which a call into the text encoder costs more than the work. */
  #ascii(value: string): number {
    this.#need(value.length);
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > 127) return this.#utf8(value);
      this.bytes[this.length + i] = code;
    }
    return value.length;
  }

  #utf8(value: string): number {
    const { read, written } = textEncoder.encodeInto(value, this.bytes.subarray(this.length, PAYLOAD_END));
    if (read < value.length) throw new RangeError(`A payload has at most ${MAX_PAYLOAD_BYTES} bytes`);
    return written;
  }

  #whole(tag: number, size: number, value: number): void {
    const start = this.open(tag);
    this.#need(size);
    writeInteger(this.bytes, start, size, value);
    this.length += size;
    this.close(start);
  }

  #need(bytes: number): void {
    if (this.length + bytes > PAYLOAD_END) throw new RangeError(`A payload has at most ${MAX_PAYLOAD_BYTES} bytes`);
  }
}

const SHORT_TEXT = 24;
/** Of ASCII. */
const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;
const PAYLOAD_END = HEADER_BYTES + MAX_PAYLOAD_BYTES;

function integerBytes(value: number): number {
  if (!Number.isInteger(value) || value < 0) throw new RangeError(`Not a whole number from 0: ${value}`);
  let size = 1;
  for (let limit = 256; value >= limit; limit *= 256) size++;
  if (size > MAX_INTEGER_BYTES) throw new RangeError(`Too large for ${MAX_INTEGER_BYTES} bytes: ${value}`);
  return size;
}

function signedBytes(value: number): number {
  if (!Number.isInteger(value)) throw new RangeError(`Not a whole number: ${value}`);
  let size = 1;
  for (let limit = 128; value < -limit || value >= limit; limit *= 256) size++;
  if (size > MAX_INTEGER_BYTES) throw new RangeError(`Too large for ${MAX_INTEGER_BYTES} bytes: ${value}`);
  return size;
}

/** Writes the low `size` bytes of a whole number, most significant first. */
export function writeInteger(bytes: Uint8Array, at: number, size: number, value: number): void {
  let rest = value;
  for (let i = at + size - 1; i >= at; i--) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}

/** The whole number from 0 in `bytes[start..end)`. */
export function readInteger(bytes: Uint8Array, start: number, end: number): number {
  const size = end - start;
  if (size < 1 || size > MAX_INTEGER_BYTES) throw new MalformedPayload(`An integer of ${size} bytes`);
  let value = bytes[start]!;
  for (let at = start + 1; at < end; at++) value = value * 256 + bytes[at]!;
  return value;
}

/** The two's complement number in `bytes[start..end)`. */
export function readSigned(bytes: Uint8Array, start: number, end: number): number {
  const value = readInteger(bytes, start, end);
  return bytes[start]! < 128 ? value : value - 2 ** (8 * (end - start));
}

/** The text in `bytes[start..end)`, with U+FFFD for unprintable characters. Short ASCII, the usual case, is read without a call into the text decoder. */
export function readText(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > SHORT_TEXT) return decodeText(bytes, start, end);
  let text = '';
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte < FIRST_PRINTABLE || byte > LAST_PRINTABLE) return decodeText(bytes, start, end);
    text += String.fromCharCode(byte);
  }
  return text;
}

function decodeText(bytes: Uint8Array, start: number, end: number): string {
  try {
    return printable(textDecoder.decode(bytes.subarray(start, end)));
  } catch {
    throw new MalformedPayload('A text that is not UTF-8');
  }
}

/** Iterates over the fields in `bytes[start..end)`; {@link next} throws {@link MalformedPayload} if one is cut off. */
export class FieldReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  /** The present field: its tag, and its value as `bytes[from..to)`. */
  tag = 0;
  from: number;
  to: number;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes;
    this.#end = end;
    this.from = start;
    this.to = start;
  }

  /** Moves to the next field; false at the end. */
  next(): boolean {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = this.to;
    if (at >= end) return false;
    this.tag = bytes[at]!;
    if (this.tag === 0) throw new MalformedPayload('Tag 0');
    if (at + 2 > end) throw new MalformedPayload('A field without a length');
    let size = bytes[at + 1]!;
    at += 2;
    if (size === LONG_LENGTH) {
      if (at + 2 > end) throw new MalformedPayload('A field without a length');
      size = (bytes[at]! << 8) | bytes[at + 1]!;
      at += 2;
    }
    if (at + size > end) throw new MalformedPayload(`Field ${this.tag} is cut off`);
    this.from = at;
    this.to = at + size;
    return true;
  }
}
