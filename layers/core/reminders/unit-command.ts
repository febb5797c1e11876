import { CHIME_SECONDS } from '../consoles/commands.ts';
import type { UnitModel } from '../units/unit.ts';
import type { Reminder } from './reminder.ts';

/** The numbers of the spoken reminders in every MXD-LTE (docs/unit-protocol.md, "Commands"). */
export const MESSAGE_NUMBERS = {
  EatAMeal: 1,
  TakeMedication: 2,
  TestBloodSugar: 3,
  TestUnit: 4,
} as const satisfies Record<Reminder['Message'], number>;

/** The command for a reminder that is due: an MXD-LTE speaks it, a wearable gives its shortest chime. */
export const commandFor = (
  model: UnitModel,
  Message: Reminder['Message'],
): { command: string; arguments: Record<string, string | number> } =>
  model === 'MXD-LTE'
    ? { command: 'PlayMultiMessage', arguments: { messages: String(MESSAGE_NUMBERS[Message]) } }
    : { command: 'CHIME', arguments: { seconds: CHIME_SECONDS.shortest } };
