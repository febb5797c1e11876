import { describe, expect, it } from 'vitest';
import { billedDays, type UnitState } from '#core/billing/billed-days.ts';
import { daysOfPeriod } from '#core/billing/period.ts';
import { dayIn, plusDays } from '#core/calendar-days.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { inZone } from '#core/time-zones.ts';

const ZONE = 'America/Denver';
const NOVEMBER = daysOfPeriod('2026-11');

const at = (time: string) => inZone(time, ZONE).getTime();
const active = (time: string, dealer: number): UnitState => ({ at: at(time), dealer, active: true });
const inactive = (time: string, dealer: number): UnitState => ({ at: at(time), dealer, active: false });

/** A repeatable source of whole numbers from 0 to under the limit. */
function numbers(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

/** The same by looking at each quarter of an hour. */
function lookedAt(states: readonly UnitState[], { first, last }: typeof NOVEMBER, zone: string) {
  const dealers = new Map<string, number>();
  for (let now = Date.parse(first) - DAY; now < Date.parse(last) + 2 * DAY; now += 15 * MINUTE) {
    const current = states.filter(({ at }) => at <= now).at(-1);
    const day = dayIn(now, zone);
    if (current?.active && day >= first && day <= last) dealers.set(day, current.dealer);
  }
  return dealers;
}

describe('the billed days of a unit', () => {
  it('are those in which it was active', () => {
    const days = billedDays([active('2026-11-03T09:00', 7), inactive('2026-11-05T00:00', 7)], NOVEMBER, ZONE);
    expect([...days]).toEqual([
      ['2026-11-03', 7],
      ['2026-11-04', 7],
    ]);
  });

  it('are billed once, to the last dealer, when it moves twice in a day', () => {
    const moves = [active('2026-11-18T01:00', 7), active('2026-11-18T09:00', 8), active('2026-11-18T15:00', 9)];
    expect([...billedDays(moves, NOVEMBER, ZONE)]).toEqual([['2026-11-18', 9]]);
  });

  it('are billed to the dealer that had it active, when it moves after its deactivation', () => {
    const moves = [active('2026-11-18T01:00', 7), inactive('2026-11-18T09:00', 7), inactive('2026-11-18T15:00', 9)];
    expect([...billedDays(moves, NOVEMBER, ZONE)]).toEqual([['2026-11-18', 7]]);
  });

  it('have no day of a state that another one of the same moment replaces', () => {
    const replaced = [active('2026-11-03T09:00', 7), inactive('2026-11-03T09:00', 7)];
    expect([...billedDays(replaced, NOVEMBER, ZONE)]).toEqual([]);
    const moved = [active('2026-11-03T00:00', 7), active('2026-11-03T00:00', 8), inactive('2026-11-03T10:00', 8)];
    expect([...billedDays(moved, NOVEMBER, ZONE)]).toEqual([['2026-11-03', 8]]);
  });

  it('are all days of the period in every time zone, also when the clock changes', () => {
    const since = [{ at: Date.parse('2025-01-01'), dealer: 7, active: true }];
    for (const zone of Intl.supportedValuesOf('timeZone'))
      for (const period of ['2026-03', '2026-04', '2026-11']) {
        const { first, last } = daysOfPeriod(period);
        const days = [...billedDays(since, { first, last }, zone).keys()];
        expect([days[0], days.at(-1)]).toEqual([first, last]);
        expect(days.slice(1)).toEqual(days.slice(0, -1).map((day) => plusDays(day, 1)));
      }
  });

  it.each([ZONE, 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Cairo', 'Pacific/Kiritimati'])(
    'are what a look at each quarter of an hour finds in %s, whatever the order of the states',
    (zone) => {
      for (let seed = 1; seed <= 12; seed += 1) {
        const below = numbers(seed);
        const start = Date.parse('2026-10-10');
        const moments = new Set(Array.from({ length: 1 + below(30) }, () => start + below(45 * 96) * 15 * MINUTE));
        const states = [...moments]
          .toSorted((one, other) => one - other)
          .map((at) => ({ at, dealer: below(3), active: below(3) > 0 }));
        const expected = [...lookedAt(states, NOVEMBER, zone)];
        expect([...billedDays(states, NOVEMBER, zone)]).toEqual(expected);
        expect([...billedDays(states.toReversed(), NOVEMBER, zone)]).toEqual(expected);
      }
    },
  );
});
