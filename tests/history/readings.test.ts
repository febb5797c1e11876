import { describe, expect, it } from 'vitest';
import { isAlarm } from '#core/history/alarm.ts';
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
