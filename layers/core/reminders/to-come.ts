import type { Reminder } from './reminder.ts';

/** True if a reminder is still to be given. */
export const isToCome = ({ state }: Pick<Reminder, 'state'>): boolean => state === 'scheduled' || state === 'waiting';
