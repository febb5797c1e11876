import { describe, expect, it } from 'vitest';
import { ACTIONS } from '#core/audit/kinds.ts';
import type { AuditedAction } from '#core/audit/wording.ts';
import { isAlarm } from '#core/history/alarm.ts';
import { CHANGE_LOGS, changeKindOf, changeLogOf } from '#core/history/change-log.ts';
import { countedAs } from '#core/history/counted.ts';
import { isChosen, isSupervisory } from '#core/history/event-choice.ts';
import { formerDealersAfter, visibleFrom } from '#core/history/visible-from.ts';
import { AUDITED as SIM_AUDIT } from '#core/sims/audit.ts';

describe('the log of a change', () => {
  it('is that of its kind: accessories and profile have their own', () => {
    for (const action of ['report accessory', 'add accessory', 'move accessory out', 'name zone'])
      expect(changeLogOf(changeKindOf(action)), action).toBe('rfMap');
    expect(changeLogOf(changeKindOf('correct SIM state'))).toBe('unit');
    expect(changeLogOf(changeKindOf('give command'))).toBe('unit');
    expect(changeLogOf('profile')).toBe('profileUnitData');
    for (const action of Object.keys(ACTIONS)) expect(CHANGE_LOGS).toContain(changeLogOf(changeKindOf(action)));
  });

  it('is one of a SIM for every action on SIMs, except for the text of a person', () => {
    const kinds = Object.keys(SIM_AUDIT.actions).map((action) => [action, changeKindOf(action)]);
    expect(kinds.filter(([, kind]) => kind !== 'sim')).toEqual([['send text message', 'command']]);
  });

  it('is that of the unit for an action that no area has any more', () => {
    expect(changeKindOf('paint the unit')).toBe('user');
    expect(changeLogOf(changeKindOf('paint the unit'))).toBe('unit');
  });
});

describe('what a change is counted as', () => {
  const countedChange = (action: string) => countedAs({ kind: changeKindOf(action), content: { action } });

  it('is a change of the customer for exactly the actions on units that some people do not see', () => {
    const actions: Readonly<Record<string, AuditedAction>> = ACTIONS;
    const hidden = Object.keys(ACTIONS).filter(
      (action) => actions[action]!.hiddenFrom && String(actions[action]!.sentence).includes('{object}'),
    );
    expect(hidden).toContain('link vitals patient');
    const counted = Object.keys(ACTIONS).filter((action) => countedChange(action) === 'customer');
    expect(counted.toSorted()).toEqual(hidden.toSorted());
  });

  it('is its kind otherwise', () => {
    for (const action of ['change reporting', 'correct SIM state', 'add accessory', 'paint the unit'])
      expect(countedChange(action)).toBe(changeKindOf(action));
  });
});

describe('the choice of events', () => {
  const event = (eventType: string, disabled?: true) => ({ eventType, ...(disabled && { disabled }) });

  it.each(['Event 381', 'Event 381 restored', 'Event 382', 'Event 602', 'Event 608', 'Test of supervised'])(
    '%s is a supervisory signal',
    (eventType) => {
      expect(isSupervisory({ eventType })).toBe(true);
      expect(isChosen(event(eventType), { supervisory: false, disabled: true })).toBe(false);
      expect(isChosen(event(eventType), { supervisory: true, disabled: false })).toBe(true);
    },
  );

  it.each(['Event 101', 'Event 3810', 'Event 301', 'Power On', 'Test of voice', 'Event 147'])(
    '%s is none',
    (eventType) => {
      expect(isChosen(event(eventType), { supervisory: false, disabled: false })).toBe(true);
    },
  );

  it('never leaves out an alarm as a supervisory signal', () => {
    for (let code = 100; code < 1000; code++) {
      const eventType = `Event ${code}`;
      if (isAlarm({ eventType })) expect(isSupervisory({ eventType })).toBe(false);
    }
  });

  it('leaves out disabled events', () => {
    expect(isChosen(event('Event 101', true), { supervisory: true, disabled: false })).toBe(false);
    expect(isChosen(event('Event 101', true), { supervisory: false, disabled: true })).toBe(true);
  });
});

describe('the begin of the visible history', () => {
  const moves = [
    { DealerKey: 22, until: '2024-01-01T00:00:00.000Z' },
    { DealerKey: 49, until: '2025-01-01T00:00:00.000Z' },
    { DealerKey: 220, until: '2026-01-01T00:00:00.000Z' },
  ];

  it('is the last move away from a dealer that the reader may not see', () => {
    expect(visibleFrom(moves, (key) => key !== 49)).toBe('2025-01-01T00:00:00.000Z');
    expect(visibleFrom(moves, (key) => key === 49)).toBe('2026-01-01T00:00:00.000Z');
    expect(visibleFrom(moves, () => true)).toBeUndefined();
    expect(visibleFrom([], () => false)).toBeUndefined();
  });

  it('keeps every move', () => {
    const now = Date.parse('2026-11-21T09:30:00Z');
    const first = formerDealersAfter({ DealerKey: 22 }, now);
    expect(first).toEqual([{ DealerKey: 22, until: '2026-11-21T09:30:00.000Z' }]);
    expect(formerDealersAfter({ DealerKey: 49, formerDealers: first }, now + 1)).toEqual([
      ...first,
      { DealerKey: 49, until: '2026-11-21T09:30:00.001Z' },
    ]);
  });
});
