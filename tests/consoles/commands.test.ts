import { describe, expect, it, test } from 'vitest';
import { readCommandLine, suggestCommands } from '#core/consoles/command-line.ts';
import { commandUsage, consoleCommands, KEEP_ALIVE, mayCommand } from '#core/consoles/commands.ts';

const engineer = { engineer: true };
const dealer = { engineer: false };
const names = (model: Parameters<typeof consoleCommands>[0]) =>
  consoleCommands(model, engineer).map(({ name }) => name);

it('offers the commands of the protocol, and sends keep-alives itself', () => {
  expect([...names('MXD-LTE'), KEEP_ALIVE].join(' ')).toBe(
    'Query Run HangUp Reboot GoToMode SpeakerVol MicVol MakeCall VoiceCmd PlayMultiMessage RemoteLog MakeEvent StayAlive',
  );
  expect([...names('myConnect'), KEEP_ALIVE].join(', ')).toBe(
    'forcePing, SyncChanges, VoiceCmd Query, RTO, CHIME, HOMEWIFIQ, reboot, StayAlive',
  );
  expect(names('myConnect Air')).toEqual(names('myConnect'));
});

it('offers events and the remote log only to engineers [P2-A11]', () => {
  for (const command of ['MakeEvent', 'RemoteLog']) {
    expect(mayCommand('MXD-LTE', command, engineer)).toBe(true);
    expect(mayCommand('MXD-LTE', command, dealer)).toBe(false);
  }
  expect(mayCommand('MXD-LTE', 'Run', dealer)).toBe(true);
  expect(mayCommand('MXD-LTE', KEEP_ALIVE, dealer)).toBe(true);
  expect(mayCommand('MXD-LTE', 'CHIME', engineer)).toBe(false);
});

describe('a typed command', () => {
  test.each([
    ['Query', 'Query', {}],
    ['  hangup ', 'HangUp', {}],
    ['gotomode pairing 3', 'GoToMode', { mode: 'Pairing', zone: 3 }],
    ['GoToMode AT&T', 'GoToMode', { mode: 'AT&T' }],
    ['SpeakerVol 9', 'SpeakerVol', { level: 9 }],
    ['VoiceCmd next step please', 'VoiceCmd', { voice: 'next step please' }],
    ['RemoteLog off', 'RemoteLog', { on: false }],
    ['MakeEvent 17', 'MakeEvent', { EventCode: 17 }],
  ])('%s is recognised', (line, name, given) => {
    const read = readCommandLine(line, consoleCommands('MXD-LTE', engineer));
    expect(read).toMatchObject({ command: { name }, arguments: given });
    expect(Object.keys(read.command ? read.arguments : {})).toHaveLength(Object.keys(given).length);
  });

  test.each([
    ['', 'Type a command'],
    ['Explode', 'There is no command Explode'],
    ['SpeakerVol', 'SpeakerVol needs a number from 1 to 9'],
    ['SpeakerVol 0', 'The level is a number from 1 to 9'],
    ['SpeakerVol loud', 'The level is a number from 1 to 9'],
    ['GoToMode', 'GoToMode needs one of Ready, Pairing, Delete, Status, RangeTest, AT&T, Verizon, Telus, Auto'],
    ['Query twice', 'Query takes no twice'],
    ['RemoteLog maybe', 'The on or off is on or off'],
  ])('%s is refused', (line, problem) => {
    expect(readCommandLine(line, consoleCommands('MXD-LTE', engineer)).problem).toBe(problem);
  });

  it('matches the longer of two names', () => {
    expect(readCommandLine('voicecmd query', consoleCommands('myConnect', dealer))).toMatchObject({
      command: { name: 'VoiceCmd Query' },
    });
  });
});

it('suggests commands that start with the typed text', () => {
  const commands = consoleCommands('MXD-LTE', dealer);
  expect(suggestCommands('r', commands).map(({ name }) => name)).toEqual(['Run', 'Reboot']);
  expect(suggestCommands('gotomode p', commands).map(({ name }) => name)).toEqual(['GoToMode']);
  expect(suggestCommands('', commands)).toHaveLength(commands.length);
});

it('shows the syntax of a command', () => {
  expect(consoleCommands('MXD-LTE', dealer).map(commandUsage)).toContain('GoToMode mode [zone]');
});
