import { describe, expect, it } from 'vitest';
import { asNew, isAlarm, isUrgent, isUrgentReport, needsPerson } from '#core/history/alarm.ts';
import { eventOf } from '#functions/on-unit-report/readings.ts';

const AT = Date.parse('2026-11-21T09:30:00.000Z');

describe('an event with the code of an alarm', () => {
  it.each([
    ['is an alarm', {}, { claimedTime: undefined }, true],
    ['is an alarm with a wrong clock', {}, { claimedTime: 5 }, true],
    ['is none if it is a test', { test: true }, { claimedTime: undefined }, false],
    ['is none if it is a test with a wrong clock', { test: true }, { claimedTime: 5 }, false],
    ['is none if it restores a test', { test: true, restored: true }, { claimedTime: undefined }, false],
  ])('%s', (_, report, { claimedTime }, raised) => {
    const event = eventOf(
      { type: 'event', MessageTime: AT, EventCode: 101, ...report },
      { receivedAt: AT, sequence: 1, claimedTime },
    );
    expect(isAlarm(event!)).toBe(raised);
  });
});

it('an alarm that is still present is none of its own, and goes ahead of others until its log is read', () => {
  const report = { type: 'event', MessageTime: AT, EventCode: 6110, awaitsHandling: true } as const;
  const event = eventOf(report, { receivedAt: AT, sequence: 1, claimedTime: undefined })!;
  expect(event.eventType).toBe('Event 110 still present');
  expect(isAlarm(event)).toBe(false);
  expect(needsPerson(event)).toBe(false);
  expect(needsPerson(asNew(event))).toBe(true);
  expect(isUrgentReport(report)).toBe(true);
});

it.each(['Event 302 restored', 'Event 30 restored', 'Event 3302', 'Event 110 restored'])(
  '%s needs no person, also if the unit waits for one',
  (eventType) => {
    expect(isUrgent({ eventType, awaitsHandling: true })).toBe(false);
  },
);

describe('an event code with its qualifier', () => {
  it.each([
    [{ EventCode: 1302 }, 'Event 302', false],
    [{ EventCode: 3302 }, 'Event 302 restored', false],
    [{ EventCode: 1110 }, 'Event 110', true],
    [{ EventCode: 3110 }, 'Event 110 restored', false],
    [{ EventCode: 1110, restored: true }, 'Event 110 restored', false],
    [{ EventCode: 30, restored: true }, 'Event 30 restored', false],
    [{ EventCode: 2110 }, 'Event 2110', false],
  ])('%o is %s', (report, eventType, raised) => {
    const event = eventOf(
      { type: 'event', MessageTime: AT, ...report },
      { receivedAt: AT, sequence: 1, claimedTime: undefined },
    );
    expect(event).toMatchObject({ eventType });
    expect(isAlarm(event!)).toBe(raised);
    expect(isUrgentReport({ type: 'event', ...report })).toBe(raised);
  });
});
