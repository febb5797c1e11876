import { describe, expect, it } from 'vitest';
import {
  formatOf,
  portalTime,
  shortDay,
  shownDay,
  shownTime,
  TIME_FORMATS,
  TimePreference,
  timeOfDay,
  timeStyleOf,
  zoneOf,
} from '#core/shown-time.ts';

const then = new Date('2026-11-21T21:05:09Z');
const timeZone = 'America/Denver';

describe('a time', () => {
  it.each([
    ['monthFirst', 'Nov 21, 2026, 2:05 PM', 'Nov 21, 2026, 2:05:09 PM GMT-7', '2:05 PM', 'Jan 5, 2026'],
    ['dayFirst', '21 Nov 2026, 14:05', '21 Nov 2026, 14:05:09 GMT-7', '14:05', '5 Jan 2026'],
    ['yearFirst', '2026-11-21 14:05', '2026-11-21 14:05:09 GMT-7', '14:05', '2026-01-05'],
  ] as const)('has one format where dates are written %s: %s', (format, usual, whole, ofDay, day) => {
    const style = { format, timeZone };
    expect(shownTime(then, style)).toBe(usual);
    expect(shownTime(then, style, { seconds: true, zone: true })).toBe(whole);
    expect(timeOfDay(then, style)).toBe(ofDay);
    expect(shownDay('2026-01-05', style)).toBe(day);
  });

  it.each([
    ['2026-11-21T21:05:09Z', timeZone, '11/21/2026 02:05 PM'],
    ['2026-11-22T05:04:00Z', timeZone, '11/21/2026 10:04 PM'],
    ['2026-01-02T08:04:00Z', 'UTC', '1/2/2026 08:04 AM'],
    ['2026-01-02T00:00:00Z', 'UTC', '1/2/2026 12:00 AM'],
    ['2026-01-02T12:00:00Z', 'UTC', '1/2/2026 12:00 PM'],
  ])("of %s in %s is %s in the format 'M/D/Y HH:mm A', by a clock of twelve hours [P2-K52]", (moment, zone, words) =>
    expect(portalTime(new Date(moment), zone)).toBe(words),
  );

  it.each([
    ['monthFirst', 'Oct 12', 'Oct 12, 2025'],
    ['dayFirst', '12 Oct', '12 Oct 2025'],
    ['yearFirst', '2026-10-12', '2025-10-12'],
  ] as const)('has a short day, %s, with its year if that is not the present one', (format, thisYear, lastYear) => {
    const day = (moment: string) => shortDay(new Date(moment), then, { format, timeZone: 'UTC' });
    expect([day('2026-10-12T05:00:00Z'), day('2025-10-12T05:00:00Z')]).toEqual([thisYear, lastYear]);
  });

  it('names its zone at that moment', () => {
    expect(zoneOf(new Date('2026-07-01T00:00:00Z'), timeZone)).toBe('GMT-6');
    expect(zoneOf(then, timeZone)).toBe('GMT-7');
  });
});

describe('the style of a person', () => {
  const browser = { language: 'en-US', timeZone };

  it('is their choice, and follows the browser where they chose nothing', () => {
    expect(timeStyleOf({}, browser)).toEqual({ format: 'monthFirst', timeZone });
    expect(timeStyleOf({ timeZone: 'UTC' }, browser)).toEqual({ format: 'monthFirst', timeZone: 'UTC' });
    expect(timeStyleOf({ format: 'dayFirst' }, browser)).toEqual({ format: 'dayFirst', timeZone });
  });

  it.each([
    ['en-US', 'monthFirst'],
    ['en-GB', 'dayFirst'],
    ['de', 'dayFirst'],
    ['fr-FR', 'dayFirst'],
    ['sv-SE', 'yearFirst'],
    ['ja-JP', 'yearFirst'],
  ])('of a browser in %s is %s', (language, format) => expect(formatOf(language)).toBe(format));

  it('is one of the formats and a zone that exists', () => {
    for (const format of TIME_FORMATS) expect(TimePreference.safeParse({ format }).success).toBe(true);
    expect(TimePreference.safeParse({ format: 'backwards' }).success).toBe(false);
    expect(TimePreference.safeParse({ timeZone: 'Mars/Olympus' }).success).toBe(false);
  });
});
