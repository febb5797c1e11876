import type { FieldIssue } from './errors.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/;
const EACH_UNPRINTABLE = new RegExp(UNPRINTABLE, 'g');

/** The text with each such character replaced by U+FFFD: for texts of units, whose reports are not refused for them. */
export const printable = (text: string): string => text.replace(EACH_UNPRINTABLE, '\ufffd');

const isPrintable = (text: string) => !UNPRINTABLE.test(text) && text.isWellFormed();

/** Far deeper than any input of the contract. A walk of tens of thousands of levels would overflow the stack. */
const MAX_DEPTH = 20;

/**
 * The path to invalid text in a value: control characters other than tabs and line ends, characters that reverse the direction of others,
 * U+FFFE and U+FFFF, or half of a surrogate pair. Such text forges names, log lines and terminal output, changes in the table, and is
 * refused by queues. A value that is nested deeper than 20 levels is invalid as a whole.
 */
export function unprintableParts(value: unknown, path = '', depth = 0): FieldIssue[] {
  if (typeof value === 'string')
    return isPrintable(value) ? [] : [{ path, message: 'Contains unprintable characters' }];
  if (typeof value !== 'object' || value === null) return [];
  if (depth >= MAX_DEPTH) return [{ path, message: 'Is nested too deeply' }];
  return Object.entries(value).flatMap(([name, part]) =>
    isPrintable(name)
      ? unprintableParts(part, path === '' ? name : `${path}.${name}`, depth + 1)
      : [{ path, message: 'Contains unprintable names' }],
  );
}
