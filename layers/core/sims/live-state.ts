import type { CarrierSim, CarrierState, SimSlot } from './carrier-sim.ts';
import { isDialable } from './identifiers.ts';
import { isInService, SIM_STATE, type SimState } from './sim-state.ts';

type Readiness = Pick<CarrierState, 'voiceNotReady' | 'pendingActivation'>;

/**
 * The portal's state for a carrier's state. Undefined if the specification names none (suspended, trial, replaced): the stored
 * state stays.
 */
export function stateOfStatus(status: string, { voiceNotReady, pendingActivation }: Readiness): SimState | undefined {
  const active = voiceNotReady || pendingActivation ? SIM_STATE.provisioningVoice : SIM_STATE.activated;
  switch (status) {
    case 'ACTIVATED':
    case 'active':
    case 'ACTIVATION_READY':
    case 'TEST_READY':
      return active;
    case 'DEACTIVATED':
    case 'deactive':
      return SIM_STATE.deactivated;
    case 'INVENTORY':
      return SIM_STATE.inventory;
    case 'RETIRED':
      return SIM_STATE.retired;
    case 'PURGED':
      return SIM_STATE.purged;
    default:
      return status.toLowerCase().startsWith('pending') ? SIM_STATE.pendingActivation : undefined;
  }
}

/**
 * States that a person sets and that are finer than the carrier's. They stay while the carrier reports one of these states.
 * Non-Billing is a deactivated line that the portal marks.
 */
const SET_BY_PERSON: Partial<Record<SimState, readonly string[]>> = {
  [SIM_STATE.testReady]: ['TEST_READY'],
  [SIM_STATE.activationReady]: ['ACTIVATION_READY'],
  [SIM_STATE.nonBilling]: ['DEACTIVATED', 'deactive'],
};

const isSetByPerson = (state: SimState, status: string) => SET_BY_PERSON[state]?.includes(status) ?? false;

/**
 * The present state of a SIM. `asked` is a requested change that the carrier has not confirmed: until the carrier reports it,
 * the SIM is pending.
 */
export function liveState(sim: CarrierState, stored: SimState, asked?: SimState): SimState {
  const { status } = sim.deviceDetails;
  const told = stateOfStatus(status, sim);
  if (isSetByPerson(asked ?? stored, status)) return asked ?? stored;
  if (asked === undefined) return told ?? stored;
  return told !== undefined && showsTarget(told, asked) ? told : SIM_STATE.pendingActivation;
}

/** True if a SIM in this state has what was asked for. An activated line may still wait for its voice. */
export const showsTarget = (state: SimState, target: SimState): boolean =>
  state === target || (target === SIM_STATE.activated && state === SIM_STATE.provisioningVoice);

/**
 * What the carrier says of a SIM, to compare it with the stored state: its present state, or null for a line that the portal takes for active and
 * whose carrier has a state for it that the portal has no name of (suspended, trial, replaced).
 */
export function comparedState(sim: CarrierState, stored: SimState, asked?: SimState): SimState | null {
  const isNamed = stateOfStatus(sim.deviceDetails.status, sim) !== undefined;
  return isNamed || asked !== undefined || !isInService(stored) ? liveState(sim, stored, asked) : null;
}

/** Joins the carrier's data and both states for the screens. */
export const simSlot = (sim: CarrierSim, stored: SimState, live: SimState): SimSlot => ({
  ...sim,
  storedState: stored,
  deviceDetails: { ...sim.deviceDetails, state: live },
});

interface VoiceFacts {
  /** Whether the line's plan includes voice at all. */
  voicePlan: boolean;
  msisdn?: string | undefined;
  dateActivated?: string | undefined;
  SIMOTADate?: string | undefined;
}

/**
 * True if an active line cannot be called yet. No carrier reports it: it follows from the line's number, and at Verizon also
 * from whether the network has written to the SIM since the activation.
 */
export function isVoiceNotReady({ voicePlan, msisdn, dateActivated, SIMOTADate }: VoiceFacts): boolean {
  if (!voicePlan) return false;
  if (!isDialable(msisdn)) return true;
  return dateActivated !== undefined && SIMOTADate !== undefined && isBefore(SIMOTADate, dateActivated);
}

type Voice = 'pending' | 'notInService' | 'notReady' | 'ready';

/** Returns whether a SIM can be called now. The carrier says nothing of the voice of a line that it does not serve. */
export function voiceOf({ deviceDetails: { status }, voiceNotReady, pendingActivation }: CarrierState): Voice {
  if (pendingActivation) return 'pending';
  if (!isInService(stateOfStatus(status, { voiceNotReady, pendingActivation }))) return 'notInService';
  return voiceNotReady ? 'notReady' : 'ready';
}

export const isBefore = (earlier: string, later: string) => Date.parse(earlier) < Date.parse(later);
