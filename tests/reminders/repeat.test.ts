import { describe, expect, it } from 'vitest';
import { nextOccurrence, type Repeating } from '#core/reminders/repeat.ts';

const reminder = (given: Partial<Repeating> = {}): Repeating => ({
  MessageTime: '2026-11-20T14:30:00.000Z',
  timeZone: 'America/New_York',
  startDate: '2026-11-20',
  repeatFrequency: 'daily',
  ...given,
});
const next = (given: Partial<Repeating>, after = '2026-11-20T16:00:00.000Z') =>
  nextOccurrence(reminder(given), Date.parse(after));

describe('a reminder that repeats', () => {
  it('is next on the following day, week or month, at the same time of day', () => {
    expect(next({})).toBe('2026-11-21T14:30:00.000Z');
    expect(next({ repeatFrequency: 'weekly' })).toBe('2026-11-27T14:30:00.000Z');
    expect(next({ repeatFrequency: 'monthly' })).toBe('2026-12-20T14:30:00.000Z');
    expect(next({ repeatFrequency: undefined })).toBeUndefined();
  });

  it('keeps the clock of its zone when the clocks change', () => {
    const before = { MessageTime: '2027-03-13T14:30:00.000Z' };
    expect(next(before, before.MessageTime)).toBe('2027-03-14T13:30:00.000Z');
    const autumn = { MessageTime: '2026-10-31T13:30:00.000Z' };
    expect(next(autumn, autumn.MessageTime)).toBe('2026-11-01T14:30:00.000Z');
    const phoenix = { MessageTime: '2027-03-13T16:30:00.000Z', timeZone: 'America/Phoenix' };
    expect(next(phoenix, phoenix.MessageTime)).toBe('2027-03-14T16:30:00.000Z');
  });

  it('returns to its time of day after a clock change that skipped it', () => {
    const early = { startTime: '02:30', startDate: '2027-03-13' };
    const onTheDay = next({ ...early, MessageTime: '2027-03-13T07:30:00.000Z' }, '2027-03-13T09:00:00.000Z')!;
    expect(onTheDay.slice(0, 10)).toBe('2027-03-14');
    expect(next({ ...early, MessageTime: onTheDay }, '2027-03-14T12:00:00.000Z')).toBe('2027-03-15T06:30:00.000Z');
  });

  it('leaves out occurrences that are over', () => {
    expect(next({}, '2026-11-25T15:00:00.000Z')).toBe('2026-11-26T14:30:00.000Z');
  });

  it('ends with its last day', () => {
    expect(next({ endDate: '2026-11-21' })).toBe('2026-11-21T14:30:00.000Z');
    expect(next({ endDate: '2026-11-20' })).toBeUndefined();
    expect(next({ endDate: '2026-11-22' }, '2027-11-25T15:00:00.000Z')).toBeUndefined();
  });

  it('of each month is on the last day of a month that has no such day', () => {
    const monthly = { repeatFrequency: 'monthly', startDate: '2026-12-31', timeZone: 'UTC' } as const;
    const at = (MessageTime: string) => next({ ...monthly, MessageTime }, MessageTime);
    expect(at('2027-01-31T09:00:00.000Z')).toBe('2027-02-28T09:00:00.000Z');
    expect(at('2027-02-28T09:00:00.000Z')).toBe('2027-03-31T09:00:00.000Z');
    expect(at('2027-12-31T09:00:00.000Z')).toBe('2028-01-31T09:00:00.000Z');
  });
});
