import { describe, expect, it } from 'vitest';
import { stepsBuckets, summaryOf } from '#core/reports/activity.ts';
import { reports } from '#core/reports/contract.ts';
import { contingency, failedCalls, phoneChanges } from '#core/reports/definitions/calls-and-events.ts';
import { failedSupervised, failedVoiceTests } from '#core/reports/definitions/failed-tests.ts';
import { consistent3GPings, failedPings, irregularCellService, missedSince } from '#core/reports/definitions/pings.ts';
import { badPowerModules, failedToDownload, pendingVoice } from '#core/reports/definitions/units.ts';
import { type FactState, placesOf, rowEnd, stateAfter } from '#core/reports/fact-state.ts';
import type { Fact } from '#core/reports/report.ts';
import { REPORTS } from '#core/reports/reports.ts';
import { sessionEnd } from '#core/reports/session.ts';
import { SIM_STATE } from '#core/sims/sim-state.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const at = (hours: number) => instant(NOW - hours * HOUR);
const timed = (hours: number, delay = 0) => ({
  timeStamp: at(hours),
  receivedAt: instant(NOW - hours * HOUR + delay),
  sequence: 1,
});

/** Every order of the facts leads to this state. */
function stateOf(report: Parameters<typeof stateAfter>[2], facts: readonly Fact[]): FactState | undefined {
  const states = ordersOf(facts).map((order) =>
    [...order, ...order].reduce<FactState | undefined>((was, fact) => stateAfter(was, fact, report), undefined),
  );
  for (const state of states) expect(state).toEqual(states[0]);
  return states[0];
}

const ordersOf = <Item>(items: readonly Item[]): Item[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, index) =>
        ordersOf([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
      );

const ping = (hours: number, lte: boolean, bars = 4) => ({ ...timed(hours), pingReason: 'Scheduled', lte, bars });

describe('the facts of a unit', () => {
  it('lead to the same row in any order, and however often they come', () => {
    const failed = { subject: '', at: at(3), facts: { result: 'Failed' } };
    const passed = { subject: '', at: at(2), gone: true, facts: {} };
    expect(stateOf(failedVoiceTests, [failed, passed])?.gone).toBe(true);
    const again = { subject: '', at: at(1), facts: { result: 'Failed' } };
    expect(stateOf(failedVoiceTests, [failed, passed, again])).toMatchObject({ gone: false, at: at(1) });
  });

  it('that are true now keep the time since when they are true, and a hidden row stays hidden until they are gone', () => {
    const first = stateAfter(undefined, { subject: '', at: at(5), facts: { power: 'Powered On' } }, badPowerModules);
    const later = stateAfter({ ...first, hiddenAt: at(4) }, { subject: '', at: at(3), facts: {} }, badPowerModules);
    expect(later).toMatchObject({ at: at(5), hiddenAt: at(4) });
    expect(placesOf(later, badPowerModules)).toEqual([]);
    const gone = stateAfter(later, { subject: '', at: at(2), gone: true, facts: {} }, badPowerModules);
    const back = stateAfter(gone, { subject: '', at: at(1), facts: { power: 'Powered On' } }, badPowerModules);
    expect(back).toMatchObject({ at: at(1), gone: false });
    expect(placesOf(back, badPowerModules)).toEqual([
      { part: 'all', at: at(1) },
      { part: 'Powered On', at: at(1) },
    ]);
  });

  it('count 3G pings since the last one over LTE [P3-B08 P3-K22]', () => {
    const pings = [9, 8, 7, 6, 5].map((hours) => consistent3GPings.ofPing!(ping(hours, false))!);
    const ended: Fact = { subject: '', at: at(7.5), gone: true, facts: {} };
    expect(consistent3GPings.ofPing!(ping(1, true))).toBeUndefined();
    const whole = pings.reduce<FactState | undefined>(
      (was, fact) => stateAfter(was, fact, consistent3GPings),
      undefined,
    )!;
    expect(placesOf(whole, consistent3GPings)).toEqual([
      { part: '1', at: at(5) },
      { part: '5', at: at(9) },
    ]);
    const [, , ...after] = pings;
    const state = stateOf(consistent3GPings, [ended, ...after]);
    expect(state).toMatchObject({ gone: false, times: [at(7), at(6), at(5)] });
    expect(consistent3GPings.counts).toEqual([1, 5, 10, 20, 50, 100]);
  });

  it('leave a report after its days, unless they are true until their cause is gone', () => {
    const state = stateAfter(undefined, { subject: '', at: at(0), facts: {} }, failedPings);
    expect(rowEnd(state, state.at, failedPings)).toBe(NOW + 7 * DAY);
    const present = stateAfter(undefined, { subject: '', at: at(0), facts: {} }, badPowerModules);
    expect(rowEnd(present, present.at, badPowerModules)).toBeUndefined();
  });
});

describe('what a report lists', () => {
  const event = (eventType: string, detail?: string, zone?: number) => ({
    ...timed(1),
    eventType,
    ...(detail !== undefined && { detail }),
    ...(zone !== undefined && { zone }),
  });
  const call = { ...timed(1), direction: 'outgoing', startedAt: at(1), durationSeconds: 0 };

  it('a failed call, and no other [P3-B01]', () => {
    expect(failedCalls.ofCall!({ ...call, outcome: 'failed', failCode: 34 })?.facts).toMatchObject({ failCode: 34 });
    for (const outcome of ['answered', 'no answer', 'busy', 'hung up'])
      expect(failedCalls.ofCall!({ ...call, outcome })).toBeUndefined();
  });

  it('a test that failed, until one of its kind and zone passes', () => {
    expect(failedVoiceTests.ofEvent!(event('Test of voice', 'Failed: no tone'))).toMatchObject({
      gone: false,
      facts: { result: 'no tone' },
    });
    expect(failedVoiceTests.ofEvent!(event('Test of voice', 'Passed'))).toMatchObject({ gone: true });
    expect(failedVoiceTests.ofEvent!(event('Test of data', 'Failed'))).toBeUndefined();
  });

  it('a lost supervision, until it is restored [P3-B04]', () => {
    expect(failedSupervised.ofEvent!(event('Event 381', undefined, 4))).toMatchObject({ subject: '4', gone: false });
    expect(failedSupervised.ofEvent!(event('Event 381 restored', undefined, 4))).toMatchObject({ gone: true });
    expect(failedSupervised.ofEvent!(event('Test of supervised', 'Failed', 4))).toMatchObject({ subject: '4' });
    expect(failedSupervised.ofEvent!(event('Event 602'))).toBeUndefined();
  });

  it('a ping that came more than ten minutes late, and one that did not come [P3-B05]', () => {
    expect(failedPings.ofPing!({ ...timed(1, 11 * MINUTE), pingReason: 'Scheduled' })).toMatchObject({
      subject: 'late',
    });
    expect(failedPings.ofPing!({ ...timed(1, 9 * MINUTE), pingReason: 'Scheduled' })).toBeUndefined();
    const unit = { UnitStatus: 9, UnitModel: 'myConnect' as const };
    expect(missedSince({ ...unit, lastPing: { lastPingTime: at(8) } }, NOW)).toBe(at(2));
    expect(missedSince({ ...unit, lastPing: { lastPingTime: at(6) } }, NOW)).toBeUndefined();
    expect(missedSince({ ...unit, UnitStatus: 5, lastPing: { lastPingTime: at(80) } }, NOW)).toBeUndefined();
    expect(missedSince(unit, NOW)).toBeUndefined();
  });

  it('a ping with one bar or none [P3-B06]', () => {
    expect(irregularCellService.ofPing!(ping(1, true, 1))).toBeDefined();
    expect(irregularCellService.ofPing!(ping(1, true, 2))).toBeUndefined();
  });

  it('an event that the unit held back for more than ten minutes', () => {
    const late = { ...event('Event 101'), receivedAt: instant(NOW - HOUR + 30 * MINUTE) };
    expect(contingency.ofEvent!(late)?.facts).toMatchObject({ eventType: 'Event 101', minutesLate: 30 });
    expect(contingency.ofEvent!(event('Event 101'))).toBeUndefined();
  });

  it('a changed phone number of either SIM [P3-B09]', () => {
    const before = { MSISDN1: '1', MSISDN2: '2', ICCID2: 'B' } as UnitRecord;
    const [fact, ...others] = phoneChanges.ofChange!(before, { ...before, MSISDN2: '3' }, 'change-1', NOW);
    expect(fact?.facts).toEqual({ slot: 2, from: '2', to: '3', iccid: 'B' });
    expect(others).toEqual([]);
  });

  const unit = { UnitStatus: 9, downloadFail: 0 } as UnitRecord;
  const lastPing = { lastPingTime: at(1), pingReason: 'Scheduled', acPower: true, lowpower: true };

  it('a unit with external power whose battery is low [P3-B07]', () => {
    expect(badPowerModules.ofUnit!({ ...unit, lastPing }, NOW)).toEqual({ power: 'Powered On' });
    const off = { ...lastPing, switchPosition: 'Off' };
    expect(badPowerModules.ofUnit!({ ...unit, lastPing: off }, NOW)).toEqual({ power: 'Powered Off' });
    for (const sound of [{ acPower: false }, { lowpower: false }])
      expect(badPowerModules.ofUnit!({ ...unit, lastPing: { ...lastPing, ...sound } }, NOW)).toBeUndefined();
  });

  it('a unit that waits for voice, and one whose downloads failed [P3-B10]', () => {
    const waiting = { ...unit, ICCID1: 'A', ICCID1State: SIM_STATE.provisioningVoice } as UnitRecord;
    expect(pendingVoice.ofUnit!(waiting, NOW)).toMatchObject({ iccid: 'A' });
    expect(pendingVoice.ofUnit!(unit, NOW)).toBeUndefined();
    expect(failedToDownload.ofUnit!({ ...unit, downloadFail: 2 }, NOW)).toMatchObject({ failures: 2 });
    expect(failedToDownload.ofUnit!(unit, NOW)).toBeUndefined();
  });
});

describe('the contract of reports', () => {
  it('has the choices and defaults of the specification [P3-E15 P3-E16 P3-E17 P3-E19 P3-K21 P3-K22]', () => {
    expect(reports.unitErrors.input.parse({})).toMatchObject({
      FailureType: 'ErrorCountMax',
      PowerStatus: 'Powered On',
    });
    for (const PowerStatus of ['On & Off', 'Powered Off', 'Powered On'])
      expect(reports.unitErrors.input.parse({ PowerStatus }).PowerStatus).toBe(PowerStatus);
    expect(reports.unitErrors.input.safeParse({ PowerStatus: 'Off' }).success).toBe(false);
    expect(reports.consistent3GPings.input.parse({})).toMatchObject({ interval: 7, pingCount: 5 });
    for (const interval of [1, 2, 3, 4, 5, 6, 7, 30, 60, 90])
      expect(reports.consistent3GPings.input.parse({ interval: String(interval) }).interval).toBe(interval);
    expect(reports.consistent3GPings.input.safeParse({ interval: 8 }).success).toBe(false);
    for (const pingCount of [1, 5, 10, 20, 50, 100])
      expect(reports.consistent3GPings.input.parse({ pingCount: String(pingCount) }).pingCount).toBe(pingCount);
    expect(reports.consistent3GPings.input.safeParse({ pingCount: 2 }).success).toBe(false);
  });

  it('refuses an end date before the start date of failed calls, and takes equal dates [P3-V07]', () => {
    const { input } = reports.failedCalls;
    expect(input.safeParse({ startDate: '2026-11-21', endDate: '2026-11-20' }).success).toBe(false);
    expect(input.safeParse({ startDate: '2026-11-21', endDate: '2026-11-21' }).success).toBe(true);
  });

  it('has a report of each name once', () => {
    expect(new Set(REPORTS.map(({ name }) => name)).size).toBe(REPORTS.length);
    expect(new Set(REPORTS.map(({ path }) => path)).size).toBe(REPORTS.length);
  });
});

describe('activity', () => {
  const day = (text: string, steps: number) => ({ day: text, steps, pings: 1, MessageTime: `${text}T20:00:00.000Z` });
  const days = [day('2026-11-14', 100), day('2026-11-16', 500), day('2026-11-20', 300)];

  it('is summed up by days, by weeks from Monday and by months', () => {
    const steps = (view: 'Daily' | 'Weekly' | 'Monthly') =>
      stepsBuckets(days, '2026-11-14', '2026-11-20', view).map((bucket) => [bucket.start.slice(5), bucket.steps]);
    expect(steps('Daily').map(([, count]) => count)).toEqual([100, 0, 500, 0, 0, 0, 300]);
    expect(steps('Weekly')).toEqual([
      ['11-09', 100],
      ['11-16', 800],
    ]);
    expect(steps('Monthly')).toEqual([['11-01', 900]]);
  });

  it('has a summary with the most recent message [P2-E31]', () => {
    expect(summaryOf(days)).toEqual({
      total: 900,
      average: 300,
      best: { day: '2026-11-16', steps: 500 },
      mostRecent: { MessageTime: '2026-11-20T20:00:00.000Z', steps: 300 },
    });
    expect(summaryOf([])).toEqual({ total: 0, average: 0, best: null, mostRecent: null });
  });
});

describe('the end of a session', () => {
  const [early, late] = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z'];

  it('before its start means that the SIM is in session [P3-S38]', () => {
    expect(sessionEnd({ dateSessionStarted: late, dateSessionEnded: early })).toBe('IN SESSION');
    expect(sessionEnd({ dateSessionStarted: early, dateSessionEnded: late })).toBe(late);
    expect(sessionEnd({ dateSessionStarted: early, dateSessionEnded: early })).toBe(early);
    // An hour earlier, although its text sorts later.
    expect(sessionEnd({ dateSessionStarted: late, dateSessionEnded: '2026-11-20T12:00:00.000+02:00' })).toBe(
      'IN SESSION',
    );
  });

  it('is open while there is none, and unknown of a SIM that had no session', () => {
    expect(sessionEnd({ dateSessionStarted: early, dateSessionEnded: null })).toBe('IN SESSION');
    expect(sessionEnd({ dateSessionStarted: null, dateSessionEnded: null })).toBeUndefined();
  });
});
