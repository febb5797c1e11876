import { describe, expect, it } from 'vitest';
import { daysOfPeriod, periodAt, periodOfDay, periodOfMonth } from '#core/billing/period.ts';
import { plusDays } from '#core/calendar-days.ts';
import { inZone } from '#core/time-zones.ts';

const MONTHS = Array.from({ length: 12 }, (_, index) => periodOfMonth(2026, index + 1));

describe('the billing period', () => {
  it.each([
    ['2026-11-01', '2026-11'],
    ['2026-11-18', '2026-11'],
    ['2026-11-19', '2026-12'],
    ['2026-12-18', '2026-12'],
    ['2026-12-19', '2027-01'],
    ['2026-12-31', '2027-01'],
    ['2027-01-18', '2027-01'],
    ['2028-02-29', '2028-03'],
  ])('of %s is %s [P1-K03 P1-K04]', (day, period) => expect(periodOfDay(day)).toBe(period));

  it('of month 0 is December of the year before [P1-K05]', () => expect(periodOfMonth(2027, 0)).toBe('2026-12'));

  it('has its days from the 19th to the 18th', () => {
    expect(daysOfPeriod('2026-11')).toEqual({ first: '2026-10-19', last: '2026-11-18' });
    expect(daysOfPeriod('2027-01')).toEqual({ first: '2026-12-19', last: '2027-01-18' });
  });

  it('follows the one before without a gap, and each of its days is in it', () => {
    for (const period of Array.from({ length: 120 }, (_, index) => periodOfMonth(2024, index + 1))) {
      const { first, last } = daysOfPeriod(period);
      for (let day = first; day <= last; day = plusDays(day, 1)) expect(periodOfDay(day)).toBe(period);
      expect(daysOfPeriod(periodOfDay(plusDays(last, 1))).first).toBe(plusDays(last, 1));
    }
  });

  it('ends at the midnight of every time zone', () => {
    const wrong = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
      MONTHS.filter((month) => {
        const midnight = inZone(`${month}-19T00:00`, zone).getTime();
        return periodAt(midnight - 1, zone) !== month || periodAt(midnight, zone) !== periodOfDay(`${month}-19`);
      }).map((month) => `${zone} ${month}`),
    );
    expect(wrong).toEqual([]);
  });
});
