import { describe, expect, it } from 'vitest';
import { isSoAlready, slotsOf, targetOf, whyNoSimChange, wishOf, wouldLoseLine } from '#core/sims/change-for-many.ts';
import { slotsOfCarrier } from '#core/sims/plan.ts';
import { instant, MINUTE, SECOND } from '#core/time.ts';
import { tabAt } from '#web/features/units/unit-page/unit-tabs.ts';
import { paths } from '#web/lib/page/paths.ts';

const dual = { ICCID1: 'a', ICCID2: 'b', ICCID1State: 14, ICCID2State: 15, activeSimSlot: 0 as const };
const [ON, OFF] = [targetOf('activateSim'), targetOf('deactivateSim')];

describe('the SIMs of a unit that a change of many units is about', () => {
  it('are those in use now, not in use, or all', () => {
    expect((['inUse', 'notInUse', 'each'] as const).map((sims) => slotsOf(dual, sims))).toEqual([[1], [2], [1, 2]]);
    const loggedIn = { ...dual, ActiveICCID: 'b' };
    expect((['inUse', 'notInUse'] as const).map((sims) => slotsOf(loggedIn, sims))).toEqual([[2], [1]]);
    expect(slotsOf({ ...dual, ICCID2: '' }, 'each')).toEqual([1]);
    expect(slotsOf({ activeSimSlot: 0 }, 'each')).toEqual([]);
  });

  it.each([
    [OFF, 'inUse', undefined],
    [OFF, 'notInUse', 'Its SIM is deactivated already'],
    [ON, 'inUse', 'Its SIM is activated already'],
    [OFF, 'each', undefined],
  ] as const)('that would become %i (%s) are left as they are: %s', (target, sims, reason) => {
    expect(whyNoSimChange(dual, target, sims)).toBe(reason);
  });

  it('may be missing', () => {
    expect(whyNoSimChange({ ...dual, ICCID2: '' }, OFF, 'notInUse')).toBe('It has no SIM that is not in use');
    expect(whyNoSimChange({ activeSimSlot: 0 }, OFF, 'each')).toBe('It has no SIM');
  });

  it('are deactivated at Non-Billing, and activated while they wait for voice', () => {
    expect([isSoAlready(35, OFF), isSoAlready(35, ON), isSoAlready(36, ON), isSoAlready(34, ON)]).toEqual([
      ...[true, false, true, false],
    ]);
    expect(isSoAlready(undefined, OFF)).toBe(false);
  });

  it('are the line of the unit only if they are in use', () => {
    expect([wouldLoseLine(dual, OFF, 'inUse'), wouldLoseLine(dual, OFF, 'each')]).toEqual([true, true]);
    expect([wouldLoseLine(dual, OFF, 'notInUse'), wouldLoseLine(dual, ON, 'inUse')]).toEqual([false, false]);
    const off = { ...dual, ICCID1State: 15, ICCID2State: 14 };
    expect([wouldLoseLine(off, OFF, 'each'), wouldLoseLine({ ...off, ICCID1State: 35 }, OFF, 'inUse')]).toEqual([
      ...[false, false],
    ]);
  });

  it('of one carrier are known by their numbers, and by what is stored only if the number tells nothing', () => {
    const verizon = { ICCID1: '89148000000800784259', ICCID1Carrier: 0, ICCID2: '8999', ICCID2Carrier: 0 };
    expect([0, 1, 2].map((carrier) => slotsOfCarrier(verizon, carrier as 0 | 1 | 2))).toEqual([[2], [1], []]);
  });

  it('are shown by the address that leads there', () => {
    const { searchParams } = new URL(paths.unitSims('400123'), 'http://localhost');
    expect(tabAt(searchParams, () => true)).toBe('sims');
  });
});

describe('the wish for a state', () => {
  const now = Date.UTC(2026, 10, 21);
  const ago = (milliseconds: number) => instant(now - milliseconds);
  const request = (step: string, target: number, before: number) => ({ step, target, at: ago(before) });
  const wish = (given: Partial<Parameters<typeof wishOf>[1]>) =>
    wishOf(OFF, { latest: {}, lags: false, ...given }, now);

  it('is asked for if nothing is on its way', () => {
    expect(wish({})).toBe('ask');
    expect(wish({ latest: { confirmed: request('confirmed', OFF, 3 * MINUTE) } })).toBe('ask');
  });

  it('was asked for if the carrier has accepted the same, whoever asked, and not if it has accepted another state', () => {
    expect(wish({ latest: { open: request('accepted', OFF, SECOND) } })).toBe('asked');
    expect(wish({ latest: { open: request('accepted', ON, SECOND) } })).toBe('ask');
  });

  it('was asked for if the carrier has just done it and does not show it yet', () => {
    const confirmed = request('confirmed', OFF, SECOND);
    expect(wish({ latest: { confirmed }, lags: true })).toBe('asked');
    expect(wish({ latest: { confirmed, unanswered: request('asked', ON, 0) }, lags: true })).toBe('ask');
    expect(wish({ latest: { confirmed: request('confirmed', ON, SECOND) }, lags: true })).toBe('ask');
  });

  it('waits while a question may be on its way, recorded or not', () => {
    const pendingSince = ago(SECOND);
    expect(wish({ latest: { open: request('asked', OFF, SECOND) } })).toBe('wait');
    expect(wish({ pendingSince })).toBe('wait');
    expect(wish({ pendingSince, latest: { confirmed: request('confirmed', ON, MINUTE) } })).toBe('wait');
    expect(wish({ pendingSince, latest: { unanswered: request('asked', OFF, 0) } })).toBe('ask');
  });

  it('is asked for again once a question that has no answer cannot be on its way any more', () => {
    expect(wish({ latest: { open: request('asked', OFF, MINUTE) }, pendingSince: ago(MINUTE) })).toBe('ask');
    expect(wish({ pendingSince: ago(MINUTE) })).toBe('ask');
  });
});
