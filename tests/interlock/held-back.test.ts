import { describe, expect, it } from 'vitest';
import {
  afterReport,
  type CallSigns,
  HELD_WORK,
  type HeardNow,
  type HeldWork,
  heldBack,
  isInCall,
  isInterrupting,
  isInterruptingText,
  isUpdate,
  type SafetyFacts,
  withHeard,
} from '#core/interlock/held-back.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { MESSAGE_TYPES } from '#core/unit-messages/common-reports.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const alarm = (ago: number, open = false) => ({ at: NOW - ago, open });
const reasonOf = (facts: Partial<SafetyFacts>, work: HeldWork = 'update') =>
  heldBack(work, { alarms: [], ...facts }, NOW)?.reason;

describe('what takes a unit out of reach waits', () => {
  it.each([
    ['the unit is in a call', { calls: { beganAt: NOW } }, 'The unit is in a call'],
    ['an alarm is open', { alarms: [alarm(20 * HOUR, true)] }, 'An alarm of the unit is open'],
    [
      'an alarm was closed already, but came lately',
      { alarms: [alarm(14 * MINUTE)] },
      'The unit raised an alarm less than 15 minutes ago',
    ],
    ['the unit says that its battery is low', { lastPing: { lowpower: true } }, 'The battery of the unit is low'],
    [
      'the unit is on battery below 20 %',
      { lastPing: { acPower: false, chargedPercent: 19 } },
      'The battery of the unit is low',
    ],
  ])('if %s', (_, facts, reason) => {
    expect(reasonOf(facts)).toBe(reason);
  });

  it.each([
    ['nothing is known', {}],
    ['the last alarm was closed 15 minutes ago', { alarms: [alarm(15 * MINUTE)] }],
    ['an open alarm is forgotten for a day', { alarms: [alarm(DAY, true)] }],
    ['the unit has power', { lastPing: { acPower: true, chargedPercent: 5, lowpower: false } }],
    ['its battery has enough', { lastPing: { acPower: false, chargedPercent: 20 } }],
  ])('but not if %s', (_, facts) => {
    expect(reasonOf(facts)).toBeUndefined();
  });

  it('whatever the work; only a low battery keeps neither the line of a unit that was returned nor its console', () => {
    for (const work of HELD_WORK) {
      expect(reasonOf({ alarms: [alarm(0, true)] }, work)).toBe('An alarm of the unit is open');
      expect(reasonOf({ lastPing: { lowpower: true } }, work) === undefined).toBe(
        work === 'change of line' || work === 'takeover',
      );
    }
  });

  it('until 15 minutes after the latest alarm, whatever the order of the alarms', () => {
    for (const alarms of [
      [alarm(3 * MINUTE), alarm(9 * MINUTE)],
      [alarm(9 * MINUTE), alarm(3 * MINUTE)],
    ])
      expect(heldBack('update', { alarms }, NOW)?.until).toBe(NOW + 12 * MINUTE);
    expect(heldBack('update', { alarms: [alarm(HOUR, true), alarm(0)] }, NOW)).toEqual({
      reason: 'An alarm of the unit is open',
    });
  });
});

describe('what takes a unit out of reach', () => {
  it('is a restart, or a mode that changes the carrier', () => {
    for (const command of ['Reboot', 'reboot']) expect(isInterrupting(command)).toBe(true);
    for (const mode of ['AT&T', 'Verizon', 'Telus', 'Auto']) expect(isInterrupting('GoToMode', { mode })).toBe(true);
    expect(isInterrupting('GoToMode', { mode: 'Pairing' })).toBe(false);
    for (const command of ['HangUp', 'MakeCall', 'SpeakerVol', 'Query', 'CHIME'])
      expect(isInterrupting(command)).toBe(false);
  });

  it('is the text that restarts it, however it is written', () => {
    expect(['Reboot', ' reboot ', 'Reboot.', '-REBOOT!'].map(isInterruptingText)).toEqual([true, true, true, true]);
    expect(['DoPing', 'Reboot later'].map(isInterruptingText)).toEqual([false, false]);
  });

  it('is an update of firmware or speech', () => {
    expect(MESSAGE_TYPES.filter(isUpdate)).toEqual(['FIRMVER', 'SPEECH']);
  });
});

describe('what a bridge hears', () => {
  const heardAfter = (...reports: object[]): HeardNow =>
    reports.reduce<HeardNow>((was, report) => afterReport(was, { MessageTime: NOW, ...report } as UnitReport, NOW), {});
  const event = { type: 'event', EventCode: 101 };
  const status = (callState: string) => ({ type: 'status', callState });

  it('is an alarm, but no test, no end of one, and no other event', () => {
    expect(heardAfter(event)).toEqual({ alarmAt: NOW });
    for (const other of [{ test: true }, { restored: true }, { EventCode: 602 }, { EventCode: 99 }, { EventCode: 200 }])
      expect(heardAfter({ ...event, ...other })).toEqual({});
  });

  it('is a call from its first sign until it ends', () => {
    const isHeld = (...reports: object[]) =>
      heldBack('restart', withHeard({ alarms: [] }, heardAfter(...reports)), NOW) !== undefined;
    const [earlier, later] = [{ MessageTime: NOW - 2 }, { MessageTime: NOW - 1 }];
    for (const begin of [status('dialing'), status('ringing'), status('in call'), { type: 'callStarted' }])
      for (const end of [status('idle'), { type: 'call' }, { type: 'lifecycle', kind: 'Power On' }]) {
        expect(isHeld({ ...begin, ...earlier })).toBe(true);
        expect(isHeld({ ...begin, ...earlier }, { ...end, ...later })).toBe(false);
        expect(isHeld({ ...end, ...later }, { ...begin, ...earlier })).toBe(false);
        expect(isHeld({ ...begin, ...later }, { ...end, ...earlier })).toBe(true);
      }
    expect(isHeld({ type: 'callStarted' }, { type: 'lifecycle', kind: 'Reboot' }, { type: 'ping' })).toBe(true);
    expect(heardAfter(event, status('in call'), { type: 'ping' })).toEqual({ alarmAt: NOW, calls: { beganAt: NOW } });
  });

  it('counts beside what is stored', () => {
    const facts = withHeard({ alarms: [alarm(HOUR)] }, { alarmAt: NOW - MINUTE });
    expect(heldBack('restart', facts, NOW)?.until).toBe(NOW + 14 * MINUTE);
    expect(heldBack('change of line', withHeard({ alarms: [] }, { calls: { beganAt: NOW } }), NOW)?.reason).toBe(
      'The unit is in a call',
    );
    expect(heldBack('change of line', withHeard({ alarms: [] }, {}), NOW)).toBeUndefined();
  });

  it('adds to what is stored of calls: the latest begin and the latest end count, whoever has them', () => {
    const stored = { alarms: [], calls: { beganAt: NOW - 5, beganInBoot: 2, endedAt: NOW - 9 }, bootId: 2 };
    const isHeld = (calls?: CallSigns) =>
      heldBack('restart', withHeard(stored, { ...(calls && { calls }) }), NOW) !== undefined;
    expect([isHeld(), isHeld({ endedAt: NOW - 6 }), isHeld({ beganAt: NOW - 7, endedAt: NOW - 6 })]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isHeld({ endedAt: NOW - 4 }), isHeld({ beganAt: NOW - 4, endedAt: NOW - 3 })]).toEqual([false, false]);
    expect(isHeld({ beganAt: NOW, endedAt: NOW - 4 })).toBe(true);
  });

  it('is of this boot, although a call of an earlier boot is stored', () => {
    const stored = { alarms: [], calls: { beganAt: NOW - 5, beganInBoot: 1 }, bootId: 2 };
    expect(heldBack('restart', withHeard(stored, {}), NOW)).toBeUndefined();
    expect(heldBack('restart', withHeard(stored, { calls: { beganAt: NOW } }), NOW)?.reason).toBe(
      'The unit is in a call',
    );
  });
});

describe('a call', () => {
  it.each([
    ['has begun', { beganAt: NOW }, true],
    ['began after the last one ended', { beganAt: NOW, endedAt: NOW - 1 }, true],
    ['has ended', { beganAt: NOW - MINUTE, endedAt: NOW }, false],
    ['ended as it began', { beganAt: NOW, endedAt: NOW }, false],
    ['began less than two hours ago', { beganAt: NOW - 2 * HOUR + 1 }, true],
    ['began two hours ago, and nobody knows of its end', { beganAt: NOW - 2 * HOUR }, false],
    ['was never told', {}, false],
    ['began in an earlier boot', { beganAt: NOW, beganInBoot: 6 }, false],
    ['began in this boot', { beganAt: NOW, beganInBoot: 7 }, true],
    ['began in a boot whose login is not known yet', { beganAt: NOW, beganInBoot: 8 }, true],
  ])('goes on or not if it %s', (_, signs, goesOn) => {
    expect(isInCall(signs, 7, NOW)).toBe(goesOn);
  });
});
