import type { StoredItem } from '#support/table-content.ts';

/** The dealer whose unit and records the samples are about. */
export const OWNER = 220;
/** Distinctive texts: numbers, names of several words, addresses. The portal itself uses single words, and times are not distinctive. */
const isFact = (text: string) => text.length >= 6 && /[\d@ ]/.test(text) && !/^\d{4}-\d\d/.test(text);

const isOfDealer = (item: StoredItem) =>
  item.DealerKey === OWNER || item.dealerKey === OWNER || String(item.dealerPath ?? '').includes(`/${OWNER}/`);

/** True if the item belongs to the owner: by its key, or by a unit that another item assigns to the owner. */
export function ownership(items: Iterable<StoredItem>): (item: StoredItem) => boolean {
  const units = new Set([...items].filter(isOfDealer).map(({ UnitSerNum }) => UnitSerNum));
  units.delete(undefined);
  return (item) => isOfDealer(item) || units.has(item.UnitSerNum);
}

/** The texts in items of the dealer and in no other items. */
export function factsIn(items: readonly StoredItem[]): string[] {
  const isOwn = ownership(items);
  const own = new Set(items.filter(isOwn).flatMap(textsIn));
  for (const text of items.filter((item) => !isOwn(item)).flatMap(textsIn)) own.delete(text);
  return [...own];
}

/** The values of an item, without its keys. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return isFact(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    /^(gsi\d)?[ps]k$|^__edb|At$/.test(name) ? [] : textsIn(part),
  );
}

/** True if a text contains a fact as a whole: 'Example 12' does not contain 'Example 1'. */
export function holds(text: string, fact: string): boolean {
  for (let at = text.indexOf(fact); at >= 0; at = text.indexOf(fact, at + 1))
    if (!/\w/.test(`${text[at - 1] ?? ''}${text[at + fact.length] ?? ''}`)) return true;
  return false;
}
