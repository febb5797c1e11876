import { expect, it } from 'vitest';
import { shownCents } from '#core/money.ts';

it.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [-1250, '-$12.50'],
  [1_200_515, '$12,005.15'],
  [-100_000_000, '-$1,000,000.00'],
])('shows %i cents as %s', (cents, shown) => {
  expect(shownCents(cents)).toBe(shown);
});
