import type { Value, Values } from '../unit-messages/values.ts';

const KIND = { string: 't', number: 'n', boolean: 'f' } as const;

/**
 * A number that differs if settings differ: the sum of the CRC-32 of a line for each setting, modulo 2^32, so that their order does not matter
 * (docs/unit-protocol.md). A unit tells it with each ping, so that the portal notices what the unit has forgotten.
 */
export function digestOf(settings: Values): number {
  let sum = 0;
  for (const [name, value] of Object.entries(settings)) sum = (sum + crc32(lineOf(name, value))) >>> 0;
  return sum;
}

const lineOf = (name: string, value: Value) =>
  `${name}\t${KIND[typeof value as keyof typeof KIND]}\t${typeof value === 'boolean' ? Number(value) : value}`;

/** CRC-32/ISO-HDLC of the text in UTF-8. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of utf8(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Without a TextEncoder, which neither the language nor this layer has. */
function* utf8(text: string): Generator<number> {
  for (const character of text.toWellFormed()) {
    const code = character.codePointAt(0)!;
    if (code < 0x80) yield code;
    else if (code < 0x800) yield* [0xc0 | (code >> 6), tail(code)];
    else if (code < 0x10000) yield* [0xe0 | (code >> 12), tail(code >> 6), tail(code)];
    else yield* [0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code)];
  }
}

const tail = (bits: number) => 0x80 | (bits & 0x3f);
