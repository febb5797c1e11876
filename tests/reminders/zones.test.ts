import { describe, expect, it } from 'vitest';
import { nextOccurrence } from '#core/reminders/repeat.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { inZone, wallClock } from '#core/time-zones.ts';

describe('a local time', () => {
  it.each([
    ['2026-11-21T09:30', 'America/Denver', '2026-11-21T16:30:00.000Z'],
    ['2026-07-21T09:30', 'America/Denver', '2026-07-21T15:30:00.000Z'],
    ['2026-07-21T09:30', 'America/Phoenix', '2026-07-21T16:30:00.000Z'],
    ['2026-11-21T20:00', 'Pacific/Honolulu', '2026-11-22T06:00:00.000Z'],
    ['2026-11-21T09:30:45', 'America/New_York', '2026-11-21T14:30:00.000Z'],
    ['2026-12-31T23:59', 'America/St_Johns', '2027-01-01T03:29:00.000Z'],
    ['2026-11-21T00:00', 'UTC', '2026-11-21T00:00:00.000Z'],
    // The day after it has a year of five digits.
    ['9999-12-31T23:59', 'America/Denver', '+010000-01-01T06:59:00.000Z'],
    ['9999-12-31T23:59', 'UTC', '9999-12-31T23:59:00.000Z'],
    // The days on which clocks change, directly before and after the change.
    ['2026-03-08T01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
    ['2026-03-08T03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-11-01T00:59', 'America/New_York', '2026-11-01T04:59:00.000Z'],
    ['2026-11-01T02:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
  ])('%s in %s is %s [P2-V03]', (local, zone, utc) => {
    expect(inZone(local, zone).toISOString()).toBe(utc);
  });

  it('in the skipped hour is in a neighbouring hour', () => {
    const skipped = inZone('2026-03-08T02:30', 'America/New_York').toISOString();
    expect(['2026-03-08T06:30:00.000Z', '2026-03-08T07:30:00.000Z']).toContain(skipped);
  });

  it('in the repeated hour is one of the two', () => {
    const repeated = inZone('2026-11-01T01:30', 'America/New_York').toISOString();
    expect(['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']).toContain(repeated);
  });
});

const HALF_HOUR = 30 * MINUTE;
const offsetAt = (moment: number, zone: string) => Date.parse(`${wallClock(moment, zone)}Z`) - moment;
const localAt = (time: number) => new Date(time).toISOString().slice(0, 16);

interface Transition {
  moment: number;
  before: number;
  after: number;
}

/** When the clocks of a zone change in 2026 and 2027. */
function transitionsOf(zone: string): Transition[] {
  const found: Transition[] = [];
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2028, 0, 1); day += DAY) {
    const before = offsetAt(day, zone);
    const after = offsetAt(day + DAY, zone);
    if (before === after) continue;
    let [early, moment] = [day, day + DAY];
    while (moment - early > MINUTE) {
      const middle = early + Math.round((moment - early) / 2 / MINUTE) * MINUTE;
      if (offsetAt(middle, zone) === before) early = middle;
      else moment = middle;
    }
    found.push({ moment, before, after });
  }
  return found;
}

describe('a local time where and when clocks change', () => {
  const changing = Intl.supportedValuesOf('timeZone')
    .map((zone) => ({ zone, transitions: transitionsOf(zone) }))
    .filter(({ transitions }) => transitions.length > 0);

  it('is tested in the zones of every continent that changes its clocks', () => {
    expect(changing.length).toBeGreaterThan(100);
    const all = changing.map(({ zone }) => zone);
    for (const zone of ['America/New_York', 'America/Los_Angeles', 'Europe/London', 'Australia/Lord_Howe'])
      expect(all).toContain(zone);
  });

  it.each(changing)(
    'has the offset after the change in the skipped and in the repeated hour: $zone [P2-V03]',
    ({ zone, transitions }) => {
      for (const { moment, before, after } of transitions) {
        // From here on, for as long as the change is, local times do not exist or exist twice.
        const first = moment + Math.min(before, after);
        for (let local = first; local < moment + Math.max(before, after); local += HALF_HOUR)
          expect(inZone(localAt(local), zone).getTime(), localAt(local)).toBe(local - after);
      }
    },
  );

  it.each(changing)('is that of a daily reminder on every day around: $zone', ({ zone, transitions }) => {
    for (const { moment, before, after } of transitions) {
      // Skipped or repeated on the day of the change.
      const inChange = localAt(moment + Math.min(before, after) + MINUTE).slice(11);
      const changesOn = localAt(moment + Math.min(before, after)).slice(0, 10);
      for (const startTime of ['12:34', inChange]) {
        let day = localAt(Date.parse(changesOn) - 2 * DAY).slice(0, 10);
        let MessageTime = inZone(`${day}T${startTime}`, zone).toISOString();
        for (let number = 0; number < 4; number++) {
          const daily = { MessageTime, timeZone: zone, startTime, repeatFrequency: 'daily' } as const;
          MessageTime = nextOccurrence(daily, Date.parse(MessageTime))!;
          day = localAt(Date.parse(day) + DAY).slice(0, 10);
          const local = wallClock(Date.parse(MessageTime), zone);
          // A skipped time is an hour away, which can be on the day before.
          const apart = Math.abs(Date.parse(`${local}Z`) - Date.parse(`${day}T${startTime}Z`));
          if (startTime === inChange && day === changesOn) expect(apart).toBeLessThanOrEqual(Math.abs(after - before));
          else expect(apart).toBe(0);
        }
      }
    }
  });

  it.each(changing)('is itself in the minutes around: $zone [P2-V03]', ({ zone, transitions }) => {
    for (const { moment, before, after } of transitions)
      for (const local of [moment + Math.min(before, after) - MINUTE, moment + Math.max(before, after)])
        expect(wallClock(inZone(localAt(local), zone).getTime(), zone)).toBe(localAt(local));
  });
});
