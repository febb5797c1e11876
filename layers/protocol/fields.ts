import type { AccessPoint, Unlisted } from '#core/unit-messages/values.ts';
import { field, type Once } from './field.ts';
import { MalformedPayload, readInteger, readSigned, readText, writeInteger } from './tlv.ts';

export const number = (tag: number): Once<number> =>
  field(tag, 'number', readInteger, (writer, value) => writer.integer(tag, value));

export const signed = (tag: number): Once<number> =>
  field(tag, 'signed', readSigned, (writer, value) => writer.signed(tag, value));

/** Milliseconds since 1970-01-01T00:00:00Z, UTC. */
export const time = (tag: number): Once<number> => ({ ...number(tag), kind: 'time' });

export const text = (tag: number): Once<string> =>
  field(tag, 'text', readText, (writer, value) => writer.text(tag, value));

export const flag = (tag: number): Once<boolean> =>
  field(
    tag,
    'flag',
    (bytes, start, end) => readInteger(bytes, start, end) !== 0,
    (writer, value) => writer.integer(tag, value ? 1 : 0),
  );

/** A flag whose value is 0 or 1 in messages. */
export const bit = (tag: number): Once<0 | 1> =>
  field(
    tag,
    'flag',
    (bytes, start, end) => (readInteger(bytes, start, end) === 0 ? 0 : 1),
    (writer, value) => writer.integer(tag, value),
  );

export const bytes = (tag: number): Once<Uint8Array> =>
  field(
    tag,
    'bytes',
    (from, start, end) => from.slice(start, end),
    (writer, value) => writer.raw(tag, value),
  );

/** One of a list of names; on the wire its number in the list, the first name being 0. */
export function choice<const N extends string>(tag: number, names: readonly N[]): Once<N | Unlisted> {
  const numbers = new Map<string, number>(names.map((name, index) => [name, index]));
  return field(
    tag,
    `choice of ${names.join(', ')}`,
    (from, start, end) => {
      const index = readInteger(from, start, end);
      return names[index] ?? `#${index}`;
    },
    (writer, name) => {
      const index = numbers.get(name) ?? (name.startsWith('#') ? Number(name.slice(1)) : Number.NaN);
      if (Number.isNaN(index)) throw new RangeError(`Not one of ${names.join(', ')}: ${name}`);
      writer.integer(tag, index);
    },
  );
}

/** A number, or the word UNKNOWN, which is 0 on the wire. */
export const numberOrUnknown = (tag: number): Once<number | 'UNKNOWN'> =>
  field(
    tag,
    'number, 0 is UNKNOWN',
    (from, start, end) => readInteger(from, start, end) || 'UNKNOWN',
    (writer, value) => writer.integer(tag, value === 'UNKNOWN' ? 0 : value),
  );

/** 6 bytes of hardware address and 1 signed byte of strength. */
export const accessPoint = (tag: number): Once<AccessPoint> =>
  field(
    tag,
    'access point',
    (from, start, end) => {
      if (end - start !== 7) throw new MalformedPayload('An access point has 7 bytes');
      const mac = Array.from(from.subarray(start, start + 6), (byte) => byte.toString(16).padStart(2, '0'));
      return { mac: mac.join(':').toUpperCase(), rssi: readSigned(from, start + 6, end) };
    },
    (writer, { mac, rssi }) => {
      if (!/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/i.test(mac)) throw new RangeError(`Not a hardware address: ${mac}`);
      if (!Number.isInteger(rssi) || rssi < -128 || rssi > 127) throw new RangeError(`Not a strength in dBm: ${rssi}`);
      const value = new Uint8Array(7);
      writeInteger(value, 0, 6, Number.parseInt(mac.replaceAll(':', ''), 16));
      value[6] = rssi;
      writer.raw(tag, value);
    },
  );
