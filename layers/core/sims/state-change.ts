import { isBefore } from './live-state.ts';
import { SIM_STATE, type SimState, type Viewer } from './sim-state.ts';

/** The states that a person may request: on and off; engineers may request every state that carriers have. */
export const askableStates = ({ engineer }: Viewer): readonly SimState[] =>
  engineer ? [14, 15, 18, 19, 20, 21, 22, 35] : [14, 15];

export const mayAskFor = (target: SimState, viewer: Viewer) => askableStates(viewer).includes(target);

/** What a person must acknowledge before a SIM's state changes, in the order shown. */
export const ACKNOWLEDGEMENTS = {
  inoperable: 'The unit becomes inoperable and can no longer be reached.',
  activationFee: 'An activation fee applies when the SIM is activated again.',
  callerId: 'The caller ID changes.',
} as const;
export type Acknowledgement = keyof typeof ACKNOWLEDGEMENTS;

interface Change {
  target: SimState;
  /** Whether the unit runs on this SIM now. */
  activeCarrier: boolean;
}

const WITHOUT_SERVICE: readonly SimState[] = [
  SIM_STATE.deactivated,
  SIM_STATE.inventory,
  SIM_STATE.retired,
  SIM_STATE.purged,
  SIM_STATE.nonBilling,
];

/** What must be acknowledged: all three if the unit loses the line in use, else the fee [P2-B120 to P2-B124]. */
export const acknowledgementsFor = ({ target, activeCarrier }: Change): Acknowledgement[] =>
  activeCarrier && WITHOUT_SERVICE.includes(target) ? ['inoperable', 'activationFee', 'callerId'] : ['activationFee'];

/** Whether the change may be confirmed with what has been acknowledged. */
export const mayConfirm = (change: Change, given: readonly Acknowledgement[]) =>
  acknowledgementsFor(change).every((needed) => given.includes(needed));

/**
 * True if 'change to activated' is offered: slot 2 waits for voice although the network has written to the SIM since its
 * activation [P2-S22].
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
