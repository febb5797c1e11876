import { holding, type RestrictedAccess } from '../access.ts';
import { ZONE_ARRAY_LENGTH } from '../accessories/accessory.ts';
import type { Viewer } from '../sims/sim-state.ts';
import { CONSOLE_MODES, ZONE_MODES } from '../unit-messages/voice-reports.ts';
import { DEFAULT_UNIT_MODEL, type UnitModel } from '../units/unit.ts';
import type { CommandArgument } from './arguments.ts';
import { KEEP_ALIVE } from './keep-alive.ts';

export const VOLUME_LEVELS = { lowest: 1, highest: 9, usual: 5 } as const;
/** How long a wearable can chime [P2-K28]. */
export const CHIME_SECONDS = { shortest: 20, longest: 240 } as const;

export interface ConsoleCommand {
  name: string;
  /** The command's effect, for people. */
  label: string;
  arguments: readonly CommandArgument[];
  /** Only with engineer access [P2-A11]. */
  engineer?: true;
  /** The unit is out of reach for a while, so the user must confirm. */
  interrupts?: true;
  /** Only for the person who wears the unit when the command is given. */
  forWearer?: true;
}

const level: CommandArgument = {
  kind: 'number',
  name: 'level',
  label: 'level',
  minimum: VOLUME_LEVELS.lowest,
  maximum: VOLUME_LEVELS.highest,
};
const zone: CommandArgument = {
  kind: 'number',
  name: 'zone',
  label: 'zone',
  minimum: 1,
  maximum: ZONE_ARRAY_LENGTH - 1,
  optional: true,
};

/** Without the characters of modem commands, such as `AT+CFUN=0`. */
const WORDS = {
  kind: 'text',
  pattern: /^[\p{L}\p{N} .,'?!-]{1,100}$/u,
  wanted: "a text of 1 to 100 letters, digits, spaces or . , ' ? ! -",
} as const;

const phoneNumber: CommandArgument = {
  kind: 'text',
  name: 'phoneNumber',
  label: 'phone number',
  pattern: /^\+?\d{3,15}$/,
  wanted: 'a number of 3 to 15 digits',
};
const messages: CommandArgument = {
  kind: 'text',
  name: 'messages',
  label: 'list of messages',
  pattern: /^\d{1,3}(?:[ ,]{1,2}\d{1,3}){0,19}$/,
  wanted: '1 to 20 numbers, such as 3 or 3,4',
};

const KEEP_ALIVE_COMMAND: ConsoleCommand = { name: KEEP_ALIVE, label: 'Keep the connection', arguments: [] };

const VOICE_COMMANDS: readonly ConsoleCommand[] = [
  { name: 'Query', label: 'Ask for the state', arguments: [] },
  { name: 'Run', label: 'Continue after a pause', arguments: [] },
  { name: 'HangUp', label: 'End the call', arguments: [] },
  { name: 'Reboot', label: 'Restart the unit', arguments: [], interrupts: true },
  {
    name: 'GoToMode',
    label: 'Change the mode',
    arguments: [
      { kind: 'choice', name: 'mode', label: 'mode', options: CONSOLE_MODES },
      { ...zone, onlyWith: { argument: 'mode', values: ZONE_MODES } },
    ],
  },
  { name: 'SpeakerVol', label: 'Set the speaker volume', arguments: [level] },
  { name: 'MicVol', label: 'Set the microphone sensitivity', arguments: [level] },
  {
    name: 'MakeCall',
    label: 'Call a number from the unit',
    arguments: [phoneNumber],
    forWearer: true,
  },
  {
    name: 'VoiceCmd',
    label: 'Send a voice command',
    arguments: [{ name: 'voice', label: 'voice command', ...WORDS }],
    forWearer: true,
  },
  {
    name: 'PlayMultiMessage',
    label: 'Play stored messages',
    arguments: [messages],
    forWearer: true,
  },
  {
    name: 'RemoteLog',
    label: 'Switch the remote log',
    arguments: [{ kind: 'flag', name: 'on', label: 'remote log' }],
    engineer: true,
  },
  {
    name: 'MakeEvent',
    label: 'Create an event',
    arguments: [{ kind: 'number', name: 'EventCode', label: 'event code', minimum: 0, maximum: 65_535 }, zone],
    engineer: true,
    forWearer: true,
  },
];

const WEARABLE_COMMANDS: readonly ConsoleCommand[] = [
  { name: 'forcePing', label: 'Ask for a ping', arguments: [] },
  { name: 'SyncChanges', label: 'Let the unit fetch its changes', arguments: [] },
  { name: 'VoiceCmd Query', label: 'Ask for the state', arguments: [] },
  {
    name: 'RTO',
    label: 'Real-time operation',
    arguments: [{ name: 'message', label: 'message', ...WORDS }],
    forWearer: true,
  },
  {
    name: 'CHIME',
    label: 'Play a chime on the unit',
    arguments: [
      {
        kind: 'number',
        name: 'seconds',
        label: 'duration',
        minimum: CHIME_SECONDS.shortest,
        maximum: CHIME_SECONDS.longest,
      },
    ],
    forWearer: true,
  },
  { name: 'HOMEWIFIQ', label: 'Ask for the home Wi-Fi', arguments: [], forWearer: true },
  { name: 'HOMEWIFIC', label: 'Remove the home Wi-Fi', arguments: [] },
  { name: 'reboot', label: 'Restart the unit', arguments: [], interrupts: true },
];

/** The commands that a user may send to a unit of the model. */
export const consoleCommands = (model: UnitModel, { engineer }: Viewer): readonly ConsoleCommand[] =>
  (model === DEFAULT_UNIT_MODEL ? VOICE_COMMANDS : WEARABLE_COMMANDS).filter(
    (command) => engineer || !command.engineer,
  );

/** The command of this name, if the user may send it to a unit of the model. */
export const commandNamed = (model: UnitModel, command: string, viewer: Viewer): ConsoleCommand | undefined =>
  [KEEP_ALIVE_COMMAND, ...consoleCommands(model, viewer)].find(({ name }) => name === command);

/** True for a command, given at a time in milliseconds, that the next wearer of the unit must not get. */
export const isForFormerWearer = (
  { UnitModel, wearerLeftAt }: { UnitModel: UnitModel; wearerLeftAt?: string | undefined },
  { command, givenAt }: { command: string; givenAt: number },
): boolean =>
  wearerLeftAt !== undefined &&
  givenAt <= Date.parse(wearerLeftAt) &&
  commandNamed(UnitModel, command, { engineer: true })?.forWearer === true;

/** The rights that a command of the model needs beside the one to give commands. */
export const needsOfCommand = (model: UnitModel, command: string): readonly RestrictedAccess[] =>
  commandNamed(model, command, { engineer: true })?.engineer ? [holding('ENGINEER')] : [];

/** The syntax of a command: `GoToMode mode [zone]`. */
export const commandUsage = ({ name, arguments: given }: ConsoleCommand) =>
  [name, ...given.map(({ label, optional }) => (optional ? `[${label}]` : label))].join(' ');

/** True if units of the model send their log after a command. */
export const hasRemoteLogCommand = (model: UnitModel): boolean =>
  commandNamed(model, 'RemoteLog', { engineer: true }) !== undefined;
