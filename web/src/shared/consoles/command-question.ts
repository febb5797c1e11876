import type { ArgumentValues } from '#core/consoles/arguments.ts';
import type { ConsoleCommand } from '#core/consoles/commands.ts';
import { isInterrupting } from '#core/interlock/held-back.ts';
import { ACTIONS } from '#core/severity.ts';
import type { ConfirmRequest } from '#web/components/dialog/confirm-request.ts';

export const rebootQuestion = (UnitSerNum: string): ConfirmRequest => ({
  title: `Reboot ${UnitSerNum}?`,
  consequence: 'The unit cannot be reached while it restarts, which may take several minutes.',
  actionLabel: 'Reboot unit',
  ...ACTIONS.rebootUnit,
});

export const modeQuestion = (UnitSerNum: string, mode: string): ConfirmRequest => ({
  title: `Change the mode of ${UnitSerNum} to ${mode}?`,
  consequence: 'The unit works differently until it gets another mode.',
  actionLabel: 'Change mode',
  ...(isInterrupting('GoToMode', { mode }) ? ACTIONS.changeCarrier : ACTIONS.changeMode),
});

/** The question before a command that stops help; undefined for others. */
export function commandQuestion(
  UnitSerNum: string,
  command: ConsoleCommand,
  { mode }: ArgumentValues,
): ConfirmRequest | undefined {
  if (command.interrupts) return rebootQuestion(UnitSerNum);
  return command.name === 'GoToMode' ? modeQuestion(UnitSerNum, String(mode)) : undefined;
}
