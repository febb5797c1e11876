import { CustomAttributeType } from 'electrodb';

export const text = { type: 'string' } as const;
export const number = { type: 'number' } as const;
export const requiredText = { type: 'string', required: true } as const;
export const requiredNumber = { type: 'number', required: true } as const;

/**
 * A key that sorts records by the text in `attribute` as people do: in any case, and `Acme` before `Acme Air`. Keys continue with `#`,
 * which sorts after the space; a tab sorts before it.
 */
export const orderOf = <const Attribute extends string>(attribute: Attribute) =>
  ({
    type: 'string',
    hidden: true,
    watch: [attribute],
    set: (_: unknown, item: { [name in Attribute]?: string }) => `${(item[attribute] ?? '').toLowerCase()}\t`,
  }) as const;

/** A text or a number of a narrower type, such as 0 | 1. */
export const textOf = <Type extends string>() => ({ type: CustomAttributeType<Type>('string' as never) }) as const;
export const numberOf = <Type extends number>() => ({ type: CustomAttributeType<Type>('number' as never) }) as const;
export const requiredNumberOf = <Type extends number>() => ({ ...numberOf<Type>(), required: true }) as const;

/**
 * A map or a list of a type of the core. ElectroDB does not look into it: at a `list`, `map` or `set` that is stored as something else it
 * fails, and with one item a whole list of them.
 */
export const jsonOf = <Type>() => ({ type: CustomAttributeType<Type>('any' as never) }) as const;

/** When the table may delete the item, in seconds. Stores do not return it. */
export const expiresAt = { ...requiredNumber, hidden: true } as const;

/** The value of an `expiresAt` attribute. `milliseconds`: since 1970. */
export const expiryOf = (milliseconds: number) => Math.floor(milliseconds / 1000);
