import { describe, expect, it } from 'vitest';
import { nextTime, ReportSchedule, scheduleWords } from '#core/saved-reports/schedule.ts';
import { instant } from '#core/time.ts';
import { wallClock } from '#core/time-zones.ts';

const DENVER = 'America/Denver';
const schedule = (given: object) => ReportSchedule.parse({ every: 'daily', hour: 8, timeZone: DENVER, ...given });

/** The next times of a schedule, by the clock of its zone. */
function timesOf(given: object, from: string, count: number): string[] {
  const one = schedule(given);
  const times: string[] = [];
  let after = Date.parse(from);
  for (let number = 0; number < count; number++) {
    after = nextTime(one, after);
    times.push(wallClock(after, one.timeZone));
  }
  return times;
}

describe('the next time of a schedule', () => {
  it('is the hour of the next day by the clock of its zone, on both sides of a clock change', () => {
    expect(timesOf({}, '2026-10-30T14:00:00.000Z', 3)).toEqual([
      '2026-10-31T08:00',
      '2026-11-01T08:00',
      '2026-11-02T08:00',
    ]);
    expect(instant(nextTime(schedule({}), Date.parse('2026-10-31T14:00:00.000Z')))).toBe('2026-11-01T15:00:00.000Z');
  });

  it('is still today before the hour, and tomorrow at it', () => {
    expect(timesOf({}, '2026-06-10T13:59:59.000Z', 1)).toEqual(['2026-06-10T08:00']);
    expect(timesOf({}, '2026-06-10T14:00:00.000Z', 1)).toEqual(['2026-06-11T08:00']);
  });

  it.each([
    ['America/Denver', 2, '2026-03-06T12:00:00.000Z', ['2026-03-07T02:00', '2026-03-08T03:00', '2026-03-09T02:00']],
    ['America/Denver', 1, '2026-10-31T12:00:00.000Z', ['2026-11-01T01:00', '2026-11-02T01:00', '2026-11-03T01:00']],
    ['Europe/Berlin', 2, '2026-03-28T12:00:00.000Z', ['2026-03-29T03:00', '2026-03-30T02:00', '2026-03-31T02:00']],
    ['Europe/Berlin', 2, '2026-10-24T12:00:00.000Z', ['2026-10-25T02:00', '2026-10-26T02:00', '2026-10-27T02:00']],
    ['Africa/Cairo', 0, '2026-04-22T23:00:00.000Z', ['2026-04-24T01:00', '2026-04-25T00:00', '2026-04-26T00:00']],
    [
      'Australia/Lord_Howe',
      2,
      '2026-10-02T20:00:00.000Z',
      ['2026-10-04T02:30', '2026-10-05T02:00', '2026-10-06T02:00'],
    ],
    ['Asia/Kolkata', 0, '2026-06-09T20:00:00.000Z', ['2026-06-11T00:00', '2026-06-12T00:00', '2026-06-13T00:00']],
  ] as const)('comes once a day where the clock changes in %s at %i', (timeZone, hour, from, times) => {
    expect(timesOf({ timeZone, hour }, from, 3)).toEqual(times);
  });

  it('is on the weekday', () => {
    expect(timesOf({ every: 'weekly', weekday: 'Monday' }, '2026-11-25T12:00:00.000Z', 2)).toEqual([
      '2026-11-30T08:00',
      '2026-12-07T08:00',
    ]);
    expect(timesOf({ every: 'weekly', weekday: 'Sunday' }, '2026-11-25T12:00:00.000Z', 1)).toEqual([
      '2026-11-29T08:00',
    ]);
  });

  it('is on the day of the month, or on the last day of a shorter one', () => {
    expect(timesOf({ every: 'monthly', day: 31 }, '2027-01-30T12:00:00.000Z', 4)).toEqual([
      '2027-01-31T08:00',
      '2027-02-28T08:00',
      '2027-03-31T08:00',
      '2027-04-30T08:00',
    ]);
    expect(timesOf({ every: 'monthly', day: 1 }, '2026-12-01T15:00:00.000Z', 1)).toEqual(['2027-01-01T08:00']);
  });
});

describe('the words of a schedule', () => {
  it.each([
    [{}, 'Every day at 08:00'],
    [{ every: 'weekly', weekday: 'Friday', hour: 17 }, 'Every Friday at 17:00'],
    [{ every: 'monthly', day: 15 }, 'On day 15 of each month at 08:00'],
  ])('of %j', (given, words) => {
    expect(scheduleWords(schedule(given))).toBe(words);
  });
});
