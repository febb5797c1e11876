import { describe, expect, it } from 'vitest';
import { dayIn, firstOfMonth, isDay, plusDays } from '#core/calendar-days.ts';
import { TIME_FORMATS } from '#core/shown-time.ts';
import { readDay, readTime, typedDay, typedTime } from '#core/typed-time.ts';

describe('a typed day', () => {
  it.each([
    ['11/21/2026', 'monthFirst', '2026-11-21'],
    ['1/5/26', 'monthFirst', '2026-01-05'],
    ['21/11/2026', 'dayFirst', '2026-11-21'],
    ['21.11.2026', 'dayFirst', '2026-11-21'],
    ['2026-11-21', 'monthFirst', '2026-11-21'],
    ['2026-11-21', 'dayFirst', '2026-11-21'],
    [' 2026/1/5 ', 'yearFirst', '2026-01-05'],
    ['', 'monthFirst', ''],
    ['11/21', 'monthFirst', undefined],
    ['11/21/202', 'monthFirst', undefined],
    ['2/30/2026', 'monthFirst', undefined],
    ['21/11/2026', 'monthFirst', undefined],
    ['tomorrow', 'monthFirst', undefined],
  ] as const)('%j, %s, is %j', (typed, format, day) => expect(readDay(typed, format)).toBe(day));

  it.each(TIME_FORMATS)('is read back from what is written, %s', (format) => {
    for (const day of ['2026-11-21', '2026-01-02', '2028-02-29'])
      expect(readDay(typedDay(day, format), format)).toBe(day);
    expect(typedDay('soon', format)).toBe('soon');
  });
});

describe('a typed time', () => {
  it.each([
    ['14:05', '14:05'],
    ['2:05 pm', '14:05'],
    ['2.05PM', '14:05'],
    ['1405', '14:05'],
    ['9:00', '09:00'],
    ['12:00 am', '00:00'],
    ['12:30 p.m.', '12:30'],
    ['22:04 PM', undefined],
    ['24:00', undefined],
    ['9:60', undefined],
    ['9', undefined],
  ])('%j is %j', (typed, time) => expect(readTime(typed)).toBe(time));

  it.each(TIME_FORMATS)('is read back from what is written, %s', (format) => {
    for (const time of ['00:00', '09:05', '12:00', '23:59']) expect(readTime(typedTime(time, format))).toBe(time);
  });
});

describe('a day of the calendar', () => {
  it('exists and has the form of ISO', () => {
    expect(['2026-11-21', '2028-02-29'].filter(isDay)).toHaveLength(2);
    expect(['2026-02-29', '2026-13-01', '2026-1-1', '', 'x', '2026-11-21T10:00'].filter(isDay)).toEqual([]);
  });

  it('is that of a zone', () => {
    const late = Date.parse('2026-11-21T23:30:00Z');
    expect(dayIn(late, 'UTC')).toBe('2026-11-21');
    expect(dayIn(late, 'Asia/Tokyo')).toBe('2026-11-22');
  });

  it('is counted on over months, years and clock changes', () => {
    expect(plusDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(plusDays('2026-03-08', 1)).toBe('2026-03-09');
    expect(plusDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(firstOfMonth('2026-11-21')).toBe('2026-11-01');
  });
});
