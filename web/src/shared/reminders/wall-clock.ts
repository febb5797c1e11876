import { DEFAULT_MINUTES_AHEAD } from '#core/reminders/reminder.ts';
import { MINUTE } from '#core/time.ts';
import { inZone, wallClock } from '#core/time-zones.ts';

/** Five minutes from now in a zone, rounded up to the minute [P2-V04]. */
export const defaultTime = (now: number, timeZone: string) =>
  wallClock(Math.ceil(now / MINUTE) * MINUTE + DEFAULT_MINUTES_AHEAD * MINUTE, timeZone);

/** True if a wall-clock time of a zone is in the future [P2-V02, P2-V03]. */
export const isAhead = (localTime: string, timeZone: string, now: number) =>
  inZone(localTime, timeZone).getTime() > now;
