import { describe, expect, it } from 'vitest';
import { daysOfPeriod } from '#core/billing/period.ts';
import { countUp, type SimUsage, usagePeriodAt, usageSpan } from '#core/billing/sim-usage.ts';
import { checkUsage, SILENT_DAYS } from '#core/billing/usage-check.ts';
import { usedWords } from '#core/billing/usage-words.ts';
import { plusDays } from '#core/calendar-days.ts';
import { DAY, instant } from '#core/time.ts';

const period = '2026-11';
const { first } = daysOfPeriod(period);
const days = (count: number, from = 0) => Array.from({ length: count }, (_, index) => plusDays(first, from + index));
const at = (day: number) => instant(Date.parse(first) + day * DAY + DAY / 2);
const usage = (facts: Partial<SimUsage> = {}): SimUsage => ({
  ...{ dataBytes: 0, sms: 0, voiceSeconds: 0, from: at(0), to: at(30) },
  ...facts,
});
const check = (facts: Partial<Parameters<typeof checkUsage>[0]> = {}) =>
  checkUsage({ period, billedDays: days(31), simDays: days(31), usage: usage(), lastPing: undefined, ...facts });
/** Numbers from 0 to below 1, the same in each run. */
function aGenerator(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const NOT_BILLED = { billedDays: [], simDays: [] };

describe('the comparison of a bill with the usage of a SIM', () => {
  it('finds a SIM that is billed and silent, and one that talks and is not billed', () => {
    expect(check()).toBe('silent');
    expect(check({ usage: usage({ dataBytes: 20_001 }), ...NOT_BILLED })).toBe('unbilled');
    expect(check({ usage: usage({ sms: 3 }), ...NOT_BILLED })).toBe('unbilled');
    expect(check({ usage: usage({ voiceSeconds: 121 }), ...NOT_BILLED })).toBe('unbilled');
  });

  it('finds nothing if the bill and the usage agree', () => {
    expect(check({ usage: usage({ dataBytes: 20_001 }) })).toBe('agrees');
    expect(check({ usage: usage({ dataBytes: 20_000, sms: 2, voiceSeconds: 120 }), ...NOT_BILLED })).toBe('agrees');
    // The unit runs on its other SIM, for which it is billed.
    expect(check({ simDays: [] })).toBe('agrees');
    expect(check({ usage: usage({ dataBytes: 20_001 }), simDays: [] })).toBe('agrees');
  });

  it('knows nothing of a SIM of which the carrier told nothing, or of too few billed days', () => {
    expect(check({ usage: undefined })).toBe('notKnown');
    expect(check({ usage: undefined, ...NOT_BILLED })).toBe('notKnown');
    expect(check({ usage: usage({ to: at(SILENT_DAYS - 2) }) })).toBe('notKnown');
    expect(check({ usage: usage({ to: at(SILENT_DAYS - 1) }) })).toBe('silent');
    expect(check({ billedDays: days(10), simDays: days(10), usage: usage({ from: at(12) }) })).toBe('notKnown');
  });

  it('calls no SIM silent whose unit has pinged in the period', () => {
    expect(check({ lastPing: Date.parse(at(3)) })).toBe('agrees');
    expect(check({ lastPing: Date.parse(at(-3)) })).toBe('silent');
    expect(check({ lastPing: Date.parse(at(40)) })).toBe('silent');
  });

  it('puts each SIM into exactly one class, whose reasons hold', () => {
    const random = aGenerator(4711);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const found = new Map<string, number>();
    for (let tries = 0; tries < 1_000; tries++) {
      const begin = upTo(30);
      const known = usage({
        ...{ dataBytes: upTo(1) * upTo(30_000), sms: upTo(1) * upTo(4), voiceSeconds: upTo(1) * upTo(150) },
        ...{ from: at(begin), to: at(begin + upTo(30 - begin)) },
      });
      const billedDays = days(upTo(1) * upTo(31));
      const ping = upTo(2) === 0 ? upTo(70) - 20 : undefined;
      const sim = {
        ...{ billedDays, simDays: upTo(3) === 0 ? [] : billedDays, usage: upTo(9) === 0 ? undefined : known },
        lastPing: ping === undefined ? undefined : Date.parse(at(ping)),
      };
      const talks = sim.usage && (known.dataBytes > 20_000 || known.sms > 2 || known.voiceSeconds! > 120);
      const pinged = ping !== undefined && ping >= 0 && ping <= 30;
      const reads = sim.simDays.filter((day) => day >= days(1, begin)[0]! && day <= known.to.slice(0, 10)).length;
      const isQuiet = sim.usage !== undefined && !talks && sim.simDays.length > 0 && !pinged;
      const is = {
        unbilled: talks === true && billedDays.length === 0,
        silent: isQuiet && reads >= SILENT_DAYS,
        notKnown: sim.usage === undefined || (isQuiet && reads < SILENT_DAYS),
      };
      const classes = Object.entries(is).flatMap(([name, holds]) => (holds ? [name] : []));
      expect(classes.length).toBeLessThan(2);
      const result = check(sim);
      expect(result).toBe(classes[0] ?? 'agrees');
      found.set(result, (found.get(result) ?? 0) + 1);
    }
    expect([...found.keys()].sort()).toEqual(['agrees', 'notKnown', 'silent', 'unbilled']);
  });
});

describe('a counter that begins anew with each cycle of the carrier', () => {
  const counter = (dataBytes: number, sms = 0) => ({ dataBytes, sms, voiceSeconds: 0 });
  const read = (...counts: [number, ReturnType<typeof counter>][]) =>
    counts.reduce<ReturnType<typeof countUp> | undefined>(
      (known, [day, one]) => countUp(known, one, at(day)),
      undefined,
    );

  it('counts from its first reading on', () => {
    expect(read([2, counter(500_000, 4)])).toMatchObject({ dataBytes: 0, sms: 0, from: at(2), to: at(2) });
    expect(read([2, counter(500_000)], [5, counter(530_000)])).toMatchObject({ dataBytes: 30_000, to: at(5) });
  });

  it('counts on over the begin of a cycle', () => {
    const counts: [number, ReturnType<typeof counter>][] = [
      [1, counter(500, 3)],
      [2, counter(700, 4)],
      [3, counter(50, 5)],
    ];
    expect(read(...counts)).toMatchObject({ dataBytes: 250, sms: 6 });
  });

  it('counts on over the begin of a cycle of which any count shows', () => {
    const told = { dataBytes: 100, sms: 10, voiceSeconds: 60 };
    const usedUntil = (later: Partial<typeof told>) => {
      const first = countUp(undefined, told, at(1));
      const { dataBytes, sms, voiceSeconds } = countUp(first, { ...told, dataBytes: 400, ...later }, at(2));
      return { dataBytes, sms, voiceSeconds };
    };
    // The data used since is more than all that was used before.
    expect(usedUntil({ sms: 2 })).toEqual({ dataBytes: 400, sms: 2, voiceSeconds: 60 });
    expect(usedUntil({ voiceSeconds: 5 })).toEqual({ dataBytes: 400, sms: 10, voiceSeconds: 5 });
    expect(usedUntil({})).toEqual({ dataBytes: 300, sms: 0, voiceSeconds: 0 });
  });

  it('is the same after the same reading again, and after a late one', () => {
    const known = read([1, counter(500)], [4, counter(700)]);
    expect(countUp(known, counter(700), at(4))).toBe(known);
    expect(countUp(known, counter(600), at(3))).toBe(known);
  });
});

describe('the period that is read', () => {
  it('is that of the moment, and at Verizon that of three days before, because its counts come late', () => {
    const begun = Date.parse('2026-11-20T18:00:00Z');
    expect([usagePeriodAt(0, begun), usagePeriodAt(1, begun)]).toEqual(['2026-12', '2026-11']);
    expect(usageSpan('2026-11', begun)).toEqual({
      earliest: Date.parse('2026-10-19T00:00:00Z'),
      latest: Date.parse('2026-11-18T23:59:59.999Z'),
    });
    // Of the days that are to come, nothing is known.
    expect(usageSpan('2026-12', begun).latest).toBe(begun);
  });
});

it('says what a carrier counted', () => {
  expect(usedWords(usage({ dataBytes: 1 }))).toBe('1 byte, 0 texts, 0 s of calls');
  expect(usedWords(usage({ dataBytes: 2_400_000, sms: 1, voiceSeconds: undefined }))).toBe('2.4 MB, 1 text');
});
