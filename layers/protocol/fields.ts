import {
  FieldReader,
  type FieldWriter,
  MalformedPayload,
  readInteger,
  readSigned,
  readText,
  writeInteger,
} from './tlv.ts';

/** How one kind of value stands in a payload. */
export interface Field<T> {
  readonly tag: number;
  readonly kind: string;
  readonly required: boolean;
  /** Many: the tag may repeat and the values are a list, in order. */
  readonly many: boolean;
  read(bytes: Uint8Array, start: number, end: number): unknown;
  write(writer: FieldWriter, value: T): void;
}

type Optional<T> = undefined extends T ? true : false;

/** A field of exactly the type, and as optional, as the message's property. */
export type Schema<M> = {
  readonly [K in keyof Omit<M, 'type'>]-?: Field<Exclude<M[K], undefined>> & { readonly required: Not<Optional<M[K]>> };
};
type Not<T> = T extends true ? false : true;

type Once<T> = Field<T> & { readonly required: true; readonly many: false };

function field<T>(tag: number, kind: string, read: Field<T>['read'], write: Field<T>['write']): Once<T> {
  return { tag, kind, required: true, many: false, read, write };
}

/** The field may be missing. */
export const optional = <T>(of: Field<T>): Field<T> & { readonly required: false } => ({ ...of, required: false });

/** The field may repeat; none at all reads as an empty list. */
export const list = <T>(of: Once<T>): Field<readonly T[]> & { readonly required: true } => ({
  ...of,
  many: true,
  write: (writer, values) => {
    for (const value of values) of.write(writer, value);
  },
});

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

/** A flag whose value people know as 0 or 1. */
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

/** A number newer than this table reads as `#number` and is written back as it came. */
export type Unlisted = `#${number}`;

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

/** A value that is itself a row of fields. */
export function group<T extends object>(tag: number, schema: Schema<T & { type?: never }>): Once<T> {
  const codec = objectCodec<T>(schema as unknown as Schema<T>);
  return field(
    tag,
    'group',
    (from, start, end) => codec.read({} as T, from, start, end),
    (writer, value) => {
      const start = writer.open(tag);
      codec.write(writer, value);
      writer.close(start);
    },
  );
}

/** A Wi-Fi access point: hardware address `AA:BB:CC:DD:EE:FF` and received strength in dBm; 6 bytes and 1 signed byte. */
export interface AccessPoint {
  readonly mac: string;
  readonly rssi: number;
}

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

/** What a command's argument, or one value of its answer, can be. Numbers are whole. */
export type Value = string | number | boolean;
export type Values = Readonly<Record<string, Value>>;

const NAMED_VALUE = 'named value';
const VALUE = { name: 1, text: 2, number: 3, flag: 4 } as const;

/** Named values: one group per name, holding its name (tag 1) and its value (tag 2 text, 3 signed number, 4 flag). */
export const values = (tag: number): Field<Values> & { readonly required: true } => ({
  tag,
  kind: NAMED_VALUE,
  required: true,
  many: true,
  read: readNamedValue,
  write: (writer, named) => {
    for (const [name, value] of Object.entries(named)) {
      const start = writer.open(tag);
      writer.text(VALUE.name, name);
      if (typeof value === 'string') writer.text(VALUE.text, value);
      else if (typeof value === 'number') writer.signed(VALUE.number, value);
      else writer.integer(VALUE.flag, value ? 1 : 0);
      writer.close(start);
    }
  },
});

function readNamedValue(from: Uint8Array, start: number, end: number): readonly [string, Value] {
  let name: string | undefined;
  let value: Value | undefined;
  const reader = new FieldReader(from, start, end);
  while (reader.next()) {
    if (reader.tag === VALUE.name) name = readText(from, reader.from, reader.to);
    else if (reader.tag === VALUE.text) value = readText(from, reader.from, reader.to);
    else if (reader.tag === VALUE.number) value = readSigned(from, reader.from, reader.to);
    else if (reader.tag === VALUE.flag) value = readInteger(from, reader.from, reader.to) !== 0;
  }
  if (name === undefined || value === undefined)
    throw new MalformedPayload('A named value lacks its name or its value');
  return [name, value];
}

/** A field that the message cannot do without is missing: understood, but unusable. */
export class MissingField extends Error {
  override name = 'MissingField';
  readonly field: string;

  constructor(field: string) {
    super(`${field} is missing`);
    this.field = field;
  }
}

export interface ObjectCodec<M> {
  /** Fills `into` from `bytes[start..end)`. Throws {@link MalformedPayload} or {@link MissingField}. */
  read(into: M, bytes: Uint8Array, start: number, end: number): M;
  write(writer: FieldWriter, message: M): void;
  /** Name, tag and kind of every field, for the documentation's test. */
  readonly fields: readonly (Field<never> & { readonly name: string })[];
}

/** Reads and writes objects by their schema. */
export function objectCodec<M extends object>(schema: Schema<M>): ObjectCodec<M> {
  const fields = Object.entries(schema as Record<string, Field<never>>).map(([name, of]) => ({ ...of, name }));
  const required = fields.filter((of) => of.required && !of.many).map((of) => of.name);
  const lists = fields.filter((of) => of.many && of.kind !== NAMED_VALUE).map((of) => of.name);
  const maps = fields.filter((of) => of.many && of.kind === NAMED_VALUE).map((of) => of.name);
  /** Which required fields have been seen is kept as bits: cheaper than looking for each of them at the end. */
  const allSeen = 2 ** required.length - 1;
  const byTag = new Array<KnownField | undefined>(256).fill(undefined);
  for (const { tag, name, many, read } of fields) {
    // One literal, so that all have the same shape: they are looked up for every field of every frame.
    byTag[tag] = { name, many, read, bit: required.includes(name) ? 1 << required.indexOf(name) : 0 };
  }

  return {
    fields,
    read(into, from, start, end) {
      const message = into as Record<string, unknown>;
      for (const name of lists) message[name] = [];
      for (const name of maps) message[name] = {};
      let seen = 0;
      const reader = new FieldReader(from, start, end);
      while (reader.next()) {
        const known = byTag[reader.tag];
        if (!known) continue;
        const value = known.read(from, reader.from, reader.to);
        if (known.many) {
          addTo(message[known.name], value);
          continue;
        }
        seen |= known.bit;
        message[known.name] = value;
      }
      if (seen !== allSeen) throw new MissingField(required.find((_, index) => (seen & (1 << index)) === 0)!);
      return into;
    },
    write(writer, message) {
      for (const of of fields) {
        const value = (message as Record<string, unknown>)[of.name];
        if (value !== undefined) of.write(writer, value as never);
      }
    },
  };
}

interface KnownField {
  readonly name: string;
  readonly many: boolean;
  readonly read: Field<never>['read'];
  readonly bit: number;
}

function addTo(collection: unknown, value: unknown): void {
  if (Array.isArray(collection)) {
    collection.push(value);
    return;
  }
  const [name, named] = value as readonly [string, Value];
  Object.defineProperty(collection, name, { value: named, enumerable: true, configurable: true, writable: true });
}
