import { CHIME_SECONDS } from '../consoles/commands.ts';
import type { UnitModel } from '../units/unit.ts';
import type { Reminder } from './reminder.ts';

/** The numbers under which every MXD-LTE has what it says as a reminder (docs/unit-protocol.md, "Commands"). */
export const MESSAGE_NUMBERS = {
  EatAMeal: 1,
  TakeMedication: 2,
  TestBloodSugar: 3,
  TestUnit: 4,
} as const satisfies Record<Reminder['Message'], number>;

/** What a unit is told when a reminder is due: an MXD-LTE speaks it, a wearable chimes for as short as it can. */
export const commandFor = (
  model: UnitModel,
  Message: Reminder['Message'],
): { command: string; arguments: Record<string, string | number> } =>
  model === 'MXD-LTE'
    ? { command: 'PlayMultiMessage', arguments: { messages: String(MESSAGE_NUMBERS[Message]) } }
    : { command: 'CHIME', arguments: { seconds: CHIME_SECONDS.shortest } };
