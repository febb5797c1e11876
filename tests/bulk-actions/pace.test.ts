import { expect, it } from 'vitest';
import { expectedEnd, MAX_PACE, nextDueAt, Pace, turnOf } from '#core/bulk-actions/pace.ts';
import { MINUTE, SECOND } from '#core/time.ts';

it('no pace is exceeded, and none is missed by more than rounding', () => {
  for (let pace = 1; pace <= MAX_PACE; pace++) {
    const { units, milliseconds } = turnOf(pace);
    const perMinute = (units * MINUTE) / milliseconds;
    expect(perMinute).toBeLessThanOrEqual(pace);
    expect(perMinute).toBeGreaterThan(pace * 0.999);
    expect(milliseconds).toBeLessThanOrEqual(MINUTE);
    expect(units).toBeLessThanOrEqual(25);
  }
});

it('a turn that comes late is not caught up', () => {
  expect(nextDueAt(60, 1000, 1500)).toBe(1000 + 10 * SECOND);
  expect(nextDueAt(60, 1000, MINUTE)).toBe(MINUTE);
});

it('the expected end follows from the pace and the open units', () => {
  const counts = { total: 100, done: 30, failed: 10 };
  expect(expectedEnd({ ...counts, pace: 30 }, 0)).toBe(2 * MINUTE);
  expect(expectedEnd({ ...counts, pace: undefined }, 0)).toBeUndefined();
});

it.each([0, 601, 1.5, Number.NaN])('%d is no pace', (pace) => {
  expect(Pace.safeParse(pace).success).toBe(false);
});
