import { describe, expect, it } from 'vitest';
import { heldByRollout } from '#core/rollouts/hold.ts';
import { RolloutPlan, shareOf } from '#core/rollouts/plan.ts';
import {
  isPossible,
  leftOutState,
  mayApprove,
  ROLLOUT_ACTIONS,
  ROLLOUT_STATES,
  ROLLOUT_UNIT_STATES,
} from '#core/rollouts/rollout.ts';
import { ZONES_OF_STATES } from '#core/rollouts/state-zones.ts';
import { nextComparisonAt, nextLookAt, nextTryAt, paceAfter, watchedUntil } from '#core/rollouts/tries.ts';
import {
  clocksApart,
  countriesLeftOut,
  hoursApart,
  isOpen,
  nextOpening,
  SUGGESTED_WINDOW,
  zonesOf,
} from '#core/rollouts/window.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { TimeZone } from '#core/time-zones.ts';
import { firstShownState } from '#web/features/rollouts/words.ts';
import { aPlan } from './a-rollout.ts';

const problemsOf = (given: object) => {
  const { error } = RolloutPlan.safeParse({ ...aPlan(), ...given });
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('a plan', () => {
  it('begins with a canary of at most 500 units', () => {
    const stage = { name: 'All', watchHours: 24 };
    expect(problemsOf({ stages: [stage] })).toEqual(['stages.0.atMost: The canary has 1 to 500 units']);
    expect(problemsOf({ stages: [{ ...stage, atMost: 501 }] })).toEqual([
      'stages.0.atMost: The canary has 1 to 500 units',
    ]);
    expect(problemsOf({ stages: [{ ...stage, atMost: 500 }, stage] })).toBeUndefined();
    expect(problemsOf({ stages: [] })).toEqual(['stages: Must have a stage']);
  });

  it('names what is wrong', () => {
    expect(problemsOf({ unitsPerHour: 0 })).toEqual(['unitsPerHour: Enter 1 to 3000 units']);
    expect(problemsOf({ window: { from: '02:00', to: '02:00' } })).toEqual([
      'window.to: Must not be the same as the start',
    ]);
    expect(problemsOf({ window: { from: '2', to: '04:00' } })).toEqual([
      'window.from: Enter a time of day, such as 02:00',
    ]);
  });
});

describe('the share of a unit', () => {
  it('is spread evenly, stays the same in a rollout, and is another one in the next', () => {
    const serials = Array.from({ length: 10_000 }, (_, number) => String(200_000 + number));
    const below = (rollout: string, percent: number) => serials.filter((one) => shareOf(rollout, one) < percent);
    for (const percent of [5, 25, 50]) {
      expect(below('one', percent).length / 100).toBeGreaterThan(percent - 1.5);
      expect(below('one', percent).length / 100).toBeLessThan(percent + 1.5);
    }
    const wider = new Set(below('one', 25));
    expect(below('one', 5).every((serial) => wider.has(serial))).toBe(true);
    const both = below('one', 25).filter((serial) => shareOf('two', serial) < 25).length;
    expect(both).toBeGreaterThan(450);
    expect(both).toBeLessThan(800);
  });
});

describe('a maintenance window', () => {
  const night = { from: '01:00', to: '05:00' };
  const at = (time: string) => Date.parse(`2026-11-24T${time}:00Z`);

  it('is open by the clock of the unit', () => {
    const utah = zonesOf('ut', 0);
    expect(isOpen(night, utah, at('07:59'))).toBe(false);
    expect(isOpen(night, utah, at('08:00'))).toBe(true);
    expect(isOpen(night, utah, at('11:59'))).toBe(true);
    expect(isOpen(night, utah, at('12:00'))).toBe(false);
  });

  it('goes over midnight', () => {
    const late = { from: '22:00', to: '03:00' };
    expect(isOpen(late, ['UTC'], at('23:00'))).toBe(true);
    expect(isOpen(late, ['UTC'], at('02:59'))).toBe(true);
    expect(isOpen(late, ['UTC'], at('12:00'))).toBe(false);
  });

  it('is open in every zone that a unit without an address may be in', () => {
    const unknown = zonesOf(undefined, 0);
    expect(nextOpening(night, unknown, at('00:00'))).toBe(at('09:00'));
    expect(isOpen(night, unknown, at('09:00'))).toBe(true);
    expect(nextOpening({ from: '01:00', to: '03:00' }, unknown, at('00:00'))).toBeUndefined();
    expect(zonesOf('Atlantis', 2)).toContain('America/Vancouver');
  });

  it('must be longer than the clocks of a country are apart; the suggested one is', () => {
    const summer = Date.parse('2026-07-01T00:00:00Z');
    expect(countriesLeftOut({ from: '01:00', to: '05:00' }, summer)).toEqual(['Canada']);
    for (const now of [at('00:00'), summer]) {
      expect(hoursApart(now)).toBe(4);
      expect(clocksApart(zonesOf('UT', 0), now)).toBe(0);
      expect(countriesLeftOut(SUGGESTED_WINDOW, now)).toEqual([]);
      expect(countriesLeftOut({ from: '23:00', to: '02:00' }, now)).toEqual(['the United States', 'Canada']);
    }
  });

  it('opens next within the time that is asked for', () => {
    expect(nextOpening(night, ['UTC'], at('00:00'), HOUR)).toBe(at('01:00'));
    expect(nextOpening(night, ['UTC'], at('00:00'), HOUR / 2)).toBeUndefined();
  });

  it('has zones that exist, for 50 states, 6 territories and 13 provinces', () => {
    expect(Object.keys(ZONES_OF_STATES)).toHaveLength(50 + 6 + 13);
    for (const zone of Object.values(ZONES_OF_STATES).flat()) expect(TimeZone.safeParse(zone).success, zone).toBe(true);
  });
});

describe('tries and looks', () => {
  it('rest twice as long after each failure, and end', () => {
    const plan = { mostTries: 3, coolOffHours: 24 };
    expect(nextTryAt(plan, 1, 0)).toBe(DAY);
    expect(nextTryAt(plan, 2, 0)).toBe(2 * DAY);
    expect(nextTryAt(plan, 3, 0)).toBeUndefined();
  });

  it('become rarer', () => {
    expect(nextLookAt(0, 0)).toBe(2 * MINUTE);
    expect(nextLookAt(0, 20 * MINUTE)).toBe(30 * MINUTE);
    expect(nextLookAt(0, DAY)).toBe(DAY + HOUR);
    expect(nextComparisonAt(0, DAY, 0)).toBe(HOUR);
    expect(nextComparisonAt(0, DAY, HOUR)).toBe(2 * HOUR);
    expect(nextComparisonAt(0, DAY, 20 * HOUR)).toBe(DAY);
  });

  it('watch a unit until a missed ping is noticed', () => {
    expect(watchedUntil(0, 24, HOUR)).toBe(DAY);
    expect(watchedUntil(0, 24, DAY)).toBeGreaterThan(1.5 * DAY);
  });

  it('do not catch up after a rest', () => {
    expect(paceAfter(0, 60, DAY)).toBe(DAY - MINUTE + MINUTE);
    expect(paceAfter(DAY, 60, DAY)).toBe(DAY + MINUTE);
  });
});

describe('a message of a rollout', () => {
  const running = { plan: aPlan({ window: { from: '01:00', to: '05:00' }, networks: [1] }), state: 'running' } as const;
  const out = { stage: 0, isReturn: false };
  const unit = (carrier: 0 | 1) =>
    ({ UnitStatus: 9, ActiveCarrier: carrier, dealerPath: '/1/22/49/', FirmVer: '9.9.9.9.9_MXDLTE' }) as const;
  const night = Date.parse('2026-11-24T02:00:00Z');

  it('comes only while the rollout runs, in its window and on its networks', () => {
    expect(heldByRollout(running, out, unit(1), ['UTC'], night)).toBeUndefined();
    expect(heldByRollout(running, out, unit(0), ['UTC'], night)).toBe('The unit is not on a network of its rollout');
    expect(heldByRollout(running, out, unit(1), ['UTC'], night + 4 * HOUR)).toBe(
      'The maintenance window of its rollout is closed',
    );
    for (const state of ROLLOUT_STATES.filter((one) => one !== 'running'))
      expect(heldByRollout({ ...running, state }, out, unit(1), ['UTC'], night), state).toBe(
        'Its rollout is not running',
      );
    expect(heldByRollout(undefined, out, unit(1), ['UTC'], night)).toBe('Its rollout is not running');
  });

  it('comes only to the units of its stage', () => {
    const plan = { ...running.plan, stages: [{ ...running.plan.stages[0]!, DealerKey: 22 }] };
    const held = (given: object) => heldByRollout({ ...running, plan }, out, { ...unit(1), ...given }, ['UTC'], night);
    expect(held({})).toBeUndefined();
    expect(held({ dealerPath: '/1/222/' })).toBe('The unit belongs to another dealer now');
    expect(held({ UnitStatus: 33 })).toBe('The unit is not in service any more');
  });

  it('brings a unit back at any time', () => {
    const back = { ...out, isReturn: true };
    for (const state of ['rollingBack', 'awaitingUnits'] as const)
      expect(heldByRollout({ ...running, state }, back, unit(0), ['UTC'], night + 9 * HOUR), state).toBeUndefined();
    expect(heldByRollout(running, back, unit(1), ['UTC'], night)).toBe('Its rollout is not running');
  });

  it('brings no unit back that has another version by now', () => {
    const held = heldByRollout(
      { ...running, state: 'rollingBack' },
      { ...out, isReturn: true },
      { ...unit(1), FirmVer: '9.9.9.9.10' },
      ['UTC'],
      night,
    );
    expect(held).toBe('The unit does not have the version of its rollout');
  });
});

describe('the states', () => {
  it('allow each action only where it has a meaning', () => {
    const allowed = Object.fromEntries(
      ROLLOUT_ACTIONS.map((action) => [action, ROLLOUT_STATES.filter((state) => isPossible(action, state))]),
    );
    expect(allowed).toEqual({
      approve: ['proposed'],
      pause: ['running'],
      resume: ['paused'],
      end: ['proposed', 'running', 'paused', 'rollingBack', 'awaitingUnits'],
      rollBack: ['running', 'paused', 'ended', 'finished'],
    });
  });

  it('need a second person, and not the same one with the access of another', () => {
    const proposedBy = { userKey: 'ann', actorKey: 'bob' };
    const may = (userKey: string, actor = userKey) =>
      mayApprove({ proposedBy }, { userKey, actor: { userKey: actor } });
    expect(may('cem')).toBe(true);
    expect(may('ann')).toBe(false);
    expect(may('bob')).toBe(false);
    expect(may('cem', 'bob')).toBe(false);
    expect(may('ann', 'cem')).toBe(false);
  });
});

describe('the units of a rollout', () => {
  it('are cancelled, not left out, once they were sent the update', () => {
    expect(leftOutState({})).toBe('skipped');
    expect(leftOutState({ sentAt: 1 })).toBe('cancelled');
  });

  it('are shown by the state that people look for first, also after a roll-back', () => {
    expect(firstShownState([{ returned: 9, skipped: 3 }, { notReturned: 1 }])).toBe('notReturned');
    expect(firstShownState([{ returned: 9, skipped: 30 }])).toBe('returned');
    for (const state of ROLLOUT_UNIT_STATES) expect(firstShownState([{ [state]: 1 }])).toBe(state);
    expect(firstShownState([])).toBe('waiting');
  });
});
