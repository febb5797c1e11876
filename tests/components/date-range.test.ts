import { describe, expect, it } from 'vitest';
import {
  LAST_MONTH,
  lastDays,
  presetOf,
  presetRange,
  TODAY,
  USUAL_PRESETS,
  YESTERDAY,
} from '#web/components/date-range/presets.ts';
import { rangeInstants, rangeProblem } from '#web/components/date-range/range.ts';

const STYLE = { format: 'dayFirst', timeZone: 'America/Denver' } as const;
const UTC = 'UTC';

describe('a date range', () => {
  it('refuses an end before its start', () => {
    expect(rangeProblem({ start: '2026-11-21', end: '2026-11-20' }, STYLE)).toBe(
      'The end date is before the start date',
    );
  });

  it('accepts equal dates and an open side', () => {
    expect(rangeProblem({ start: '2026-11-21', end: '2026-11-21' }, STYLE)).toBeUndefined();
    expect(rangeProblem({ start: '2026-11-21', end: '' }, STYLE)).toBeUndefined();
    expect(rangeProblem({ start: '', end: '' }, STYLE)).toBeUndefined();
  });

  it('requires both sides if told so', () => {
    expect(rangeProblem({ start: '', end: '2026-11-21' }, STYLE, { required: true })).toBe('Choose a start date');
    expect(rangeProblem({ start: '2026-11-21', end: '' }, STYLE, { required: true })).toBe('Choose an end date');
  });

  it('refuses what is no day', () => {
    expect(rangeProblem({ start: '2026-02-30', end: '' }, STYLE)).toBe('The start date is not a day of the calendar');
    expect(rangeProblem({ start: '', end: 'soon' }, STYLE)).toBe('The end date is not a day of the calendar');
  });

  it('enforces its limits', () => {
    const range = { start: '2026-11-01', end: '2026-11-21' };
    expect(rangeProblem(range, STYLE, { earliest: '2026-11-02' })).toBe('The start date is before 2 Nov 2026');
    expect(rangeProblem(range, { format: 'monthFirst' }, { earliest: '2026-11-02' })).toBe(
      'The start date is before Nov 2, 2026',
    );
    expect(rangeProblem(range, STYLE, { latest: '2026-11-20' })).toBe('The end date is after 20 Nov 2026');
    expect(rangeProblem(range, STYLE, { longestDays: 19 })).toBe('The range is longer than 19 days');
    const limits = { earliest: '2026-11-01', latest: '2026-11-21', longestDays: 20 };
    expect(rangeProblem(range, STYLE, limits)).toBeUndefined();
  });

  it("includes its whole last day, in the user's zone", () => {
    const day = { start: '2026-11-21', end: '2026-11-21' };
    const instants = (timeZone: string, range = day) => {
      const { from, to } = rangeInstants(range, timeZone);
      return [from?.toISOString(), to?.toISOString()];
    };
    expect(instants(UTC)).toEqual(['2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z']);
    expect(instants('America/Denver')).toEqual(['2026-11-21T07:00:00.000Z', '2026-11-22T06:59:59.999Z']);
    // A day of 23 hours.
    expect(instants('America/New_York', { start: '2026-03-08', end: '2026-03-08' })).toEqual([
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T03:59:59.999Z',
    ]);
    expect(instants(UTC, { start: '', end: '' })).toEqual([undefined, undefined]);
  });
});

describe('presets', () => {
  const now = new Date('2026-11-21T14:05:30Z');

  it('use the given time', () => {
    expect(presetRange(TODAY, now, UTC)).toEqual({ start: '2026-11-21', end: '2026-11-21' });
    expect(presetRange(YESTERDAY, now, UTC)).toEqual({ start: '2026-11-20', end: '2026-11-20' });
    expect(presetRange(lastDays(7), now, UTC)).toEqual({ start: '2026-11-14', end: '2026-11-21' });
    expect(presetRange(LAST_MONTH, now, UTC)).toEqual({ start: '2026-10-01', end: '2026-10-31' });
    expect(presetRange(TODAY, now, 'Pacific/Kiritimati')).toEqual({ start: '2026-11-22', end: '2026-11-22' });
  });

  it('are valid ranges at any time, including the first of a year', () => {
    for (const at of [now, new Date('2027-01-01T00:00:00Z'), new Date('2028-02-29T23:59:59Z')]) {
      for (const preset of USUAL_PRESETS)
        expect(rangeProblem(presetRange(preset, at, UTC), STYLE, { required: true })).toBeUndefined();
    }
  });

  it('are recognised in a range', () => {
    expect(presetOf({ start: '2026-11-14', end: '2026-11-21' }, USUAL_PRESETS, now, UTC)?.id).toBe('last-7-days');
    expect(presetOf({ start: '2026-11-13', end: '2026-11-21' }, USUAL_PRESETS, now, UTC)).toBeUndefined();
  });
});
