import type { FieldWriter } from './tlv.ts';

/** How one kind of value is written in a payload. */
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

/** A field has exactly the type of the message's property, and is optional if the property is. */
export type Schema<M> = {
  readonly [K in keyof Omit<M, 'type'>]-?: Field<Exclude<M[K], undefined>> & { readonly required: Not<Optional<M[K]>> };
};
type Not<T> = T extends true ? false : true;

export type Once<T> = Field<T> & { readonly required: true; readonly many: false };

export function field<T>(tag: number, kind: string, read: Field<T>['read'], write: Field<T>['write']): Once<T> {
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
