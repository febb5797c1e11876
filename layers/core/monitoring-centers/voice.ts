import type { CommandArgument } from '../consoles/arguments.ts';
import { type ConsoleCommand, commandNamed, consoleCommands } from '../consoles/commands.ts';
import { KEEP_ALIVE } from '../consoles/keep-alive.ts';
import type { VOICE_MODES } from '../unit-messages/voice-reports.ts';
import { DEFAULT_UNIT_MODEL, type UnitModel } from '../units/unit.ts';

/** What an operator sends to the unit of an alarm (portal-3 section 7, "Monitoring centres"). */
const VOICE_CONTROL = ['Query', 'Run', 'GoToMode', 'VoiceCmd', 'SpeakerVol', 'MicVol', 'HangUp', 'Reboot'];

/** The modes that leave the accessories and the carrier of a unit as they are (decision 0259). */
export const OPERATOR_MODES: readonly (typeof VOICE_MODES)[number][] = ['Ready', 'Status', 'RangeTest'];

const AS_OPERATOR = { engineer: false };

/** Only this model has a voice console. */
export const hasVoiceControl = (UnitModel: UnitModel): boolean => UnitModel === DEFAULT_UNIT_MODEL;

/** The commands that an operator may send to the unit of an alarm that they have. */
export const operatorCommands = (UnitModel: UnitModel): readonly ConsoleCommand[] =>
  hasVoiceControl(UnitModel)
    ? consoleCommands(UnitModel, AS_OPERATOR)
        .filter(({ name }) => VOICE_CONTROL.includes(name))
        .map((command) => ({ ...command, arguments: command.arguments.map(withOperatorModes) }))
    : [];

const withOperatorModes = (argument: CommandArgument): CommandArgument =>
  argument.kind === 'choice' && argument.name === 'mode' ? { ...argument, options: OPERATOR_MODES } : argument;

/** The command of this name, if an operator may send it. The console keeps its connection by itself. */
export const operatorCommandNamed = (UnitModel: UnitModel, name: string): ConsoleCommand | undefined =>
  name === KEEP_ALIVE && hasVoiceControl(UnitModel)
    ? commandNamed(UnitModel, name, AS_OPERATOR)
    : operatorCommands(UnitModel).find((command) => command.name === name);
