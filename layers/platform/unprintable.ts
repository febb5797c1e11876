import type { FieldIssue } from '#core/errors.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const isPrintable = (text: string) => !CONTROL.test(text) && text.isWellFormed();

/**
 * Where a value holds text that nobody can have meant: control characters other than tabs and line ends, or half of a
 * character. Such text forges log lines and terminal output, and comes back changed from the table.
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
