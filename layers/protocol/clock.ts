import { KEPT_BY_UNIT_MS } from '#core/history/alarm.ts';
import { MINUTE } from '#core/time.ts';

/** How far a unit's clock may run ahead of the server's: 10 minutes, in milliseconds. */
export const MAX_AHEAD = 10 * MINUTE;

/** True if a time (ms, UTC) that was just read from a unit's clock can be right. */
export const isNear = (time: number, now: number): boolean => Math.abs(time - now) <= MAX_AHEAD;

/** False if a report of this time (ms, UTC) shows that the unit's clock is wrong. */
export const isBelievable = (MessageTime: number, now: number): boolean =>
  MessageTime <= now + MAX_AHEAD && MessageTime >= now - KEPT_BY_UNIT_MS;
