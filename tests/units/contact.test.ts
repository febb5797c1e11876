import { describe, expect, it } from 'vitest';
import { isSilence, silenceOccurrence } from '#core/history/occurrences.ts';
import { HOUR, instant } from '#core/time.ts';
import { CONTACTS, contactEvent, contactOf } from '#core/units/contact.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const pinged = (age: number, given: object = {}) => ({
  UnitModel: 'MXD-LTE' as const,
  UnitStatus: 9,
  lastPing: { lastPingTime: instant(NOW - age) },
  ...given,
});

describe('how a unit is heard', () => {
  it('is told of units in service that have pinged', () => {
    expect([HOUR, 30 * HOUR, 50 * HOUR].map((age) => contactOf(pinged(age), NOW))).toEqual(CONTACTS);
    expect(contactOf(pinged(50 * HOUR, { UnitStatus: 5 }), NOW)).toBeUndefined();
    expect(contactOf(pinged(0, { lastPing: undefined }), NOW)).toBeUndefined();
  });

  const eventOf = (contact: (typeof CONTACTS)[number] | undefined, unit: Parameters<typeof contactEvent>[1]) =>
    contactEvent({ contact, since: instant(NOW - 70 * HOUR) }, unit, NOW);

  it('is an event with each change, in words', () => {
    expect(eventOf('heard', pinged(30 * HOUR))).toEqual({
      timeStamp: instant(NOW),
      receivedAt: instant(NOW),
      sequence: 0,
      eventType: 'Ping overdue',
      detail: 'The last ping came 30 hours ago. The unit pings every 24 hours.',
    });
    expect(eventOf('late', pinged(50 * HOUR))?.eventType).toBe('Unit silent');
    expect(eventOf('late', pinged(0))).toMatchObject({
      eventType: 'Overdue ping came',
      detail: 'The ping came 70 hours after the one before.',
    });
    expect(eventOf('silent', pinged(0))?.eventType).toBe('Unit heard again');
    expect(eventOf('heard', pinged(2.5 * HOUR, { PingInterval: 1 }))?.detail).toBe(
      'The last ping came 2 hours ago. The unit pings every 60 minutes.',
    );
  });

  it('is no event if nothing changed, or nothing was known before', () => {
    for (const contact of CONTACTS)
      for (const [index, age] of [HOUR, 30 * HOUR, 50 * HOUR].entries())
        expect(eventOf(contact, pinged(age)) === undefined).toBe(contact === CONTACTS[index]);
    expect(eventOf(undefined, pinged(50 * HOUR))).toBeUndefined();
    expect(eventOf('heard', pinged(50 * HOUR, { UnitStatus: 33 }))).toBeUndefined();
  });

  it('is mailed when the unit falls silent and when it is heard again', () => {
    const unit = { UnitSerNum: '400123', UnitModel: 'MXD-LTE', DealerKey: 22 };
    const [silent, heard] = [eventOf('late', pinged(50 * HOUR))!, eventOf('silent', pinged(0))!];
    expect([silent, heard, eventOf('heard', pinged(30 * HOUR))!, eventOf('late', pinged(0))!].map(isSilence)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(silenceOccurrence(unit, silent, 'a')).toMatchObject({
      id: 'Unit Not Reporting:400123:a',
      reason: 'Unit Not Reporting',
      DealerKey: 22,
      subject: 'Unit Not Reporting: unit 400123',
      text: `Unit 400123 (MXD-LTE): it has missed two pings at ${instant(NOW)}. The last ping came 50 hours ago. The unit pings every 24 hours.`,
    });
    expect(silenceOccurrence(unit, heard, 'b').text).toBe(
      `Unit 400123 (MXD-LTE): it was silent and is heard again at ${instant(NOW)}. The ping came 70 hours after the one before.`,
    );
    expect(silenceOccurrence(unit, silent, 'a').kind).not.toBe(silenceOccurrence(unit, heard, 'b').kind);
  });
});
