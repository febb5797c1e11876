import { describe, expect, it } from 'vitest';
import { DAY, HOUR, instant, MINUTE, SECOND } from '#core/time.ts';
import { afterSignal, type Hearing, judgedAt, SIGNAL_EVERY_MS } from '#core/units/outages.ts';
import { LOOK_EVERY_MS, pingState, pingStateChangesAt } from '#core/units/silence.ts';
import { CONDITIONS_DUE } from '#infra/wiring.ts';
import { seededRandom } from '../../scripts/seed/random.ts';

const UNITS = 100_000;
const START = Date.UTC(2026, 10, 21);

/** What a look costs in time before a unit gets its turn, and how late a schedule starts its run. */
const LATENESS_MS = 5 * SECOND;
/** A signal goes through the queue of the reports. */
const WAY_MS = 3 * SECOND;

/** When the runs of a day look, from the begin of the day: each run twice. */
function looksOf(random: ReturnType<typeof seededRandom>): number[] {
  const every = CONDITIONS_DUE.everyMinutes * MINUTE;
  return Array.from({ length: DAY / every + 5 }, (_, run) => {
    const begun = START + run * every + random.between(0, LATENESS_MS);
    return Array.from({ length: every / LOOK_EVERY_MS }, (_look, index) => begun + index * LOOK_EVERY_MS);
  }).flat();
}

/** What each look knows of the signals that have arrived. */
function judgedTimes(looks: readonly number[]): number[] {
  let hearing: Hearing | undefined;
  let sentAt = START - MINUTE;
  return looks.map((now) => {
    for (; sentAt + WAY_MS <= now; sentAt += SIGNAL_EVERY_MS)
      hearing = afterSignal(hearing, sentAt, sentAt + WAY_MS) ?? hearing;
    return judgedAt(hearing, now);
  });
}

describe('a silence', () => {
  it(`is noticed within 60 s of its time by 99 of 100 units, of ${UNITS.toLocaleString('en')}`, () => {
    const random = seededRandom(60);
    const looks = looksOf(random);
    const judged = judgedTimes(looks);
    const delays = new Float64Array(UNITS);
    for (let one = 0; one < UNITS; one++) {
      const silentAt = START + random.between(0, DAY - 1);
      const PingInterval = random.between(1, 48);
      const unit = {
        ...{ UnitModel: 'MXD-LTE' as const, PingInterval },
        lastPing: { lastPingTime: instant(silentAt - 1 - 2 * PingInterval * HOUR), pingReason: 'Scheduled' },
      };
      expect(pingStateChangesAt(unit, silentAt - 1)).toBe(silentAt);
      // The first look that judges by a time after the unit's own.
      let [low, high] = [0, looks.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (judged[middle]! >= silentAt) high = middle;
        else low = middle + 1;
      }
      if (one % 1_000 === 0) expect(pingState(unit, judged[low]!)).toBe('silent');
      delays[one] = looks[low]! - silentAt;
    }
    const sorted = delays.toSorted();
    expect(sorted[0]).toBeGreaterThanOrEqual(0);
    expect(sorted[Math.floor(UNITS * 0.99)]).toBeLessThanOrEqual(60 * SECOND);
    expect(sorted.at(-1)).toBeLessThanOrEqual(LOOK_EVERY_MS + LATENESS_MS + SIGNAL_EVERY_MS + WAY_MS);
  });
});
