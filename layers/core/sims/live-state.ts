import type { CarrierSim, SimSlot } from './carrier-sim.ts';
import { isDialable } from './identifiers.ts';
import { SIM_STATE, type SimState } from './sim-state.ts';

type Readiness = Pick<CarrierSim, 'voiceNotReady' | 'pendingActivation'>;

/**
 * The state that a carrier's word means; undefined where the specification gives it none (suspended, trial, replaced),
 * and then the portal's own knowledge stands.
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
 * States that a person sets and that say more than the carrier's word for them does: they stand as long as the carrier
 * says one of these words. Non-Billing is a deactivated line that the portal marks.
 */
const SET_BY_PERSON: Partial<Record<SimState, readonly string[]>> = {
  [SIM_STATE.testReady]: ['TEST_READY'],
  [SIM_STATE.activationReady]: ['ACTIVATION_READY'],
  [SIM_STATE.nonBilling]: ['DEACTIVATED', 'deactive'],
};

const stands = (state: SimState, status: string) => SET_BY_PERSON[state]?.includes(status) ?? false;

/**
 * The state of a SIM now. `asked` is a change that the carrier was asked for and has not confirmed: until the carrier's
 * word fulfils it, the SIM is pending.
 */
export function liveState(sim: CarrierSim, stored: SimState, asked?: SimState): SimState {
  const { status } = sim.deviceDetails;
  const told = stateOfStatus(status, sim);
  if (stands(asked ?? stored, status)) return asked ?? stored;
  if (asked === undefined) return told ?? stored;
  const awaitsVoice = asked === SIM_STATE.activated && told === SIM_STATE.provisioningVoice;
  return told !== undefined && (told === asked || awaitsVoice) ? told : SIM_STATE.pendingActivation;
}

/** The state to write back where what is stored is not what the carrier tells; undefined where they agree [P2-S21]. */
export function correctedState(sim: CarrierSim, stored: SimState, asked?: SimState): SimState | undefined {
  const live = liveState(sim, stored, asked);
  return live === stored ? undefined : live;
}

/** What the carrier told and what is stored, put together for the screens. */
export const simSlot = (sim: CarrierSim, stored: SimState, asked?: SimState): SimSlot => ({
  ...sim,
  storedState: stored,
  deviceDetails: { ...sim.deviceDetails, state: liveState(sim, stored, asked) },
});

interface VoiceFacts {
  /** Whether the line's plan includes voice at all. */
  voicePlan: boolean;
  msisdn?: string | undefined;
  dateActivated?: string | undefined;
  SIMOTADate?: string | undefined;
}

/**
 * Whether an active line cannot be called yet. No carrier tells so: it follows from the number that it has, and at
 * Verizon from the network not having written to the SIM since the activation.
 */
export function isVoiceNotReady({ voicePlan, msisdn, dateActivated, SIMOTADate }: VoiceFacts): boolean {
  if (!voicePlan) return false;
  if (!isDialable(msisdn)) return true;
  return dateActivated !== undefined && SIMOTADate !== undefined && isBefore(SIMOTADate, dateActivated);
}

/**
 * Whether 'change to activated' is offered: slot 2 waits for voice although the network wrote to the SIM after its
 * activation, so that nothing is left to wait for [P2-S22].
 */
export function mayOverrideToActivated({ slot, state, ...dates }: OverrideFacts): boolean {
  if (slot !== 2 || state !== SIM_STATE.provisioningVoice) return false;
  const { dateActivated, SIMOTADate } = dates;
  return dateActivated !== undefined && SIMOTADate !== undefined && isBefore(dateActivated, SIMOTADate);
}

interface OverrideFacts {
  slot: 1 | 2;
  state: SimState;
  dateActivated?: string | undefined;
  SIMOTADate?: string | undefined;
}

const isBefore = (earlier: string, later: string) => Date.parse(earlier) < Date.parse(later);
