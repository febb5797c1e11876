import { nameKeyOf } from './edit.ts';

/** Of longer names the words after these are not searched by. */
const MOST_WORDS = 4;
/** What tells enough of a name, and leaves room in a key for any script. */
const LONGEST = 80;

/** A name or the beginning of one, as it is compared: whatever its case, spaces, encoding and punctuation. */
export const findableName = (text: string) =>
  nameKeyOf(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** What a dealer is found by the beginning of: its name from each of its first words on, the whole name first. */
export function beginningsOf(name: string): string[] {
  const words = findableName(name).split(' ').filter(Boolean);
  const from = words.slice(0, MOST_WORDS).map((_, index) => words.slice(index).join(' ').slice(0, LONGEST));
  return [...new Set(from)];
}

/** What a search looks for; undefined where the text has nothing that a name begins with. */
export const searchedName = (text: string): string | undefined => findableName(text).slice(0, LONGEST) || undefined;
