import { expect, it } from 'vitest';
import { progressOf } from '#core/billing/bill.ts';
import { noBills } from '#web/features/billing/asked-bill.ts';

const words = (run: Parameters<typeof progressOf>[0], showsUnits = true) =>
  noBills(progressOf(run, showsUnits)).description;

it('bills that are under way say how many units are done of how many', () => {
  const run = { units: 25_000, of: 100_000 };
  expect(words(run)).toBe('25,000 of 100,000 units are done. They are shown when all are made.');
  expect(words(run, false)).toBe('25 % is done. They are shown when all are made.');
  // More units came into service since the first step.
  expect(words({ units: 100_010, of: 100_000 })).toMatch(/^100,010 of 100,010 units/);
  expect(words({ units: 100_000, of: 100_000 }, false)).toMatch(/^99 %/);
});

it('bills that are made, or are not begun, have no progress', () => {
  for (const run of [undefined, { units: 0 }, { units: 9, of: 9, closedAt: '2026-11-19T06:15:00.000Z' }])
    expect(progressOf(run, true)).toBeNull();
});
