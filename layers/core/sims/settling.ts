import { MINUTE } from '../time.ts';
import type { CarrierState } from './carrier-sim.ts';
import { liveState, showsTarget, stateOfStatus } from './live-state.ts';
import type { SimState } from './sim-state.ts';

/**
 * So long after a carrier has confirmed a change, its list of devices may still show the state before, in milliseconds. No carrier documents a time. A
 * quarter of an hour covers the readings after 1, 3, 7 and 15 minutes (due-work.ts), so the last of them decides.
 */
export const SETTLING_MS = 15 * MINUTE;

/** A request for a state that its carrier has confirmed. */
export interface ConfirmedRequest {
  target: SimState;
  /** When it was confirmed. */
  at: string;
}

/** True if a reading contradicts what the carrier has just confirmed. Such a reading decides nothing, and the SIM is read again later. */
export function isLagging(sim: CarrierState, { target, at }: ConfirmedRequest, now: number): boolean {
  if (now - Date.parse(at) >= SETTLING_MS) return false;
  const isNamed = stateOfStatus(sim.deviceDetails.status, sim) !== undefined;
  return !isNamed || !showsTarget(liveState(sim, target), target);
}
