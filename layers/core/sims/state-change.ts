import { ACTIONS } from '../severity.ts';
import type { Acknowledgement } from './acknowledgement.ts';
import { isBefore, stateOfStatus } from './live-state.ts';
import { isInService, SIM_STATE, type SimState, type Viewer } from './sim-state.ts';

/** The states that a person may request: on and off; engineers may request every state that carriers have. */
export const askableStates = ({ engineer }: Viewer): readonly SimState[] =>
  engineer ? [14, 15, 18, 19, 20, 21, 22, 35] : [14, 15];

export const mayAskFor = (target: SimState, viewer: Viewer) => askableStates(viewer).includes(target);

/** What a person must acknowledge before a SIM's state changes, in the order shown. */
export const ACKNOWLEDGEMENTS = {
  // Read when it is shown: a function that shows none does not load the sentences of all actions.
  get inoperable() {
    return ACTIONS.switchSimOff.acknowledgements[0];
  },
  activationFee: 'An activation fee applies when the SIM is activated again.',
  callerId: 'The caller ID changes.',
  get noVoice() {
    return ACTIONS.changePlanForMany.acknowledgements[0];
  },
  get onTheWay() {
    return ACTIONS.changeCarrierForMany.acknowledgements[0];
  },
} as const satisfies Record<Acknowledgement, string>;

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

/** True if the unit loses the line that it uses. */
export const losesLine = ({ target, activeCarrier }: Change): boolean =>
  activeCarrier && WITHOUT_SERVICE.includes(target);

/** What must be acknowledged: all three if the unit loses the line in use, else the fee [P2-B120 to P2-B124]. */
export const acknowledgementsFor = (change: Change): Acknowledgement[] =>
  losesLine(change) ? ['inoperable', 'activationFee', 'callerId'] : ['activationFee'];

/** How grave the change is, and the sentences to acknowledge. */
export function weightOf(needed: readonly Acknowledgement[]) {
  const { severity } = needed.includes('inoperable') ? ACTIONS.switchSimOff : ACTIONS.changeSim;
  const [first = 'activationFee', ...others] = needed;
  const acknowledgements: [string, ...string[]] = [
    ACKNOWLEDGEMENTS[first],
    ...others.map((key) => ACKNOWLEDGEMENTS[key]),
  ];
  return { severity, acknowledgements };
}

/** The state to store after the carrier has answered. Whether an activated line can be called is known only when it is read. */
export function stateAfter(outcome: 'done' | 'accepted', target: SimState): SimState {
  if (outcome === 'accepted') return SIM_STATE.pendingActivation;
  return target === SIM_STATE.activated ? SIM_STATE.provisioningVoice : target;
}

/** Whether the change may be confirmed with what has been acknowledged. */
export const mayConfirm = (change: Change, given: readonly Acknowledgement[]) =>
  acknowledgementsFor(change).every((needed) => given.includes(needed));

/** True if the carrier says that it serves the line. It does not serve a suspended one, nor one whose state has no name in the portal. */
export const isServed = (status: string): boolean =>
  isInService(stateOfStatus(status, { voiceNotReady: false, pendingActivation: false }));

/** P2-M12. */
export const OVERRIDE_FAILED = 'Error overriding state. Retry. If problem persist, please contact support';

/**
 * True if 'change to activated' is offered: slot 2 waits for voice although the network has written to the SIM since its
 * activation [P2-S22].
 */
export function mayOverrideToActivated({ slot, state, status, ...dates }: OverrideFacts): boolean {
  if (slot !== 2 || state !== SIM_STATE.provisioningVoice || !isServed(status)) return false;
  const { dateActivated, SIMOTADate } = dates;
  return dateActivated !== undefined && SIMOTADate !== undefined && isBefore(dateActivated, SIMOTADate);
}

interface OverrideFacts {
  slot: 1 | 2;
  state: SimState;
  /** The carrier's own name of the state. */
  status: string;
  dateActivated?: string | undefined;
  SIMOTADate?: string | undefined;
}
