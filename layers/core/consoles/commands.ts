import type { Viewer } from '../sims/sim-state.ts';
import { CONSOLE_MODES } from '../unit-messages/voice-reports.ts';
import { DEFAULT_UNIT_MODEL, type UnitModel } from '../units/unit.ts';

export const VOLUME_LEVELS = { lowest: 1, highest: 9, usual: 5 } as const;
/** How long a wearable can chime [P2-K28]. */
export const CHIME_SECONDS = { shortest: 20, longest: 240 } as const;

export const isChimeLength = (seconds: number) =>
  Number.isInteger(seconds) && seconds >= CHIME_SECONDS.shortest && seconds <= CHIME_SECONDS.longest;

/** An argument of a command. A last argument of kind `text` takes the rest of the line. */
export type CommandArgument = { name: string; label: string; optional?: boolean } & (
  | { kind: 'text' }
  | { kind: 'number'; minimum: number; maximum: number }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'flag' }
);

export interface ConsoleCommand {
  name: string;
  /** The command's effect, for people. */
  label: string;
  arguments: readonly CommandArgument[];
  /** Only with engineer access [P2-A11]. */
  engineer?: true;
  /** The unit is out of reach for a while, so the user must confirm. */
  interrupts?: true;
}

export type ArgumentValues = Readonly<Record<string, string | number | boolean>>;

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
  maximum: 255,
  optional: true,
};

/** The console sends this by itself to keep the connection [P2-S53]. */
export const KEEP_ALIVE = 'StayAlive';

const VOICE_COMMANDS: readonly ConsoleCommand[] = [
  { name: 'Query', label: 'Ask for the state', arguments: [] },
  { name: 'Run', label: 'Continue after a pause', arguments: [] },
  { name: 'HangUp', label: 'End the call', arguments: [] },
  { name: 'Reboot', label: 'Restart the unit', arguments: [], interrupts: true },
  {
    name: 'GoToMode',
    label: 'Change the mode',
    arguments: [{ kind: 'choice', name: 'mode', label: 'mode', options: CONSOLE_MODES }, zone],
  },
  { name: 'SpeakerVol', label: 'Set the speaker volume', arguments: [level] },
  { name: 'MicVol', label: 'Set the microphone sensitivity', arguments: [level] },
  {
    name: 'MakeCall',
    label: 'Call a number from the unit',
    arguments: [{ kind: 'text', name: 'phoneNumber', label: 'phone number' }],
  },
  { name: 'VoiceCmd', label: 'Send a voice command', arguments: [{ kind: 'text', name: 'voice', label: 'words' }] },
  {
    name: 'PlayMultiMessage',
    label: 'Play stored messages',
    arguments: [{ kind: 'text', name: 'messages', label: 'message numbers' }],
  },
  {
    name: 'RemoteLog',
    label: 'Switch the remote log',
    arguments: [{ kind: 'flag', name: 'on', label: 'on or off' }],
    engineer: true,
  },
  {
    name: 'MakeEvent',
    label: 'Create an event',
    arguments: [{ kind: 'number', name: 'EventCode', label: 'event code', minimum: 0, maximum: 65_535 }, zone],
    engineer: true,
  },
];

const WEARABLE_COMMANDS: readonly ConsoleCommand[] = [
  { name: 'forcePing', label: 'Ask for a ping', arguments: [] },
  { name: 'SyncChanges', label: 'Let the unit fetch its changes', arguments: [] },
  { name: 'VoiceCmd Query', label: 'Ask for the state', arguments: [] },
  {
    name: 'RTO',
    label: 'Real-time operation',
    arguments: [{ kind: 'text', name: 'message', label: 'message' }],
  },
  {
    name: 'CHIME',
    label: 'Play a chime on the unit',
    arguments: [
      {
        kind: 'number',
        name: 'seconds',
        label: 'seconds',
        minimum: CHIME_SECONDS.shortest,
        maximum: CHIME_SECONDS.longest,
      },
    ],
  },
  { name: 'HOMEWIFIQ', label: 'Ask for the home Wi-Fi', arguments: [] },
  { name: 'reboot', label: 'Restart the unit', arguments: [], interrupts: true },
];

/** The commands that a user may send to a unit of the model. */
export const consoleCommands = (model: UnitModel, { engineer }: Viewer): readonly ConsoleCommand[] =>
  (model === DEFAULT_UNIT_MODEL ? VOICE_COMMANDS : WEARABLE_COMMANDS).filter(
    (command) => engineer || !command.engineer,
  );

/** True if the user may send this command to a unit of the model. The server asks the same. */
export const mayCommand = (model: UnitModel, command: string, viewer: Viewer): boolean =>
  command === KEEP_ALIVE || consoleCommands(model, viewer).some(({ name }) => name === command);

/** The syntax of a command: `GoToMode mode [zone]`. */
export const commandUsage = ({ name, arguments: given }: ConsoleCommand) =>
  [name, ...given.map(({ label, optional }) => (optional ? `[${label}]` : label))].join(' ');
