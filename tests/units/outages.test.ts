import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#core/time.ts';
import { afterSignal, type Hearing, hadOutage, judgedAt, outageMsSince, outageSince } from '#core/units/outages.ts';

const NOW = Date.UTC(2026, 10, 21, 9);

/** What is known after signals that were sent at these times, each of which took a second. */
const heard = (...minutes: number[]): Hearing | undefined =>
  minutes.reduce<Hearing | undefined>((was, minute) => {
    const at = NOW + minute * MINUTE;
    return afterSignal(was, at, at + 1_000) ?? was;
  }, undefined);

describe('signals of bridges', () => {
  it('each minute are no outage', () => {
    const hearing = heard(0, 1, 2, 3, 8);
    expect(hearing).toEqual({ heardUntil: NOW + 8 * MINUTE, outages: [] });
    expect(outageSince(hearing, NOW + 13 * MINUTE)).toBeUndefined();
    expect(outageMsSince(NOW, hearing, NOW + 13 * MINUTE)).toBe(0);
  });

  it('that stop for more than five minutes are an outage, which lasts until they come again', () => {
    const hearing = heard(0, 1);
    expect(outageSince(hearing, NOW + 6 * MINUTE + 1)).toBe(NOW + MINUTE);
    expect(outageMsSince(NOW, hearing, NOW + 11 * MINUTE)).toBe(10 * MINUTE);
    // One that lasts is in no list of outages yet.
    expect(hadOutage(hearing, { from: NOW + 5 * MINUTE, to: NOW + 11 * MINUTE }, NOW + 11 * MINUTE)).toBe(true);
    expect(hadOutage(hearing, { from: NOW - HOUR, to: NOW }, NOW + 11 * MINUTE)).toBe(false);
    expect(outageMsSince(NOW + 5 * MINUTE, hearing, NOW + 11 * MINUTE)).toBe(6 * MINUTE);
  });

  it('that come again leave the outage on record, with half an hour in which units catch up', () => {
    const hearing = heard(0, 60);
    expect(hearing?.outages).toEqual([{ from: NOW, to: NOW + 90 * MINUTE }]);
    expect(outageSince(hearing, NOW + 61 * MINUTE)).toBeUndefined();
    expect(outageMsSince(NOW - HOUR, hearing, NOW + 61 * MINUTE)).toBe(61 * MINUTE);
    expect(outageMsSince(NOW + 62 * MINUTE, hearing, NOW + 64 * MINUTE)).toBe(2 * MINUTE);
    const later = heard(0, 60, 64, 69, 74, 79, 84, 89, 94);
    expect(outageMsSince(NOW - HOUR, later, NOW + 95 * MINUTE)).toBe(90 * MINUTE);
    expect(outageMsSince(NOW + 90 * MINUTE, later, NOW + 95 * MINUTE)).toBe(0);
  });

  it('of outages that follow soon make one outage, whose time counts once', () => {
    expect(heard(0, 10, 20, 30)?.outages).toEqual([{ from: NOW, to: NOW + HOUR }]);
    expect(heard(0, 10, 41, 42, 43, 44, 49, 54, 59, 64, 69, 74, 79, 84)?.outages).toHaveLength(1);
    expect(heard(0, 10, 12, 17, 22, 27, 32, 37, 42, 60)?.outages).toHaveLength(2);
  });

  it('that waited in a jam do not count, because the reports behind them wait too', () => {
    const was = { heardUntil: NOW, outages: [] };
    expect(afterSignal(was, NOW + HOUR, NOW + HOUR + 5 * MINUTE + 1)).toBeUndefined();
    expect(afterSignal(was, NOW + HOUR, NOW + HOUR + 5 * MINUTE)).toBeDefined();
  });

  it('of other bridges, and those that are delivered twice or late, change nothing', () => {
    const was = { heardUntil: NOW, outages: [] };
    for (const sentAt of [NOW, NOW - MINUTE]) expect(afterSignal(was, sentAt, NOW + 1_000)).toBeUndefined();
  });

  it('of a bridge whose clock is ahead tell that it is heard now, so an outage after them shows', () => {
    const hearing = afterSignal(heard(0), NOW + HOUR, NOW + MINUTE)!;
    expect(hearing).toEqual({ heardUntil: NOW + MINUTE, outages: [] });
    expect(afterSignal(hearing, NOW + 2 * MINUTE, NOW + 2 * MINUTE)?.heardUntil).toBe(NOW + 2 * MINUTE);
    expect(outageSince(hearing, NOW + 7 * MINUTE)).toBe(NOW + MINUTE);
  });

  it('keep the latest hundred outages', () => {
    const many = heard(
      ...Array.from({ length: 150 }, (_, hour) =>
        [0, 5, 10, 15, 20, 25, 30, 35].map((minute) => hour * 60 + minute),
      ).flat(),
    )!;
    expect(many.outages).toHaveLength(100);
    expect(many.outages.at(-1)!.to).toBe(many.heardUntil - 5 * MINUTE);
  });

  it('are the time by which units are judged, so time stands still in an outage', () => {
    expect(judgedAt(heard(0, 1), NOW + 90 * MINUTE)).toBe(NOW + MINUTE);
    expect(judgedAt(heard(0, 1), NOW)).toBe(NOW);
    expect(judgedAt(undefined, NOW)).toBe(NOW);
  });

  it('that never came tell nothing: a portal without a bridge has no outage', () => {
    expect(outageSince(undefined, NOW)).toBeUndefined();
    expect(outageMsSince(NOW - HOUR, undefined, NOW)).toBe(0);
  });
});
