import { SerialNumber } from '../units/unit.ts';

/** The units of one list. */
export const MOST_UNITS = 10_000;

/** A list in words, as bulk actions name the units that they find. */
export const listWords = (count: number): string =>
  count === 1 ? 'a list of 1 serial number' : `a list of ${count.toLocaleString('en')} serial numbers`;

const SEPARATORS = /[\s,;"']+/;

/** The serial numbers in a pasted text or a column of a file, each once, and the words that are none. The header of a file is left out. */
export function serialNumbersIn(text: string): { serialNumbers: string[]; unreadable: string[] } {
  const words = text
    .split(SEPARATORS)
    .map((word) => word.replaceAll(/[^\w-]/g, '').toUpperCase())
    .filter((word) => word !== '' && word !== 'UNITSERNUM');
  const unique = [...new Set(words)];
  return {
    serialNumbers: unique.filter((word) => SerialNumber.safeParse(word).success),
    unreadable: unique.filter((word) => !SerialNumber.safeParse(word).success),
  };
}
