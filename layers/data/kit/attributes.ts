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
    set: (_: unknown, item: { [name in Attribute]?: string }) => `${item[attribute]?.toLowerCase()}\t`,
  }) as const;
