import type { Value, Values } from '#core/unit-messages/values.ts';
import { type Field, field, type Once, type Schema } from './field.ts';
import { FieldReader, type FieldWriter, MalformedPayload, readInteger, readSigned, readText } from './tlv.ts';

/** A required field is missing: the message is understood but cannot be used. */
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
  /** The required fields seen are kept as bits: cheaper than a search for each at the end. */
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
  // The DynamoDB client cannot store an object that has it, so the message could never be taken.
  if (name === 'constructor') throw new MalformedPayload('A named value is called constructor');
  return [name, value];
}
