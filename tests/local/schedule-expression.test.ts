import { describe, expect, it } from 'vitest';
import { firstOccurrence, occurrenceAfter, parseExpression, type Timetable } from '#local/scheduler/expression.ts';
import { instantOf, instantsOf, isTimeZone } from '#local/zone.ts';

/** The first runs of an expression, in UTC. */
function runs(expression: string, since: string, count: number, options: Partial<Timetable> = {}): string[] {
  const timetable: Timetable = {
    expression: parseExpression(expression)!,
    zone: 'UTC',
    since: Date.parse(since),
    ...options,
  };
  const found: string[] = [];
  let next = firstOccurrence(timetable);
  while (next !== undefined && found.length < count) {
    found.push(new Date(next).toISOString().replace(':00.000Z', 'Z'));
    next = occurrenceAfter(timetable, next);
  }
  return found;
}

describe('cron expressions run', () => {
  it.each([
    ['every tenth minute', 'cron(0/10 * * * ? *)', '2026-11-21T09:55:00Z', ['2026-11-21T10:00Z', '2026-11-21T10:10Z']],
    ['from a start on', 'cron(5/30 9 * * ? *)', '2026-11-21T09:10:00Z', ['2026-11-21T09:35Z', '2026-11-22T09:05Z']],
    [
      'strictly later than now',
      'cron(0 9 * * ? *)',
      '2026-11-21T09:00:00Z',
      ['2026-11-22T09:00Z', '2026-11-23T09:00Z'],
    ],
    ['on workdays', 'cron(30 9 ? * MON-FRI *)', '2026-11-20T10:00:00Z', ['2026-11-23T09:30Z', '2026-11-24T09:30Z']],
    [
      'on weekdays by number, Sunday first',
      'cron(0 0 ? * 1,7 *)',
      '2026-11-20T00:00:00Z',
      ['2026-11-21T00:00Z', '2026-11-22T00:00Z'],
    ],
    [
      'on the last day of the month',
      'cron(0 12 L * ? *)',
      '2027-02-01T00:00:00Z',
      ['2027-02-28T12:00Z', '2027-03-31T12:00Z'],
    ],
    ['on the last Friday', 'cron(15 10 ? * 6L *)', '2026-11-01T00:00:00Z', ['2026-11-27T10:15Z', '2026-12-25T10:15Z']],
    [
      'on the last day of the week',
      'cron(0 0 ? * L *)',
      '2026-11-16T00:00:00Z',
      ['2026-11-21T00:00Z', '2026-11-28T00:00Z'],
    ],
    [
      'on the second Tuesday',
      'cron(0 8 ? * 3#2 *)',
      '2026-11-01T00:00:00Z',
      ['2026-11-10T08:00Z', '2026-12-08T08:00Z'],
    ],
    [
      'only in months with a fifth Monday',
      'cron(0 8 ? * MON#5 *)',
      '2026-11-01T00:00:00Z',
      ['2026-11-30T08:00Z', '2027-03-29T08:00Z'],
    ],
    [
      'on the workday next to a Saturday',
      'cron(0 8 21W * ? *)',
      '2026-11-01T00:00:00Z',
      ['2026-11-20T08:00Z', '2026-12-21T08:00Z'],
    ],
    ['on the workday next to a Sunday', 'cron(0 8 22W 11 ? 2026)', '2026-11-01T00:00:00Z', ['2026-11-23T08:00Z']],
    [
      'on a workday within the month, at its begin',
      'cron(0 8 1W 8 ? 2026)',
      '2026-07-01T00:00:00Z',
      ['2026-08-03T08:00Z'],
    ],
    [
      'on a workday within the month, at its end',
      'cron(0 8 31W 1 ? 2027)',
      '2026-07-01T00:00:00Z',
      ['2027-01-29T08:00Z'],
    ],
    ['on leap days', 'cron(0 0 29 FEB ? *)', '2026-11-01T00:00:00Z', ['2028-02-29T00:00Z', '2032-02-29T00:00Z']],
    ['in quarters', 'cron(0 0 1 */3 ? 2027-2028)', '2026-11-01T00:00:00Z', ['2027-01-01T00:00Z', '2027-04-01T00:00Z']],
    ['never again after their last year', 'cron(0 0 1 1 ? 2026)', '2026-11-01T00:00:00Z', []],
    [
      'in ranges of one value',
      'cron(30-30 13-13 ? * 2,4,6 *)',
      '2026-11-21T00:00:00Z',
      ['2026-11-23T13:30Z', '2026-11-25T13:30Z'],
    ],
  ])('%s', (_, expression, since, expected) => expect(runs(expression, since, 2)).toEqual(expected));

  it.each([
    ['both day fields given', 'cron(0 9 15 * MON *)'],
    ['both day fields open', 'cron(0 9 ? * ? *)'],
    ['a star in both day fields', 'cron(0 9 * * * *)'],
    ['five fields', 'cron(0 9 * * ?)'],
    ['a minute too large', 'cron(60 9 * * ? *)'],
    ['a weekday 0', 'cron(0 9 ? * 0 *)'],
    ['a step of 0', 'cron(0/0 9 * * ? *)'],
    ['a range backwards', 'cron(0 17-9 * * ? *)'],
    ['two instances of a weekday', 'cron(0 9 ? * 3#1,6#3 *)'],
    ['a name that is none', 'cron(0 9 ? * MOON *)'],
    ['a year too far', 'cron(0 9 * * ? 2200)'],
    ['a question mark for minutes', 'cron(? 9 * * ? *)'],
  ])('are refused with %s', (_, expression) => expect(parseExpression(expression)).toBeUndefined());
});

describe('in a time zone with daylight saving time', () => {
  const zone = 'America/Los_Angeles';

  it('the hour on the clock stays the same', () =>
    expect(runs('cron(0 9 ? * SAT *)', '2026-10-30T00:00:00Z', 2, { zone })).toEqual([
      '2026-10-31T16:00Z',
      '2026-11-07T17:00Z',
    ]));

  it('a time that clocks jump over is left out', () =>
    expect(runs('cron(30 2 * 3 ? 2026)', '2026-03-07T00:00:00Z', 2, { zone })).toEqual([
      '2026-03-07T10:30Z',
      '2026-03-09T09:30Z',
    ]));

  it('a time that clocks show twice runs once', () =>
    expect(runs('cron(0/30 1 1 11 ? 2026)', '2026-10-31T00:00:00Z', 9, { zone })).toEqual([
      '2026-11-01T08:00Z',
      '2026-11-01T08:30Z',
    ]));

  it('goes on rightly when it begins between the two', () =>
    // 09:10 UTC is the second 01:10 of that night.
    expect(runs('cron(30 * * * ? *)', '2026-11-01T09:10:00Z', 1, { zone })).toEqual(['2026-11-01T10:30Z']));

  it('a day of a rate is 24 hours', () =>
    expect(runs('rate(1 day)', '2026-10-31T19:00:00Z', 3, { zone })).toEqual([
      '2026-10-31T19:00Z',
      '2026-11-01T19:00Z',
      '2026-11-02T19:00Z',
    ]));

  it('a one-time schedule takes the first of two, and the time past a jump', () => {
    expect(runs('at(2026-11-01T01:30:00)', '2026-10-01T00:00:00Z', 2, { zone })).toEqual(['2026-11-01T08:30Z']);
    expect(runs('at(2026-03-08T02:30:00)', '2026-01-01T00:00:00Z', 2, { zone })).toEqual(['2026-03-08T10:30Z']);
  });
});

describe('start and end', () => {
  const since = '2026-11-21T00:10:00Z';
  const start = Date.parse('2026-11-25T06:00:00Z');
  const end = Date.parse('2026-11-25T08:00:00Z');

  it('bound a rate, both included', () =>
    expect(runs('rate(1 hour)', since, 9, { start, end })).toEqual([
      '2026-11-25T06:00Z',
      '2026-11-25T07:00Z',
      '2026-11-25T08:00Z',
    ]));

  it('bound a cron expression, both included', () =>
    expect(runs('cron(0 0/2 * * ? *)', since, 9, { start, end })).toEqual(['2026-11-25T06:00Z', '2026-11-25T08:00Z']));

  it('do not matter to a one-time schedule', () =>
    expect(runs('at(2026-12-24T18:00:00)', since, 9, { start, end })).toEqual(['2026-12-24T18:00Z']));

  it('a rate without a start begins at once', () =>
    expect(runs('rate(5 minutes)', since, 2)).toEqual(['2026-11-21T00:10Z', '2026-11-21T00:15Z']));
});

describe('expressions', () => {
  it.each([
    'rate(1 minute)',
    'rate(1 minutes)',
    'rate(12 hours)',
    'at(2026-11-21T09:00:01)',
    'at(2020-01-01T00:00:00)',
  ])('take %s', (expression) => expect(parseExpression(expression)).toBeDefined());
  it.each([
    'rate(0 minutes)',
    'rate(5 seconds)',
    'rate(1.5 hours)',
    'at(2026-11-21T09:00:00Z)',
    'at(2026-11-21T09:00:00.000)',
    'at(2026-02-30T09:00:00)',
    'at(2026-11-21 09:00:00)',
    'every day',
    'AT(2026-11-21T09:00:00)',
  ])('refuse %s', (expression) => expect(parseExpression(expression)).toBeUndefined());
});

describe('time zones', () => {
  it.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['+02:00', false],
    ['', false],
  ])('%s: %s', (name, known) => expect(isTimeZone(name)).toBe(known));

  it('a day that a zone never had has no instants', () => {
    // Samoa went from 29 to 31 December 2011.
    expect(instantsOf('Pacific/Apia', Date.UTC(2011, 11, 30, 12))).toEqual([]);
    expect(new Date(instantOf('Pacific/Apia', Date.UTC(2011, 11, 29, 12))).toISOString()).toBe(
      '2011-12-29T22:00:00.000Z',
    );
  });
});
