import { describe, expect, it } from 'vitest';
import { instant, MINUTE } from '#core/time.ts';
import { afterSignal, type Hearing, judgedAt } from '#core/units/outages.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { hasOtherFacets } from '#data/units/facet-changes.ts';
import { withOutages } from '#data/units/hearing.ts';
import { facetedUnit } from '#data/units/unit-facets.ts';
import { type Random, seededRandom } from '../../scripts/seed/random.ts';

/** `npm run test:deep` simulates a million days of units. */
const UNITS = process.env.TEST_DEPTH === 'deep' ? 33_400 : 300;
const DAYS = 30;
const MINUTES = DAYS * 24 * 60;
const START = Date.UTC(2026, 2, 1);
/** By so many minutes a clock is wrong at most. What is further ahead gets the time of receipt. */
const MOST_JUMP = 9;
const at = (minute: number) => START + minute * MINUTE;

/** From a minute to another, which is not part of it. */
interface Range {
  from: number;
  to: number;
}
const isWithin = (ranges: readonly Range[], minute: number) =>
  ranges.some(({ from, to }) => minute >= from && minute < to);

/** What reaches the portal in a minute. */
type Happening = { is: 'ping'; sentAt: number } | { is: 'interval'; hours: number } | { is: 'move' };

interface Month {
  happenings: Map<number, Happening[]>;
  /** When no report and no signal arrives. */
  outages: Range[];
  /** When the scheduled runs do not start. */
  pauses: Range[];
}

/**
 * A month of a unit: its pings come on time, early, late, twice, in the wrong order, or not at all for days. It restarts, and pings at once then. Its clock
 * jumps by minutes, and its pings have the times of that clock.
 */
function monthOf(random: Random): Month {
  const ranges = (most: number, longest: number) =>
    Array.from({ length: random.between(0, most) }, () => {
      const from = random.between(10, MINUTES);
      return { from, to: from + random.between(1, longest) };
    });
  const [outages, pauses, silences] = [ranges(3, 900), ranges(3, 30), ranges(2, 10 * 24 * 60)];
  const happenings: Month['happenings'] = new Map();
  const add = (minute: number, one: Happening) => {
    let arrives = minute;
    // What is sent during an outage is kept, and sent again soon after it.
    while (isWithin(outages, arrives))
      arrives = outages.find((range) => isWithin([range], arrives))!.to + random.between(0, 20);
    happenings.set(arrives, [...(happenings.get(arrives) ?? []), one]);
  };
  let hours = 24;
  let clock = 0;
  const ping = (minute: number) => ({
    is: 'ping' as const,
    sentAt: Math.min(Math.max(minute + clock, 0), MINUTES),
  });
  for (let minute = 0; minute < MINUTES; minute += Math.round(hours * 60 * (random.between(70, 130) / 100))) {
    if (!isWithin(silences, minute)) {
      add(minute, ping(minute));
      if (random.between(0, 9) === 0) add(minute + random.between(0, 90), ping(minute));
      if (random.between(0, 15) === 0) {
        const restarted = minute + random.between(1, 30);
        add(restarted, ping(restarted));
      }
    }
    if (random.between(0, 20) === 0) clock = random.between(-MOST_JUMP, MOST_JUMP);
    if (random.between(0, 30) === 0) add(minute + 1, { is: 'move' });
    if (random.between(0, 20) === 0) {
      hours = random.between(1, 48);
      add(minute, { is: 'interval', hours });
    }
  }
  return { happenings, outages, pauses };
}

/** For each minute, how many minutes until then the portal could hear units: without outages of more than five minutes, and the half hour after each. */
function heardMinutes({ outages }: Month): Uint32Array {
  const isOut = new Uint8Array(MINUTES + 1);
  for (let minute = 0, lastSignal = 0; minute <= MINUTES; minute++) {
    if (isWithin(outages, minute)) continue;
    if (minute - lastSignal > 5) isOut.fill(1, lastSignal, minute + 30);
    lastSignal = minute;
  }
  const heard = new Uint32Array(MINUTES + 1);
  for (let minute = 1; minute <= MINUTES; minute++) heard[minute] = heard[minute - 1]! + (isOut[minute - 1] ? 0 : 1);
  return heard;
}

/** Plays a month through the rules, as stream, queue and scheduled runs call them. Returns the first wrong condition. */
function play(month: Month): string | undefined {
  const heard = heardMinutes(month);
  let unit = {
    UnitSerNum: '400001',
    UnitModel: 'MXD-LTE',
    UnitStatus: 9,
    dealerPath: '/1/22/',
    Report: 1,
  } as UnitRecord;
  let hearing: Hearing | undefined;
  let pingedAt: number | undefined;
  let known = facetedUnit(unit, START);
  const settle = (now: number) => {
    const judged = judgedAt(hearing, now);
    known = facetedUnit(withOutages(unit, hearing, judged), judged);
  };
  for (let minute = 0; minute < MINUTES; minute++) {
    const now = at(minute);
    const isOut = isWithin(month.outages, minute);
    if (!isOut) hearing = afterSignal(hearing, now, now) ?? hearing;
    for (const one of month.happenings.get(minute) ?? []) {
      const before = unit;
      if (one.is === 'interval') unit = { ...unit, PingInterval: one.hours };
      if (one.is === 'move') unit = { ...unit, dealerPath: unit.dealerPath === '/1/22/' ? '/1/49/' : '/1/22/' };
      if (one.is === 'ping' && one.sentAt > (pingedAt ?? -1)) {
        pingedAt = one.sentAt;
        unit = { ...unit, lastPing: { lastPingTime: instant(at(pingedAt)), pingReason: 'Scheduled' } };
      }
      if (hasOtherFacets(before, unit, now)) settle(now);
    }
    const runs = !isWithin(month.pauses, minute);
    if (runs && Date.parse(known.changesAt) <= judgedAt(hearing, now)) settle(now);
    if (pingedAt === undefined || !runs || isOut) continue;
    const interval = (unit.PingInterval ?? 24) * 60;
    const age = heard[minute]! - heard[pingedAt]!;
    // Each run comes up to a minute after the time.
    const mayBe = [age, age - 1].map((one) =>
      one > 2 * interval ? 'silent' : one > 1.125 * interval ? 'late' : 'heard',
    );
    if (!mayBe.includes(known.contact!)) return `${known.contact} instead of ${mayBe[0]} in minute ${minute}`;
  }
  return undefined;
}

describe('the condition of units', () => {
  it(`has no missed and no false silence in ${UNITS * DAYS} days of units`, () => {
    const random = seededRandom(20261123);
    for (let one = 0; one < UNITS; one++) {
      const month = monthOf(random);
      const wrong = play(month);
      expect(wrong && { wrong, ...month }).toBeUndefined();
    }
  }, 900_000);
});

describe('the model of it', () => {
  it('contains units of each condition, outages, and pings in the wrong order', () => {
    const random = seededRandom(1);
    const months = Array.from({ length: 50 }, () => monthOf(random));
    const sent = months.flatMap(({ happenings }) => {
      const inOrder = [...happenings].sort(([one], [other]) => one - other).flatMap(([, all]) => all);
      return inOrder.flatMap((one) => (one.is === 'ping' ? [one.sentAt] : []));
    });
    expect(sent.some((one, index) => one < (sent[index - 1] ?? 0))).toBe(true);
    // By a clock that is ahead, and twice at the same time.
    const all = months.flatMap(({ happenings }) => [...happenings]);
    expect(all.some(([minute, ones]) => ones.some((one) => one.is === 'ping' && one.sentAt > minute))).toBe(true);
    expect(new Set(sent).size).toBeLessThan(sent.length);
    expect(months.some(({ outages }) => outages.some(({ from, to }) => to - from > 600))).toBe(true);
  });
});
