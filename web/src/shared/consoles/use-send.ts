import type { ArgumentValues } from '#core/consoles/arguments.ts';
import { type ConsoleCommand, commandUsage } from '#core/consoles/commands.ts';
import type { ConsoleInput } from '#core/consoles/line.ts';
import { ACTIONS } from '#core/severity.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
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
      if (command.interrupts && !(await confirm(rebootQuestion(unit.UnitSerNum)))) return false;
      give({ kind: 'command', command: command.name, arguments: given });
      onSent?.(command.arguments.length === 0 ? commandUsage(command) : lineOf(command, given));
      return true;
    },
  };
}

const lineOf = ({ name, arguments: known }: ConsoleCommand, given: ArgumentValues) =>
  [name, ...known.flatMap((argument) => given[argument.name] ?? [])].join(' ');

const rebootQuestion = (UnitSerNum: string) => ({
  title: `Reboot ${UnitSerNum}?`,
  consequence:
    'The unit cannot be reached while it restarts, which may take several minutes. Nobody can call for help with it meanwhile.',
  actionLabel: 'Reboot unit',
  ...ACTIONS.rebootUnit,
});
