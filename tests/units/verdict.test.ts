import { describe, expect, it, test } from 'vitest';
import { DAY, HOUR, instant } from '#core/time.ts';
import { CONDITION_WORDS } from '#core/units/condition.ts';
import { facetsOf } from '#core/units/facets.ts';
import { zonesAfter } from '#core/units/low-zones.ts';
import { MEND_WORDS } from '#core/units/mend-words.ts';
import { hasStaleReadings, pingState, pingStateChangesAt, reportedPingHours } from '#core/units/silence.ts';
import { testCallOf } from '#core/units/test-call.ts';
import type { LastPing, Unit } from '#core/units/unit.ts';
import { isTcpFailing, type VerdictFacts, verdict } from '#core/units/verdict.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const engineer = { engineer: true };
const dealer = { engineer: false };

const ping = (given: Partial<LastPing> = {}): LastPing => ({
  lastPingTime: instant(NOW - HOUR),
  pingReason: 'Scheduled',
  bars: 4,
  lte: true,
  lowpower: false,
  acPower: true,
  chargedPercent: 96,
  switchPosition: 'On',
  ...given,
});

const facts = ({
  unit,
  ...others
}: Partial<Omit<VerdictFacts, 'unit'>> & { unit?: Partial<VerdictFacts['unit']> } = {}) => ({
  unit: {
    UnitModel: 'MXD-LTE' as const,
    UnitStatus: 9 as const,
    FirmVer: '2.2.0.0.5',
    Report: 1 as const,
    ActiveICCID: '89148000000800784259',
    ActiveState: 14,
    ActiveCarrier: 1 as const,
    lastPing: ping(),
    ...unit,
  },
  ...others,
});

const toneOf = (given: Parameters<typeof facts>[0]) => verdict(facts(given), dealer, NOW).tone;

it('is good if the unit pings, and has its SIM and power', () => {
  expect(verdict(facts(), dealer, NOW)).toEqual({
    condition: 'healthy',
    word: 'Healthy',
    tone: 'ok',
    reasons: [{ tone: 'ok', text: 'Pings on time' }],
  });
});

it('is not given for a unit without a wearer', () => {
  const found = verdict(facts({ unit: { UnitStatus: 33, ActiveState: 15, lastPing: undefined } }), dealer, NOW);
  expect(found).toEqual({
    condition: 'out',
    word: 'Not in service',
    tone: 'muted',
    reasons: [{ tone: 'muted', text: 'The unit is in repair' }],
  });
});

describe('one thing wrong', () => {
  test.each([
    [
      'silent for more than two pings',
      { unit: { lastPing: ping({ lastPingTime: instant(NOW - 2 * DAY - 1) }) } },
      'silent',
    ],
    ['never heard', { unit: { lastPing: undefined } }, 'silent'],
    ['a ping overdue', { unit: { lastPing: ping({ lastPingTime: instant(NOW - 1.2 * DAY) }) } }, 'warning'],
    ['five failed connections', { tcpFail: 5 }, 'danger'],
    ['a login that is refused', { needsSecret: true }, 'danger'],
    ['no SIM', { unit: { ActiveICCID: undefined, ActiveState: undefined } }, 'danger'],
    ['a deactivated SIM', { unit: { ActiveState: 15 } }, 'danger'],
    ['a SIM that waits for voice', { unit: { ActiveState: 36 } }, 'warning'],
    ['a SIM that waits for its activation', { unit: { ActiveState: 34 } }, 'warning'],
    ['switched off', { unit: { lastPing: ping({ switchPosition: 'Off' }) } }, 'danger'],
    ['low battery', { unit: { lastPing: ping({ lowpower: true }) } }, 'warning'],
    ['a low charge on battery', { unit: { lastPing: ping({ acPower: false, chargedPercent: 19 }) } }, 'warning'],
    ['no signal', { unit: { lastPing: ping({ bars: 0 }) } }, 'warning'],
    ['weak signal', { unit: { lastPing: ping({ bars: 1 }) } }, 'notice'],
    ['reporting off', { unit: { Report: 0 as const } }, 'warning'],
    ['a failed test call', { unit: { testCall: testCallOf(false, instant(NOW)) } }, 'warning'],
    ['an accessory with a low battery', { unit: { lowZones: '3' } }, 'warning'],
    ['no unit ID', { unit: { UnitID: ' ' } }, 'warning'],
    ['a configuration that it has not confirmed', { unit: { awaitsConfiguration: true as const } }, 'notice'],
  ] as const)('%s', (_, given, tone) => {
    expect(toneOf(given)).toBe(tone);
  });

  test.each([
    ['four failed connections', { tcpFail: 4 }],
    ['a low charge on mains', { unit: { lastPing: ping({ chargedPercent: 10 }) } }],
    ['a test call that passed', { unit: { testCall: testCallOf(true, instant(NOW)) } }],
    ['a unit ID', { unit: { UnitID: '4021' } }],
    ['the newest firmware', { newestFirmware: '2.2.0.0.5_build7' }],
    ['older firmware', { newestFirmware: '2.2.0.0.10' }],
  ] as const)('%s is nothing wrong', (_, given) => {
    expect(toneOf(given)).toBe('ok');
  });
});

it('says of a connected unit without a secret that its next login will be refused', () => {
  const textsOf = (given: Parameters<typeof facts>[0]) =>
    verdict(facts({ needsSecret: true, ...given }), dealer, NOW).reasons.map(({ text }) => text);
  expect(textsOf({ connected: true })).toEqual(['Its next login will be refused: it has no secret', 'Connected now']);
  expect(textsOf({})).toContain('Its login is refused: it has no secret');
});

it('says of everything that is wrong what mends it', () => {
  const wrong: Parameters<typeof facts>[0][] = [
    { unit: { lastPing: undefined } },
    { unit: { lastPing: ping({ lastPingTime: instant(NOW - 3 * DAY) }) } },
    { unit: { lastPing: ping({ lastPingTime: instant(NOW - 1.2 * DAY) }) } },
    { tcpFail: 5, needsSecret: true, newestFirmware: '2.2.0.0.10' },
    { unit: { ActiveICCID: undefined } },
    ...[15, 34, 36].map((ActiveState) => ({ unit: { ActiveState } })),
    { unit: { lastPing: ping({ switchPosition: 'Off', lowpower: true, bars: 0 }) } },
    { unit: { lastPing: ping({ bars: 1 }), Report: 0 as const, UnitID: '' } },
    { unit: { testCall: testCallOf(false, instant(NOW)), lowZones: '1 12', awaitsConfiguration: true as const } },
  ];
  for (const given of wrong)
    for (const { text, mend } of verdict(facts(given), dealer, NOW).reasons)
      if (text !== 'Pings on time')
        expect({ text, mend: mend && MEND_WORDS[mend] }).toEqual({
          text,
          mend: expect.stringMatching(/^[A-Z].+[A-Za-z]$/),
        });
});

it('names the zones whose accessories have a low battery', () => {
  const textOf = (lowZones: string) => verdict(facts({ unit: { lowZones } }), dealer, NOW).reasons[0]!.text;
  expect([textOf('3'), textOf('3 12'), textOf('1 3 12')]).toEqual([
    'The battery of the accessory in zone 3 is low',
    'The batteries of the accessories in zones 3 and 12 are low',
    'The batteries of the accessories in zones 1, 3 and 12 are low',
  ]);
  expect(zonesAfter(zonesAfter(undefined, 12, true), 3, true)).toBe('3 12');
  expect(zonesAfter('3 12', 3, false)).toBe('12');
  expect([zonesAfter('12', 12, false), zonesAfter('3', 3, true)]).toEqual([undefined, '3']);
});

it('has the urgency of its most urgent reason, which is listed first', () => {
  const found = verdict(
    facts({ tcpFail: 7, unit: { Report: 0, lastPing: ping({ lowpower: true, chargedPercent: 8 }) } }),
    dealer,
    NOW,
  );
  expect(found.tone).toBe('danger');
  expect(found.reasons.map(({ text }) => text)).toEqual([
    '7 TCP connections failed in a row',
    'Reporting is off: what it sends is not passed on',
    'The battery is low, 8 %',
    'Pings on time',
  ]);
});

describe('the word of the verdict', () => {
  const states = {
    UnitStatus: [9, 33],
    Report: [1, 0],
    ActiveState: [14, 15, 34],
    lastPing: [HOUR, 1.5 * DAY, 3 * DAY].flatMap((age) =>
      [{}, { lowpower: true }, { bars: 1 }, { switchPosition: 'Off' }].map((given) =>
        ping({ lastPingTime: instant(NOW - age), ...given }),
      ),
    ),
  } as const;
  const units = states.UnitStatus.flatMap((UnitStatus) =>
    states.Report.flatMap((Report) =>
      states.ActiveState.flatMap((ActiveState) =>
        [undefined, ...states.lastPing].map((lastPing) =>
          facts({ unit: { UnitStatus, Report, ActiveState, lastPing } }),
        ),
      ),
    ),
  );

  it('is that of the condition by which lists filter, whatever the unit lacks', () => {
    const shown = units.map((one) => verdict(one, dealer, NOW).word);
    expect(shown).toEqual(units.map(({ unit }) => CONDITION_WORDS[facetsOf(unit, NOW).condition]));
    expect(new Set(shown)).toEqual(new Set(Object.values(CONDITION_WORDS)));
  });

  it('counts a late or silent unit as that, and puts what is more urgent first', () => {
    const late = ping({ lastPingTime: instant(NOW - 1.5 * DAY) });
    const found = verdict(facts({ unit: { Report: 0, ActiveState: 15, lastPing: late } }), dealer, NOW);
    expect([found.word, found.tone]).toEqual(['Late', 'danger']);
    expect(found.reasons.map(({ text }) => text)).toEqual([
      'The Verizon SIM is deactivated',
      'Reporting is off: what it sends is not passed on',
      'The last ping is overdue',
    ]);
  });

  it('is a warning if reporting is off, which the first reason says', () => {
    const found = verdict(facts({ unit: { Report: 0 } }), dealer, NOW);
    expect([found.word, found.tone]).toEqual(['Needs attention', 'warning']);
    expect(found.reasons[0]?.text).toBe('Reporting is off: what it sends is not passed on');
  });
});

it('reports a low battery of a silent unit as the state at its last ping', () => {
  const old = ping({ lastPingTime: instant(NOW - 40 * DAY), lowpower: true, chargedPercent: 8 });
  expect(verdict(facts({ unit: { lastPing: old } }), dealer, NOW).reasons.map(({ text }) => text)).toEqual([
    'Missed two pings or more',
    'The battery was low at the last ping, 8 %',
  ]);
});

it('mentions newer firmware, but not the text after an underscore', () => {
  const texts = (newestFirmware: string) =>
    verdict(facts({ newestFirmware }), dealer, NOW).reasons.map(({ text }) => text);
  expect(texts('2.2.0.0.10_b4')).toContain('Firmware 2.2.0.0.10 is available');
  expect(texts('2.2.0.0.5_b4')).toEqual(['Pings on time']);
});

it('counts a connected unit as heard, however old its ping is', () => {
  const old = { lastPing: ping({ lastPingTime: instant(NOW - 9 * DAY) }) };
  expect(verdict(facts({ connected: true, unit: old }), dealer, NOW).reasons[0]).toEqual({
    tone: 'ok',
    text: 'Connected now',
  });
});

it('mentions Non-Billing to engineers only', () => {
  const reasons = (viewer: typeof dealer) =>
    verdict(facts({ unit: { ActiveState: 35 } }), viewer, NOW).reasons[0]?.text;
  expect(reasons(engineer)).toBe('The Verizon SIM is non-billing');
  expect(reasons(dealer)).toBe('The Verizon SIM is deactivated');
});

test('has an error for more than four failed TCP connections [P2-S38 P2-K56]', () => {
  expect([0, 4, 5].map(isTcpFailing)).toEqual([false, false, true]);
});

const unitPinged = (age: number, given: Partial<Unit> = {}) => ({
  UnitModel: 'MXD-LTE' as const,
  lastPing: { lastPingTime: instant(NOW - age) },
  ...given,
});

test.each([
  ['MXD-LTE', 27 * HOUR, 'heard'],
  ['MXD-LTE', 28 * HOUR, 'late'],
  ['MXD-LTE', 48 * HOUR, 'late'],
  ['MXD-LTE', 48 * HOUR + 1, 'silent'],
  ['myConnect', 6.5 * HOUR, 'heard'],
  ['myConnect Air', 13 * HOUR, 'silent'],
] as const)('%s after %d ms is %s', (model, age, expected) => {
  expect(pingState(unitPinged(age, { UnitModel: model }), NOW)).toBe(expected);
});

test('the interval that the unit reported decides, not that of its model', () => {
  const stateOf = (age: number, PingInterval: number) => pingState(unitPinged(age, { PingInterval }), NOW);
  expect([stateOf(HOUR, 1), stateOf(1.5 * HOUR, 1), stateOf(2 * HOUR + 1, 1)]).toEqual(['heard', 'late', 'silent']);
  expect([stateOf(49 * HOUR, 48), stateOf(55 * HOUR, 48), stateOf(97 * HOUR, 48)]).toEqual(['heard', 'late', 'silent']);
});

test.each([0, -1, 0.5, 49, 1e9, Number.NaN, '24', undefined])(
  'a reported interval of %s hours does not count',
  (PingInterval) => {
    expect(reportedPingHours({ PingInterval })).toBeUndefined();
    expect(reportedPingHours({ PingInterval: 12 })).toBe(12);
  },
);

test('outages of the portal do not count', () => {
  const stateOf = (age: number) => pingState(unitPinged(age, { outageMs: 5 * HOUR }), NOW);
  expect([stateOf(32 * HOUR), stateOf(32 * HOUR + 1), stateOf(53 * HOUR + 1)]).toEqual(['heard', 'late', 'silent']);
  expect(pingStateChangesAt(unitPinged(0, { outageMs: 5 * HOUR }), NOW)).toBe(NOW + 32 * HOUR + 1);
});

test('readings of a silent unit are stale', () => {
  const isStale = (age: number) => hasStaleReadings(unitPinged(age), NOW);
  expect([isStale(HOUR), isStale(2 * DAY), isStale(2 * DAY + 1)]).toEqual([false, false, true]);
  expect(hasStaleReadings({ UnitModel: 'MXD-LTE' }, NOW)).toBe(false);
});
