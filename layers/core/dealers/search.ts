/** A search considers only this many words of a name. */
const MAX_WORDS = 4;
/** Long enough to distinguish names, short enough for a key in any script. */
const LONGEST = 80;

/** Returns the form of a name for comparison. Case, spaces, encoding and punctuation do not count. */
export const normalizeName = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Returns the search texts of a dealer: its name from each of the first words on. */
export function searchTextsOf(name: string): string[] {
  const words = normalizeName(name).split(' ').filter(Boolean);
  const from = words.slice(0, MAX_WORDS).map((_, index) => words.slice(index).join(' ').slice(0, LONGEST));
  return [...new Set(from)];
}

/** Returns the text to search for, or undefined if no name can start with it. */
export const searchPrefixOf = (text: string): string | undefined => normalizeName(text).slice(0, LONGEST) || undefined;
