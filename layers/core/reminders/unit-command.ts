import type { UnitModel } from '../units/unit.ts';
import type { Reminder } from './reminder.ts';

/** Long enough to be noticed, the shortest that a wearable takes. */
const CHIME_SECONDS = 20;

/** What a unit is told when a reminder is due: an MXD-LTE speaks it, a wearable chimes. */
export const commandFor = (
  model: UnitModel,
  Message: Reminder['Message'],
): { command: string; arguments: Record<string, string | number> } =>
  model === 'MXD-LTE'
    ? { command: 'PlayMultiMessage', arguments: { message: Message } }
    : { command: 'CHIME', arguments: { seconds: CHIME_SECONDS, text: Message } };
