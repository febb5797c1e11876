import { describe, expect, it } from 'vitest';
import {
  acceptedOf,
  chanceOfAtLeast,
  compare,
  type HealthCounts,
  type HealthPing,
  type Period,
  TROUBLES,
  whyPause,
} from '#core/rollouts/health.ts';
import { HOUR } from '#core/time.ts';

const DAY_MS = 24 * HOUR;

/** A day with a ping every hour. */
function aDay({
  from = 0,
  ping = {},
  without = () => false,
  failedTestCalls = 0,
}:
  | {
      from?: number;
      ping?: (hour: number) => Partial<HealthPing> | object;
      without?: (hour: number) => boolean;
      failedTestCalls?: number;
    }
  | { from?: number; ping?: object; without?: (hour: number) => boolean; failedTestCalls?: number } = {}): Period {
  const fields = typeof ping === 'function' ? ping : () => ping;
  const pings = Array.from({ length: 24 }, (_, hour) => hour)
    .filter((hour) => !without(hour))
    .map((hour) => ({ at: from + hour * HOUR, boot: '1', ...fields(hour) }));
  return { from, to: from + DAY_MS, hadOutage: false, isCut: false, pings, failedTestCalls };
}

describe('the comparison of a unit with itself', () => {
  it('finds no difference in equal days', () => {
    expect(compare(aDay(), aDay({ from: DAY_MS }), HOUR)).toEqual({});
  });

  it('finds missed pings, and those of before', () => {
    const gap = aDay({ without: (hour) => hour > 4 && hour < 8 });
    expect(compare(aDay(), gap, HOUR)).toEqual({ missedPings: 1 });
    expect(compare(gap, aDay(), HOUR)).toEqual({ missedPings: -1 });
    // Pings that the portal could not hear.
    expect(compare(aDay(), { ...gap, hadOutage: true }, HOUR)).toEqual({});
    expect(compare(gap, gap, HOUR)).toEqual({});
    // One and a half intervals may pass.
    expect(compare(aDay(), aDay({ without: (hour) => hour % 2 === 1 }), 2 * HOUR)).toEqual({});
  });

  it('finds that a unit stopped to ping at all', () => {
    expect(compare(aDay(), aDay({ without: () => true }), HOUR)).toEqual({ missedPings: 1 });
  });

  it('finds restarts in circles, but not the one of the update', () => {
    const restarts = (count: number) => aDay({ ping: (hour: number) => ({ boot: String(Math.min(hour, count)) }) });
    expect(compare(aDay(), restarts(2), HOUR)).toEqual({});
    expect(compare(aDay(), restarts(3), HOUR)).toEqual({ restarts: 1 });
    expect(compare(restarts(5), restarts(9), HOUR)).toEqual({});
  });

  it('finds failed test calls', () => {
    expect(compare(aDay(), aDay({ failedTestCalls: 1 }), HOUR)).toEqual({ failedTestCalls: 1 });
    expect(compare(aDay({ failedTestCalls: 3 }), aDay(), HOUR)).toEqual({ failedTestCalls: -1 });
  });

  it('finds a battery that is lost faster, only while the unit has no power', () => {
    const losing = (each: number, acPower = false) =>
      aDay({ ping: (hour: number) => ({ acPower, chargedPercent: 100 - each * hour }) });
    expect(compare(losing(1), losing(3), HOUR)).toEqual({ batteryLoss: 1 });
    expect(compare(losing(1), losing(2), HOUR)).toEqual({});
    expect(compare(losing(1), losing(3, true), HOUR)).toEqual({});
  });

  it('counts a ping as missed only after more than one and a half intervals, at the ends of the time too', () => {
    const silentFor = (hours: number) => aDay({ without: (hour) => hour > 4 && hour < 4 + hours });
    const every = (hours: number) => hours * HOUR;
    expect(compare(aDay(), silentFor(3), every(2))).toEqual({});
    expect(compare(aDay(), silentFor(3), every(1.9))).toEqual({ missedPings: 1 });
    expect(compare(aDay(), silentFor(4), every(2))).toEqual({ missedPings: 1 });
    expect(compare(aDay(), aDay({ without: (hour) => hour < 4 }), every(2))).toEqual({ missedPings: 1 });
    expect(compare(aDay(), aDay({ without: (hour) => hour > 20 }), every(2))).toEqual({ missedPings: 1 });
    expect(compare({ ...silentFor(4), hadOutage: true }, aDay(), every(2))).toEqual({});
  });

  it('finds that a unit stopped to restart in circles', () => {
    const restarts = aDay({ ping: (hour: number) => ({ boot: String(hour) }) });
    expect(compare(restarts, aDay(), HOUR)).toEqual({ restarts: -1 });
  });

  it('calls a loss of battery faster from more than half as fast again and half a per cent an hour', () => {
    const losing = (each: number) => aDay({ ping: (hour: number) => ({ chargedPercent: 100 - each * hour }) });
    expect(compare(losing(0), losing(0.5), HOUR)).toEqual({});
    expect(compare(losing(0), losing(0.51), HOUR)).toEqual({ batteryLoss: 1 });
    expect(compare(losing(2), losing(3.5), HOUR)).toEqual({});
    expect(compare(losing(2), losing(3.51), HOUR)).toEqual({ batteryLoss: 1 });
    expect(compare(losing(3), losing(1), HOUR)).toEqual({ batteryLoss: -1 });
  });

  it('compares no loss of less than two hours on battery, and none while the unit charges', () => {
    const steady = aDay({ ping: () => ({ chargedPercent: 100 }) });
    const lost = (charges: Record<number, number>) =>
      aDay({ ping: (hour: number) => ({ chargedPercent: charges[hour] }) });
    expect(compare(steady, lost({ 0: 100, 1: 50 }), HOUR)).toEqual({});
    expect(compare(steady, lost({ 0: 100, 1: 50, 2: 40 }), HOUR)).toEqual({ batteryLoss: 1 });
    // It was charged between two pings on battery.
    expect(compare(steady, lost({ 0: 80, 1: 90, 2: 95, 3: 100 }), HOUR)).toEqual({});
    const plugged = (atFirst: boolean) =>
      aDay({ ping: (hour: number) => ({ acPower: (hour % 2 === 0) === atFirst, chargedPercent: 100 - 4 * hour }) });
    for (const atFirst of [true, false]) expect(compare(steady, plugged(atFirst), HOUR)).toEqual({});
  });

  it('finds in the first of too many reports what more of them cannot undo, and nothing else', () => {
    const cut = (period: Period): Period => ({ ...period, isCut: true });
    const restarts = aDay({ ping: (hour: number) => ({ boot: String(hour) }) });
    expect(compare(aDay(), cut(restarts), HOUR)).toEqual({ restarts: 1 });
    expect(compare(aDay(), cut(aDay({ failedTestCalls: 1 })), HOUR)).toEqual({ failedTestCalls: 1 });
    expect(compare(restarts, cut(aDay()), HOUR)).toEqual({});
    expect(compare(aDay(), cut(aDay({ without: (hour) => hour > 4 })), HOUR)).toEqual({});
    const losing = (each: number) => aDay({ ping: (hour: number) => ({ chargedPercent: 100 - each * hour }) });
    expect(compare(losing(1), cut(losing(3)), HOUR)).toEqual({});
    expect(compare(cut(aDay()), restarts, HOUR)).toBeUndefined();
  });

  it('knows nothing of a unit that was not heard before', () => {
    expect(compare(aDay({ without: () => true }), aDay({ failedTestCalls: 2 }), HOUR)).toBeUndefined();
  });
});

const counts = (
  given: Partial<Record<(typeof TROUBLES)[number], [worse: number, better: number]>>,
  more = {},
): HealthCounts => ({
  troubles: Object.fromEntries(
    TROUBLES.map((trouble) => {
      const [worse, better] = given[trouble] ?? [0, 0];
      return [trouble, { worse, better }];
    }),
  ) as HealthCounts['troubles'],
  ...{ compared: 100, failed: 0, updated: 100 },
  ...more,
});

describe('the health of a rollout', () => {
  it('is good while about as many units do better as worse', () => {
    expect(whyPause(counts({ missedPings: [12, 8] }), {})).toBeUndefined();
  });

  it('is bad when more units do worse than chance explains', () => {
    expect(whyPause(counts({ missedPings: [8, 0] }), {})).toBe('Missed pings: 8 of 100 units do worse than before');
    expect(whyPause(counts({ missedPings: [7, 0] }), {})).toBeUndefined();
    expect(whyPause(counts({ restarts: [19, 4] }), {})).toMatch(/^Restarts in circles/);
  });

  it('is bad when a fifth of few units does worse, but never because of two', () => {
    expect(whyPause(counts({ failedTestCalls: [3, 0] }, { compared: 10 }), {})).toMatch(/^Failed test calls: 3 of 10/);
    expect(whyPause(counts({ failedTestCalls: [3, 0] }, { compared: 15 }), {})).toMatch(/^Failed test calls: 3 of 15/);
    expect(whyPause(counts({ failedTestCalls: [3, 0] }, { compared: 16 }), {})).toBeUndefined();
    expect(whyPause(counts({ failedTestCalls: [4, 0] }, { compared: 21 }), {})).toBeUndefined();
    expect(whyPause(counts({ failedTestCalls: [5, 3] }, { compared: 10 }), {})).toBeUndefined();
    expect(whyPause(counts({ failedTestCalls: [6, 3] }, { compared: 20 }), {})).toBeUndefined();
    expect(whyPause(counts({ failedTestCalls: [2, 0] }, { compared: 2 }), {})).toBeUndefined();
  });

  it('is bad when updates fail', () => {
    expect(whyPause(counts({}, { failed: 3, updated: 57 }), {})).toBe('The update failed on 3 of 60 units');
    expect(whyPause(counts({}, { failed: 3, updated: 58 }), {})).toBeUndefined();
    expect(whyPause(counts({}, { failed: 2, updated: 0 }), {})).toBeUndefined();
  });

  it('is accepted as it is when somebody resumes, and judged again when it gets worse', () => {
    const now = counts({ missedPings: [9, 0] }, { failed: 5, updated: 20 });
    const accepted = acceptedOf(now, 0);
    expect(whyPause(now, accepted)).toBeUndefined();
    expect(whyPause(counts({ missedPings: [10, 0] }, { failed: 5, updated: 20 }), accepted)).toMatch(/^Missed pings/);
    expect(whyPause(counts({ missedPings: [9, 0] }, { failed: 6, updated: 20 }), accepted)).toMatch(
      /^The update failed/,
    );
  });

  it('rarely pauses a good version, and nearly always a bad one', () => {
    let seed = 7;
    const chance = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed / 2 ** 32;
    };
    // A look after each unit, for all troubles: the share of such rollouts that pause at any look.
    const pausesOf = (before: number, after: number, units: number) => {
      const rollouts = 500;
      let pauses = 0;
      for (let rollout = 0; rollout < rollouts; rollout++) {
        const troubles = TROUBLES.map(() => ({ worse: 0, better: 0 }));
        for (let unit = 1; unit <= units; unit++) {
          for (const [index, trouble] of troubles.entries()) {
            const [had, has] = [chance() < before, chance() < (index === 0 ? after : before)];
            if (has && !had) trouble.worse += 1;
            if (had && !has) trouble.better += 1;
          }
          const now = Object.fromEntries(TROUBLES.map((name, index) => [name, troubles[index]!]));
          if (!whyPause({ ...counts({}), troubles: now as HealthCounts['troubles'], compared: unit }, {})) continue;
          pauses += 1;
          break;
        }
      }
      return pauses / rollouts;
    };
    expect(pausesOf(0.05, 0.05, 50)).toBeLessThan(0.15);
    expect(pausesOf(0.05, 0.05, 1_000)).toBeLessThan(0.25);
    expect(pausesOf(0.05, 0.5, 10)).toBeGreaterThan(0.85);
    expect(pausesOf(0.05, 0.15, 200)).toBeGreaterThan(0.8);
    expect(pausesOf(0.05, 0.1, 1_000)).toBeGreaterThan(0.95);
  });

  it('knows the chance of tosses', () => {
    expect(chanceOfAtLeast(0, 4)).toBeCloseTo(1);
    expect(chanceOfAtLeast(5, 5)).toBeCloseTo(1 / 32);
    expect(chanceOfAtLeast(6, 10)).toBeCloseTo(386 / 1024);
    expect(chanceOfAtLeast(1_100, 2_000)).toBeLessThan(1e-5);
  });
});
