import { describe, expect, it } from 'vitest';
import {
  firstSlot,
  MINUTES_BETWEEN,
  nextInWindow,
  type Slots,
  slotAt,
  slotFrom,
  WINDOW_HOURS,
  windowOn,
} from '#core/reminders/batch-window.ts';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import { wallClock } from '#core/time-zones.ts';

const OTHERS = ['America/Anchorage', 'Pacific/Honolulu', 'America/Phoenix', 'America/Regina', 'America/Toronto'];
const WINDOW_ZONES = Object.keys(WINDOW_HOURS);
const ZONES = [...WINDOW_ZONES, ...OTHERS];
const HOURS = {
  'America/New_York': [11, 20],
  'America/Chicago': [10, 19],
  'America/Denver': [9, 18],
  'America/Los_Angeles': [8, 17],
};

/** A summer day, a winter day, and the days around both clock changes of 2026 and 2027. */
const DAYS = [
  '2026-07-15',
  '2026-12-15',
  ...['2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01', '2026-11-02'],
  ...['2027-03-13', '2027-03-14', '2027-03-15', '2027-11-06', '2027-11-07', '2027-11-08'],
];

const at = (text: string) => Date.parse(text);
const slots = (given: Partial<Slots> = {}): Slots => ({
  start: at('2026-07-15T15:00:00Z'),
  minutesBetween: 1,
  timeZone: 'America/New_York',
  ...given,
});

describe('the window of a batch', () => {
  it('is 11 to 20 Eastern, 10 to 19 Central, 9 to 18 Mountain and 8 to 17 Pacific in summer [P1-K12]', () => {
    for (const [zone, [from, to]] of Object.entries(HOURS)) {
      const window = windowOn('2026-07-15', zone);
      const hours = [window.from, window.to].map((moment) => Number(wallClock(moment, zone).slice(11, 13)));
      expect(hours, zone).toEqual([from, to]);
    }
  });

  it.each(WINDOW_ZONES)('of each day in %s lies in the hours of the zone and after 15:00 UTC [P1-K12]', (zone) => {
    for (const day of DAYS) {
      const { from, to } = windowOn(day, zone);
      const [first, last] = HOURS[zone as keyof typeof HOURS];
      for (let moment = from; moment < to; moment += 15 * MINUTE) {
        const hour = Number(wallClock(moment, zone).slice(11, 13));
        expect(hour).toBeGreaterThanOrEqual(first!);
        expect(hour).toBeLessThan(last!);
        expect(new Date(moment).getUTCHours()).toBeGreaterThanOrEqual(15);
      }
      expect(instant(from).slice(0, 10)).toBe(day);
      expect(to - from).toBeGreaterThanOrEqual(8 * HOUR);
    }
  });

  it.each(OTHERS)('of each day in %s has the same hours of standard time, whatever the clock says', (zone) => {
    for (const day of DAYS)
      expect(windowOn(day, zone)).toEqual({ from: at(`${day}T16:00:00Z`), to: at(`${day}T00:00:00Z`) + 24 * HOUR });
  });

  it.each(ZONES)('of each day in %s lies between 8 AM Pacific and 8 PM Eastern [P1-K14]', (zone) => {
    for (const day of DAYS) {
      const { from, to } = windowOn(day, zone);
      expect(Number(wallClock(from, 'America/Los_Angeles').slice(11, 13))).toBeGreaterThanOrEqual(8);
      expect(Number(wallClock(to - 1, 'America/New_York').slice(11, 13))).toBeLessThan(20);
    }
  });
});

describe('the slots of a batch', () => {
  it('begin inside 15 minutes in the window, at a full minute [P1-K14]', () => {
    for (const seconds of [0, 1, 29, 59]) {
      const now = at('2026-07-15T18:07:00Z') + seconds * 1000;
      const first = firstSlot(now, 'America/Chicago');
      expect(first - now).toBeGreaterThan(0);
      expect(first - now).toBeLessThanOrEqual(15 * MINUTE);
      expect(first % MINUTE).toBe(0);
    }
  });

  it('begin at the next start of the window outside of it', () => {
    expect(instant(firstSlot(at('2026-07-15T03:00:00Z'), 'America/New_York'))).toBe('2026-07-15T15:00:00.000Z');
    expect(instant(firstSlot(at('2026-07-15T23:59:00Z'), 'America/New_York'))).toBe('2026-07-16T15:00:00.000Z');
  });

  it('turn an hour past 23 into 15 of the next day [P1-K13]', () => {
    const late = slots({ start: at('2026-07-15T23:30:00Z'), minutesBetween: 15 });
    expect([0, 1, 2, 3].map((number) => instant(slotAt(late, number)))).toEqual([
      '2026-07-15T23:30:00.000Z',
      '2026-07-15T23:45:00.000Z',
      '2026-07-16T15:00:00.000Z',
      '2026-07-16T15:15:00.000Z',
    ]);
    expect(instant(nextInWindow(at('2026-07-15T24:00:00Z'), 'America/New_York'))).toBe('2026-07-16T15:00:00.000Z');
  });

  it('keep 1, 2, 3, 4, 5, 10, 15 or 30 minutes between them [P1-K11]', () => {
    expect(MINUTES_BETWEEN).toEqual([1, 2, 3, 4, 5, 10, 15, 30]);
    for (const minutesBetween of MINUTES_BETWEEN)
      expect(slotAt(slots({ minutesBetween }), 3) - slotAt(slots({ minutesBetween }), 2)).toBe(minutesBetween * MINUTE);
  });

  it.each(ZONES)('stay in the window of %s over a clock change', (timeZone) => {
    for (const day of ['2026-03-06', '2026-10-30']) {
      const { from } = windowOn(day, timeZone);
      const days = slots({ start: from, minutesBetween: 30, timeZone });
      for (let number = 0; number < 90; number++) {
        const slot = slotAt(days, number);
        expect(nextInWindow(slot, timeZone)).toBe(slot);
        if (number > 0) expect(slot).toBeGreaterThan(slotAt(days, number - 1));
      }
    }
  });

  it('are found from a moment on as one by one', () => {
    const three = slots({ minutesBetween: 30 });
    const oneByOne = (moment: number, from: number) => {
      let number = from;
      while (slotAt(three, number) < moment) number += 1;
      return number;
    };
    for (let hours = 0; hours < 80; hours += 0.3)
      for (const from of [0, 1, 7, 25]) {
        const moment = three.start + hours * HOUR;
        expect(slotFrom(three, moment, from)).toBe(oneByOne(moment, from));
      }
  });
});
