import { describe, expect, it } from 'vitest';
import { isPingText, PING_TEXT, REBOOT_TEXT, TextMessage, textAsRead } from '#core/sims/text-message.ts';
import { DAY } from '#core/time.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import { resetOf } from '#core/unit-actions/flags.ts';
import { isRemoteLogOn, remoteLogFor } from '#core/unit-actions/remote-log.ts';
import { remoteLogConsequence } from '#web/features/units/unit-page/actions/remote-log-question.ts';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');

describe('the remote log', () => {
  it('is on until the same time 7 days ahead [P2-S36 P2-K15]', () => {
    const until = remoteLogFor(true, NOW);
    expect(until).toBe('2026-11-29T12:00:00.000Z');
    expect([
      isRemoteLogOn(until, NOW),
      isRemoteLogOn(until, NOW + 7 * DAY - 1),
      isRemoteLogOn(until, NOW + 7 * DAY),
    ]).toEqual([true, true, false]);
  });

  it('is a capture from the next login on for wearables, which have no command for it [P2-S36]', () => {
    expect(remoteLogConsequence('MXD-LTE', true)).toBe('The unit sends its log for 7 days.');
    for (const on of [true, false])
      for (const model of ['myConnect', 'myConnect Air'] as const)
        expect(remoteLogConsequence(model, on)).toContain('its next login');
  });

  it("is '0' when it is off [P2-S37 P2-E09]", () => {
    expect(remoteLogFor(false, NOW)).toBe('0');
    expect(isRemoteLogOn('0', NOW)).toBe(false);
  });
});

describe('a reset of flags', () => {
  it('changes only the named flags that are set', () => {
    const both = { tcpFail: 6, downloadFail: 2 };
    expect(resetOf(both, { errorState: 0 })).toEqual({ tcpFail: 0 });
    expect(resetOf(both, { downloadFail: 0 })).toEqual({ downloadFail: 0 });
    expect(resetOf(both, { errorState: 0, downloadFail: 0 })).toEqual({ tcpFail: 0, downloadFail: 0 });
    expect(resetOf({ tcpFail: 0 }, { errorState: 0, downloadFail: 0 })).toEqual({});
  });

  it('names at least one flag', () => {
    expect(unitActions.resetFlags.input.safeParse({ UnitSerNum: '400220' }).error?.issues).toMatchObject([
      { path: ['errorState'], message: 'Name a flag to reset' },
    ]);
  });
});

describe('a text message', () => {
  it.each([REBOOT_TEXT, PING_TEXT, "Hello, it's Zoë!"])('can be %s', (text) =>
    expect(TextMessage.parse(` ${text} `)).toBe(text),
  );

  it.each([
    ['empty', ' '],
    ['a modem command', 'AT+CFUN=0'],
    ['of two lines', 'Reboot\nReboot'],
    ['longer than one message', 'x'.repeat(71)],
  ])('is not %s', (_, text) => expect(TextMessage.safeParse(text).success).toBe(false));

  it.each(['doping', 'DOPING', ' DoPing ', 'DoPing.', '-DoPing!'])('asks the unit to connect as %s', (text) =>
    expect(isPingText(text)).toBe(true),
  );

  it.each(['Do Ping', 'DoPing later', 'Reboot'])('does not ask the unit to connect as %s', (text) =>
    expect(isPingText(text)).toBe(false),
  );

  it('is the same in another case or with signs around it, also of signs alone', () => {
    expect(['Reboot', ' reboot.', 'REBOOT!'].map(textAsRead)).toEqual(['reboot', 'reboot', 'reboot']);
    expect([' ? ', 'Zoë', "It's"].map(textAsRead)).toEqual(['?', 'zoë', "it's"]);
  });
});
