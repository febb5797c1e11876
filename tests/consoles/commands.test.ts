import { describe, expect, it, test } from 'vitest';
import { readCommandLine, suggestCommands } from '#core/consoles/command-line.ts';
import { commandNamed, commandUsage, consoleCommands } from '#core/consoles/commands.ts';
import { consoles } from '#core/consoles/contract.ts';
import { KEEP_ALIVE } from '#core/consoles/keep-alive.ts';
import { sims } from '#core/sims/contract.ts';
import { unitActions } from '#core/unit-actions/contract.ts';

const engineer = { engineer: true };
const dealer = { engineer: false };
const names = (model: Parameters<typeof consoleCommands>[0]) =>
  consoleCommands(model, engineer).map(({ name }) => name);

it('offers the commands of the protocol, and sends keep-alives itself [P3-C60]', () => {
  expect([...names('MXD-LTE'), KEEP_ALIVE].join(' ')).toBe(
    'Query Run HangUp Reboot GoToMode SpeakerVol MicVol MakeCall VoiceCmd PlayMultiMessage RemoteLog MakeEvent StayAlive',
  );
  expect([...names('myConnect'), KEEP_ALIVE].join(', ')).toBe(
    'forcePing, SyncChanges, VoiceCmd Query, RTO, CHIME, HOMEWIFIQ, HOMEWIFIC, reboot, StayAlive',
  );
  expect(names('myConnect Air')).toEqual(names('myConnect'));
});

it('offers events and the remote log only to engineers [P2-A11]', () => {
  for (const command of ['MakeEvent', 'RemoteLog']) {
    expect(commandNamed('MXD-LTE', command, engineer)?.name).toBe(command);
    expect(commandNamed('MXD-LTE', command, dealer)).toBeUndefined();
  }
  expect(commandNamed('MXD-LTE', 'Run', dealer)?.name).toBe('Run');
  expect(commandNamed('MXD-LTE', KEEP_ALIVE, dealer)?.name).toBe(KEEP_ALIVE);
  expect(commandNamed('MXD-LTE', 'CHIME', engineer)).toBeUndefined();
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
    ['SpeakerVol', 'The level is missing. Give a number from 1 to 9'],
    ['SpeakerVol 0', 'The level must be a number from 1 to 9'],
    ['SpeakerVol loud', 'The level must be a number from 1 to 9'],
    ['SpeakerVol 0x05', 'The level must be a number from 1 to 9'],
    ['SpeakerVol 5e0', 'The level must be a number from 1 to 9'],
    ['SpeakerVol +5', 'The level must be a number from 1 to 9'],
    ['GoToMode Pairing 256', 'The zone must be a number from 1 to 255'],
    ['GoToMode Ready 3', 'Give a zone only with the mode Pairing or Delete'],
    [
      'GoToMode',
      'The mode is missing. Give one of Ready, Pairing, Delete, Status, RangeTest, AT&T, Verizon, Telus, Auto',
    ],
    ['Query twice', 'Query takes no twice'],
    ['RemoteLog maybe', 'The remote log must be on or off'],
    ['MakeCall AT+CFUN=0', 'The phone number must be a number of 3 to 15 digits'],
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

it.each(
  Object.entries({
    ...consoles,
    smsMessage: sims.smsMessage,
    smsMessageAT: sims.smsMessageAT,
    tcpMessage: unitActions.tcpMessage,
  }),
)('the reply to %s has a declared shape, and an empty one is none [P2-C133]', (_, { output }) => {
  expect(Object.keys(output.shape).length).toBeGreaterThan(0);
  expect(output.safeParse({}).success).toBe(false);
});
