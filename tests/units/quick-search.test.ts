import { expect, test } from 'vitest';
import { quickSearchWords } from '#web/features/units/quick-search-answer.ts';

const found = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    UnitSerNum: String(400_000 + index),
    UnitModel: 'MXD-LTE' as const,
    UnitLineID: '',
    UnitID: '',
    DealerName: 'Northwind',
  }));

test.each([
  [0, false, 'No results found'],
  [1, false, 'Unit Found!'],
  [7, false, 'Unit Found! 7 of them'],
  [100, false, 'Unit Found! 100 of them'],
  [100, true, 'Unit Found! The first 100 are shown, more found'],
])('%i units, more: %s, says %j [P3-M23 P3-M24 P3-K37]', (count, more, words) =>
  expect(quickSearchWords({ found: found(count), more })).toBe(words),
);
