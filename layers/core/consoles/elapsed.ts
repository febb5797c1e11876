import { SECOND } from '../time.ts';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A length of time in milliseconds as `HH:mm:ss`; more than 99 hours take more digits. */
export function elapsedClock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND));
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':');
}

/** Whole seconds from `now` until `until`, both in milliseconds; 0 in the past. */
export const secondsUntil = (until: number, now: number) => Math.max(0, Math.ceil((until - now) / SECOND));

/** The minutes and seconds left: `4:07`. */
export function countdownClock(until: number, now: number): string {
  const seconds = secondsUntil(until, now);
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}
