import type { ArgumentValues } from '#core/consoles/arguments.ts';
import { type ConsoleCommand, commandUsage } from '#core/consoles/commands.ts';
import type { ConsoleInput } from '#core/consoles/line.ts';
import { isInterrupting } from '#core/interlock/held-back.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { commandQuestion } from './command-question.ts';
import type { ConsoleUnit } from './console-unit.ts';

export interface CommandSender {
  /** Sends a command; asks first if the unit would be out of reach for a while. Resolves to true if it was sent. */
  send: (command: ConsoleCommand, given?: ArgumentValues) => Promise<boolean>;
  /** The command of this name, if the user may send it. */
  named: (name: string) => ConsoleCommand | undefined;
  commands: readonly ConsoleCommand[];
}

/** Sends `commands`, those that the user may send. `onSent` gets the line of a sent command. */
export function useSend(
  unit: ConsoleUnit,
  commands: readonly ConsoleCommand[],
  give: (input: ConsoleInput) => void,
  onSent?: (line: string) => void,
): CommandSender {
  const confirm = useConfirm();
  return {
    commands,
    named: (name) => commands.find((command) => command.name === name),
    send: async (command, given = {}) => {
      // The console shows the other modes and ends them, and operators need them in an alarm (0138).
      const question = isInterrupting(command.name, given) && commandQuestion(unit.UnitSerNum, command, given);
      if (question && !(await confirm(question))) return false;
      give({ kind: 'command', command: command.name, arguments: given });
      onSent?.(command.arguments.length === 0 ? commandUsage(command) : lineOf(command, given));
      return true;
    },
  };
}

const lineOf = ({ name, arguments: known }: ConsoleCommand, given: ArgumentValues) =>
  [name, ...known.flatMap((argument) => given[argument.name] ?? [])].join(' ');
