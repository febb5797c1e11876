import { ACTIONS } from '../severity.ts';
import { MINUTE } from '../time.ts';
import type { Acknowledgement } from './acknowledgement.ts';
import { isActiveSim } from './active-sim.ts';
import { CHOSEN_SIMS_WORDS, type ChosenSims, type SimChangeType } from './chosen-sims.ts';
import type { LatestState } from './latest-state.ts';
import { showsTarget } from './live-state.ts';
import { SIM_STATE, type SimState, simStateLabel } from './sim-state.ts';
import { acknowledgementsFor, losesLine, weightOf } from './state-change.ts';

/** The state that the carriers are asked for. */
export const targetOf = (type: SimChangeType): SimState =>
  type === 'activateSim' ? SIM_STATE.activated : SIM_STATE.deactivated;

/** What a person acknowledges for all units: a unit can lose its line unless its SIM in use stays out of it. */
export const acknowledgementsForMany = (target: SimState, sims: ChosenSims): Acknowledgement[] =>
  acknowledgementsFor({ target, activeCarrier: sims !== 'notInUse' });

/** How grave the change of many units is, and the sentences to acknowledge. */
export function weightForMany(target: SimState, sims: ChosenSims) {
  const { severity, acknowledgements } = weightOf(acknowledgementsForMany(target, sims));
  const [first, ...others] = acknowledgements;
  const isOff = severity === 'stopsHelp';
  const sentences: [string, ...string[]] = [isOff ? ACTIONS.switchSimOffForMany.acknowledgements[0] : first, ...others];
  return { severity, acknowledgements: sentences };
}

type Sims = Parameters<typeof isActiveSim>[0] & {
  ICCID1State?: number | undefined;
  ICCID2State?: number | undefined;
};

/** The slots of a unit whose SIMs are changed. Empty if it has no such SIM. */
export const slotsOf = (unit: Sims, sims: ChosenSims): (1 | 2)[] =>
  ([1, 2] as const).filter(
    (slot) => unit[`ICCID${slot}`] && (sims === 'each' || isActiveSim(unit, slot) === (sims === 'inUse')),
  );

/** True if the unit would lose the line that it uses. A SIM that needs no change takes none. */
export const wouldLoseLine = (unit: Sims, target: SimState, sims: ChosenSims): boolean =>
  slotsOf(unit, sims).some(
    (slot) =>
      !isSoAlready(unit[`ICCID${slot}State`], target) && losesLine({ target, activeCarrier: isActiveSim(unit, slot) }),
  );

/** True if a SIM in this state needs no change. The carrier has a SIM at Non-Billing deactivated. */
export const isSoAlready = (state: number | undefined, target: SimState): boolean =>
  state !== undefined &&
  (showsTarget(state as SimState, target) || (target === SIM_STATE.deactivated && state === SIM_STATE.nonBilling));

export const noSuchSim = (sims: ChosenSims): string =>
  sims === 'each' ? 'It has no SIM' : `It has no SIM that is ${CHOSEN_SIMS_WORDS[sims]}`;

/** Why a unit would not be changed, as far as the portal knows without its carrier. Undefined if it would be. */
export function whyNoSimChange(unit: Sims, target: SimState, sims: ChosenSims): string | undefined {
  const slots = slotsOf(unit, sims);
  if (slots.length === 0) return noSuchSim(sims);
  return slots.every((slot) => isSoAlready(unit[`ICCID${slot}State`], target))
    ? `Its SIM is ${simStateLabel(target, { engineer: false }).toLowerCase()} already`
    : undefined;
}

/** So long, in milliseconds, a worker or a request of the portal can take at most: until then its question to the carrier may be on its way. */
const ON_ITS_WAY_MS = MINUTE;

interface Requested {
  step: string;
  target?: number | undefined;
  at: string;
}

interface Standing {
  /** The request for a state that was made last. */
  latest: LatestState<Requested>;
  /** True if a reading contradicts what the carrier has just confirmed. */
  lags: boolean;
  /** When the SIM was made pending. Undefined for one that is not. */
  pendingSince?: string | undefined;
}

/**
 * What becomes of the wish for a state, by what was asked before:
 * - asked: the carrier has accepted the same, or has just done it
 * - wait: somebody may be asking at this moment, so another request could double theirs
 * - ask: nothing is on its way
 */
export function wishOf(
  target: SimState,
  { latest: { open, unanswered, confirmed }, lags, pendingSince }: Standing,
  now: number,
): 'asked' | 'wait' | 'ask' {
  if (open?.step === 'accepted' && open.target === target) return 'asked';
  const last = open ?? unanswered ?? confirmed;
  if (last === confirmed && lags && confirmed?.target === target) return 'asked';
  if (open?.step === 'asked' && mayBeOnItsWay(open.at, now)) return 'wait';
  const isRecorded = last !== undefined && pendingSince !== undefined && last.at >= pendingSince;
  return !isRecorded && pendingSince !== undefined && mayBeOnItsWay(pendingSince, now) ? 'wait' : 'ask';
}

/** True if the worker or request that began a question to a carrier at this time may still be busy with it. */
export const mayBeOnItsWay = (at: string, now: number): boolean => now - Date.parse(at) < ON_ITS_WAY_MS;
