import { type ConsoleCommand, consoleCommands } from '../consoles/commands.ts';
import { KEEP_ALIVE } from '../consoles/keep-alive.ts';
import { DEFAULT_UNIT_MODEL, type UnitModel } from '../units/unit.ts';

/** What an operator sends to the unit of an alarm: volumes, the end of the call, and the question for the state that a console begins with. */
const VOICE_CONTROL: readonly string[] = ['Query', 'SpeakerVol', 'MicVol', 'HangUp'];

/** Only this model has a voice console. */
export const hasVoiceControl = (UnitModel: UnitModel): boolean => UnitModel === DEFAULT_UNIT_MODEL;

/** Returns true if an operator may send the command to the unit of an alarm that they have. The console keeps its connection by itself. */
export const isVoiceControl = (UnitModel: UnitModel, command: string): boolean =>
  hasVoiceControl(UnitModel) && [...VOICE_CONTROL, KEEP_ALIVE].includes(command);

export const operatorCommands = (UnitModel: UnitModel): readonly ConsoleCommand[] =>
  consoleCommands(UnitModel, { engineer: false }).filter(({ name }) => isVoiceControl(UnitModel, name));
