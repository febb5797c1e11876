import { describe, expect, it } from 'vitest';
import { cellText } from '#core/table-file/cell.ts';
import { withMessage } from '#support/with-message.ts';
import { choose, chooseAll, defaultChoice } from '#web/components/data-table/column-choice.ts';
import { columnId, columnLabel, resolveVisibility, shownCell } from '#web/components/data-table/columns.ts';
import { cursorMoveOf, moveCursor } from '#web/components/data-table/row-cursor.ts';

const columns = [
  { id: 'key', label: 'Key', locked: true },
  { id: 'line', label: 'Line' },
  { id: 'number', label: 'Number' },
  { id: 'both', label: 'Line and number', shownByDefault: false, excludes: ['line', 'number'] },
];

describe('column choice', () => {
  it('clears the separate columns when the combined one is chosen, and the other way round [P2-V32 P2-V33]', () => {
    const combined = choose(columns, defaultChoice(columns), 'both', true);
    expect(combined).toEqual({ key: true, line: false, number: false, both: true });
    expect(choose(columns, combined, 'line', true)).toEqual({ key: true, line: true, number: false, both: false });
  });

  it('clears nothing when a column is turned off', () => {
    expect(choose(columns, defaultChoice(columns), 'both', false)).toEqual(defaultChoice(columns));
  });

  it('keeps a locked column on', () => {
    expect(choose(columns, defaultChoice(columns), 'key', false).key).toBe(true);
  });

  it('does not select two exclusive columns when all are selected', () => {
    expect(chooseAll(columns)).toEqual({ key: true, line: true, number: true, both: false });
  });
});

describe('a cell', () => {
  it.each([
    [true, 'Yes'],
    [false, 'No'],
    // Numbers can be keys: no separators.
    [400_220, '400220'],
    ['text', 'text'],
    [null, ''],
    [undefined, ''],
  ])('shows %o as "%s"', (value, shown) => {
    expect(cellText(value)).toBe(shown);
  });

  it('shows quantities with separators of thousands, and numbers that are keys without', () => {
    expect(shownCell(5000, { align: 'end' })).toBe('5,000');
    expect(shownCell(5000, { align: 'end', monospace: true })).toBe('5000');
    expect(shownCell(5000, undefined)).toBe('5000');
    expect(shownCell('5000', { align: 'end' })).toBe('5000');
  });
});

describe('visibility', () => {
  const declared = [
    { accessorKey: 'a', meta: { label: 'A', locked: true } },
    { accessorKey: 'b', meta: { label: 'B' } },
    { accessorKey: 'c', meta: { label: 'C', shownByDefault: false } },
    { accessorKey: 'd.e', meta: { label: 'D' } },
  ];

  it('follows the choice, then the default; a column missing from the choice uses its default', () => {
    expect(resolveVisibility(declared, { a: false, b: false, c: true })).toEqual({
      a: true,
      b: false,
      c: true,
      d_e: true,
    });
    expect(resolveVisibility(declared, {})).toEqual({ a: true, b: true, c: false, d_e: true });
  });

  it('names columns as the table library does', () => {
    expect(columnId(declared[3]!)).toBe('d_e');
    expect(columnLabel({ id: 'x' })).toBe('x');
    expect(() => columnId({ header: 'x' })).toThrow(withMessage('A column without accessorKey needs an id'));
  });
});

describe('the keyboard cursor', () => {
  it('moves by row and by page and stays inside', () => {
    expect(moveCursor(0, 'next', 3, 10)).toBe(1);
    expect(moveCursor(2, 'next', 3, 10)).toBe(2);
    expect(moveCursor(0, 'previous', 3, 10)).toBe(0);
    expect(moveCursor(5, 'pageDown', 100, 10)).toBe(15);
    expect(moveCursor(5, 'pageUp', 100, 10)).toBe(0);
    expect(moveCursor(5, 'first', 100, 10)).toBe(0);
    expect(moveCursor(5, 'last', 100, 10)).toBe(99);
  });

  it('enters at the top, or at the bottom when moving up, also if the rows are fewer now', () => {
    expect(moveCursor(undefined, 'next', 3, 10)).toBe(0);
    expect(moveCursor(undefined, 'previous', 3, 10)).toBe(2);
    expect(moveCursor(9, 'next', 3, 10)).toBe(0);
    expect(moveCursor(undefined, 'next', 0, 10)).toBeUndefined();
  });

  it('supports j and k as well as the arrows', () => {
    expect([cursorMoveOf('j'), cursorMoveOf('k'), cursorMoveOf('ArrowDown'), cursorMoveOf('q')]).toEqual([
      'next',
      'previous',
      'next',
      undefined,
    ]);
  });
});
