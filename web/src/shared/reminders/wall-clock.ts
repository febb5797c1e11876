import { DEFAULT_MINUTES_AHEAD, inZone } from '#core/reminders/reminder.ts';
import { MINUTE } from '#core/time.ts';

/** The wall-clock time of a zone at a moment, to the minute: `2026-11-21T09:30`. */
export function wallClock(moment: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)!.value;
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** Five minutes from now in a zone, rounded up to the minute [P2-V04]. */
export const defaultTime = (now: number, timeZone: string) =>
  wallClock(Math.ceil(now / MINUTE) * MINUTE + DEFAULT_MINUTES_AHEAD * MINUTE, timeZone);

/** True if a wall-clock time of a zone is in the future [P2-V02, P2-V03]. */
export const isAhead = (localTime: string, timeZone: string, now: number) =>
  inZone(localTime, timeZone).getTime() > now;
