import { SIGN_OUT_AFTER, WARN_AFTER } from '#core/auth/idle.ts';
import { SECOND } from '#core/time.ts';

export type IdlePhase = 'active' | 'warning' | 'expired';

/** The phase of a user who was last active at `lastActive`. All times are in milliseconds since 1970. */
export function idlePhase(lastActive: number, now: number): IdlePhase {
  const idle = now - lastActive;
  if (idle >= SIGN_OUT_AFTER) return 'expired';
  return idle >= WARN_AFTER ? 'warning' : 'active';
}

/**
 * The last activity after an action at `at`. An action after the time-out does not count: a machine that slept through
 * the sign-out must not wake up signed in because the mouse moved before the timer ran.
 */
export const afterActivity = (lastActive: number, at: number): number =>
  at <= lastActive || idlePhase(lastActive, at) === 'expired' ? lastActive : at;

/** Milliseconds until the phase changes; 0 once expired. */
export function untilNextPhase(lastActive: number, now: number): number {
  const phase = idlePhase(lastActive, now);
  if (phase === 'expired') return 0;
  return lastActive + (phase === 'active' ? WARN_AFTER : SIGN_OUT_AFTER) - now;
}

/** Whole seconds until the sign-out, rounded up; counts down on the warning. */
export const secondsLeft = (lastActive: number, now: number): number =>
  Math.max(0, Math.ceil((lastActive + SIGN_OUT_AFTER - now) / SECOND));
