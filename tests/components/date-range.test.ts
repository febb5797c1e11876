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

describe('a date range', () => {
  it('refuses an end before its start', () => {
    expect(rangeProblem({ start: '2026-11-21', end: '2026-11-20' })).toBe('The end date is before the start date');
    expect(rangeProblem({ start: '2026-11-21T10:01', end: '2026-11-21T10:00' })).toBe(
      'The end date is before the start date',
    );
  });

  it('accepts equal dates and an open side', () => {
    expect(rangeProblem({ start: '2026-11-21', end: '2026-11-21' })).toBeUndefined();
    expect(rangeProblem({ start: '2026-11-21', end: '' })).toBeUndefined();
    expect(rangeProblem({ start: '', end: '' })).toBeUndefined();
  });

  it('requires both sides if told so', () => {
    expect(rangeProblem({ start: '', end: '2026-11-21' }, { required: true })).toBe('Choose a start date');
    expect(rangeProblem({ start: '2026-11-21', end: '' }, { required: true })).toBe('Choose an end date');
  });

  it('enforces its limits', () => {
    const range = { start: '2026-11-01', end: '2026-11-21' };
    expect(rangeProblem(range, { earliest: '2026-11-02' })).toBe('The start date is before 2 Nov 2026');
    expect(rangeProblem(range, { latest: '2026-11-20' })).toBe('The end date is after 20 Nov 2026');
    expect(rangeProblem(range, { longestDays: 19 })).toBe('The range is longer than 19 days');
    expect(rangeProblem(range, { earliest: '2026-11-01', latest: '2026-11-21', longestDays: 20 })).toBeUndefined();
  });

  it('includes its whole last day, or its whole last minute', () => {
    const day = rangeInstants({ start: '2026-11-21', end: '2026-11-21' });
    expect(day.to!.getTime() - day.from!.getTime()).toBe(24 * 3600 * 1000 - 1);
    const minute = rangeInstants({ start: '2026-11-21T10:00', end: '2026-11-21T10:00' });
    expect(minute.to!.getTime() - minute.from!.getTime()).toBe(59_999);
  });
});

describe('presets', () => {
  const now = new Date(2026, 10, 21, 14, 5, 30);

  it('use the given time', () => {
    expect(presetRange(TODAY, now, 'day')).toEqual({ start: '2026-11-21', end: '2026-11-21' });
    expect(presetRange(YESTERDAY, now, 'minute')).toEqual({ start: '2026-11-20T00:00', end: '2026-11-20T23:59' });
    expect(presetRange(lastDays(7), now, 'day')).toEqual({ start: '2026-11-14', end: '2026-11-21' });
    expect(presetRange(LAST_MONTH, now, 'day')).toEqual({ start: '2026-10-01', end: '2026-10-31' });
  });

  it('are valid ranges at any time, including the first of a year', () => {
    for (const at of [now, new Date(2027, 0, 1, 0, 0, 0), new Date(2028, 1, 29, 23, 59, 59)]) {
      for (const preset of USUAL_PRESETS)
        expect(rangeProblem(presetRange(preset, at, 'minute'), { required: true })).toBeUndefined();
    }
  });

  it('are recognised in a range', () => {
    expect(presetOf({ start: '2026-11-14', end: '2026-11-21' }, USUAL_PRESETS, now, 'day')?.id).toBe('last-7-days');
    expect(presetOf({ start: '2026-11-13', end: '2026-11-21' }, USUAL_PRESETS, now, 'day')).toBeUndefined();
  });
});
