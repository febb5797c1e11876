import { describe, expect, it } from 'vitest';
import { outOfSight, pageSelection, setRange, setRows, toggleRow } from '#web/components/data-table/selection.ts';

const shown = ['a', 'b', 'c', 'd', 'e'];
const sorted = (selection: ReadonlySet<string>) => [...selection].sort();

describe('selection', () => {
  it('toggles one row without changing the given set', () => {
    const before = new Set(['a']);
    expect(sorted(toggleRow(before, 'b'))).toEqual(['a', 'b']);
    expect(sorted(toggleRow(before, 'a'))).toEqual([]);
    expect(sorted(before)).toEqual(['a']);
  });

  it('keeps rows of other pages when a page is selected and cleared', () => {
    const both = setRows(new Set(['z']), shown, true);
    expect(both.size).toBe(6);
    expect(sorted(setRows(both, shown, false))).toEqual(['z']);
  });

  it('selects a range in either direction, in the order shown', () => {
    expect(sorted(setRange(new Set(['d']), shown, 'd', 'b', true))).toEqual(['b', 'c', 'd']);
    expect(sorted(setRange(new Set(['b']), shown, 'b', 'd', true))).toEqual(['b', 'c', 'd']);
    expect(sorted(setRange(new Set(['b']), ['d', 'a', 'b', 'e', 'c'], 'b', 'd', true))).toEqual(['a', 'b', 'd']);
  });

  it('knows the rows that another page or another search shows', () => {
    expect(outOfSight(new Set(['z', 'b', 'y']), shown)).toEqual(['z', 'y']);
    expect(outOfSight(new Set(['a']), shown)).toEqual([]);
  });

  it('clears a range too', () => {
    expect(sorted(setRange(new Set(shown), shown, 'b', 'd', false))).toEqual(['a', 'e']);
  });

  it('changes only the target if the anchor is on another page', () => {
    expect(sorted(setRange(new Set(), shown, 'z', 'c', true))).toEqual(['c']);
    expect(sorted(setRange(new Set(), shown, undefined, 'c', true))).toEqual(['c']);
  });

  it('shows how much of a page is selected', () => {
    expect(pageSelection(new Set(['z']), shown)).toBe('none');
    expect(pageSelection(new Set(['a', 'z']), shown)).toBe('some');
    expect(pageSelection(new Set(shown), shown)).toBe('all');
    expect(pageSelection(new Set(['a']), [])).toBe('none');
  });
});
