import { AppError } from '../errors.ts';

const OPERATORS = ['=', '!=', '<=', '>=', '<', '>', 'like'] as const;
export type Operator = (typeof OPERATORS)[number];

export interface Comparison {
  column: string;
  operator: Operator;
  /** As it is written: a serial number without quotes keeps its zeros. */
  value: string;
}

/** P3-M15. */
export const BAD_WHERE_CLAUSE = 'There is a problem in the where clause';

const problem = (reason: string) =>
  new AppError('INVALID', BAD_WHERE_CLAUSE, [{ path: 'whereClause', message: reason }]);

/** A column, an operator or a value: a quote in a quoted text is written twice. */
const TOKEN = /\s*(?:"((?:[^"]|"")*)"|(-?\d+(?:\.\d+)?)(?![\w.])|([A-Za-z]\w*)|(<=|>=|!=|=|<|>))/y;

interface Token {
  is: 'text' | 'number' | 'word' | 'sign';
  value: string;
}

function tokensOf(clause: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (clause.slice(TOKEN.lastIndex).trim() !== '') {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(clause);
    if (!match) throw problem(`This cannot be read: ${clause.slice(from).trim().slice(0, 40)}`);
    const [, text, number, word, sign] = match;
    if (text !== undefined) tokens.push({ is: 'text', value: text.replaceAll('""', '"') });
    else if (number !== undefined) tokens.push({ is: 'number', value: number });
    else tokens.push(word === undefined ? { is: 'sign', value: sign! } : { is: 'word', value: word });
  }
  return tokens;
}

/** Single quotes become double quotes before a where clause is sent [P3-V13]. */
export const withDoubleQuotes = (clause: string): string => clause.replaceAll("'", '"');

/**
 * Reads `UnitSerNum = "400220" and bars < 2`: comparisons that must all hold. Columns and operators may be in any case.
 * Throws INVALID with the message of the specification and a reason.
 */
export function parseWhere(clause: string, columns: readonly string[]): Comparison[] {
  const tokens = tokensOf(clause);
  const comparisons: Comparison[] = [];
  for (let index = 0; index < tokens.length; index += 4) {
    const [column, operator, value, and] = tokens.slice(index, index + 4);
    if (column?.is !== 'word') throw problem('A comparison begins with a column');
    const known = columns.find((name) => name.toLowerCase() === column.value.toLowerCase());
    if (known === undefined) throw problem(`The table has no column ${column.value}`);
    const sign = OPERATORS.find((one) => one === operator?.value.toLowerCase());
    if (sign === undefined || operator!.is === 'text') throw problem(`Use one of ${OPERATORS.join(' ')}`);
    if (value?.is !== 'text' && value?.is !== 'number')
      throw problem('Compare with a number, or with a text in quotes');
    comparisons.push({ column: known, operator: sign, value: value.value });
    if (and === undefined) break;
    if (and.is !== 'word' || and.value.toLowerCase() !== 'and') throw problem('Join comparisons with "and"');
    if (tokens[index + 4] === undefined) throw problem('A comparison must follow "and"');
  }
  return comparisons;
}

/** The text or number that a clause compares a column with for equality; undefined if it does not. */
export const equalTo = (comparisons: readonly Comparison[], column: string): string | undefined =>
  comparisons.find((one) => one.column === column && one.operator === '=')?.value;

/** Whether all comparisons hold for a row. Numbers are compared as numbers, anything else as texts; nothing equals a missing value. */
export const meets = (row: Readonly<Record<string, unknown>>, comparisons: readonly Comparison[]): boolean =>
  comparisons.every(({ column, operator, value }) => holds(row[column], operator, value));

function holds(actual: unknown, operator: Operator, value: string): boolean {
  if (actual === undefined || actual === null) return operator === '!=';
  if (operator === 'like') return isLike(textOf(actual), value);
  const [left, right] = typeof actual === 'number' ? [actual, Number(value)] : [textOf(actual), value];
  switch (operator) {
    case '=':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

/** `%` stands for any text. Case does not matter. */
function isLike(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('%');
  const lower = text.toLowerCase();
  if (rest.length === 0) return lower === first;
  const last = rest.pop()!;
  if (!lower.startsWith(first) || !lower.endsWith(last)) return false;
  let from = first.length;
  const end = lower.length - last.length;
  for (const part of rest) {
    const at = lower.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return from <= end;
}

/** A value of a row as a text: what is no text or number is JSON, so that nothing of it is hidden. */
export const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
