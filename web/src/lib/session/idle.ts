import { SECOND } from '#core/time.ts';

/** Portal-1 section 9: a warning after 2400 s without activity, the sign-out 60 s later. Milliseconds. */
export const WARN_AFTER = 2400 * SECOND;
export const SIGN_OUT_AFTER = WARN_AFTER + 60 * SECOND;

export type IdlePhase = 'active' | 'warning' | 'expired';

/** What somebody is who was last active at `lastActive`. Both in milliseconds since 1970, as is every moment here. */
export function idlePhase(lastActive: number, now: number): IdlePhase {
  const idle = now - lastActive;
  if (idle >= SIGN_OUT_AFTER) return 'expired';
  return idle >= WARN_AFTER ? 'warning' : 'active';
}

/**
 * The last activity after something was done at `at`. What comes too late does not count: a machine that slept through
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
