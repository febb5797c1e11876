import type { FieldIssue } from '#core/errors.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/;

const isPrintable = (text: string) => !UNPRINTABLE.test(text) && text.isWellFormed();

/**
 * Where a value holds text that nobody can have meant: control characters other than tabs and line ends, U+FFFE and U+FFFF, or half
 * of a character. Such text forges log lines and terminal output, comes back changed from the table, and is refused by queues.
 */
export function unprintableParts(value: unknown, path = ''): FieldIssue[] {
  if (typeof value === 'string')
    return isPrintable(value) ? [] : [{ path, message: 'Contains unprintable characters' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    isPrintable(name)
      ? unprintableParts(part, path === '' ? name : `${path}.${name}`)
      : [{ path, message: 'Contains unprintable names' }],
  );
}
