import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import type { SimState } from '#core/sims/sim-state.ts';
import { SIM_STATE } from '#core/sims/sim-state.ts';
import {
  type Acknowledgement,
  isActiveSim,
  mayAskFor,
  mayConfirm,
  mayOverrideToActivated,
  stateAfter,
} from '#core/sims/state-change.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { simChangeStore } from '#data/sims/sim-changes.ts';
import { unitStore } from '#data/units/units.ts';
import { carriers } from '#platform/aws/carriers.ts';
import { slotState, storedSlot } from './slot.ts';

const OVERRIDE_FAILED = 'Error overriding state. Retry. If problem persist, please contact support';

interface Asked {
  UnitSerNum: string;
  slot: 1 | 2;
  iccid: string;
}

/**
 * Asks the carrier for a state. The SIM is pending before the carrier is asked, so that a process that dies meanwhile leaves a SIM whose next
 * reading shows what the carrier did.
 */
export async function changeState(
  scope: Scope,
  { state, acknowledged, ...asked }: Asked & { state: SimState; acknowledged: readonly Acknowledgement[] },
) {
  if (!mayAskFor(state, { engineer: scope.flags.includes('ENGINEER') }))
    throw new AppError('FORBIDDEN', 'You may not ask for this state');
  const { unit, sim } = await simOf(scope, asked);
  if (!mayConfirm({ target: state, activeCarrier: isActiveSim(unit, asked.slot) }, acknowledged))
    throw new AppError('INVALID', 'Acknowledge the consequences first');
  // Without its credentials nothing is asked, so nothing is stored.
  const carrier = (await carriers())[sim.carrier];
  const pending = await simChangeStore.ask(scope, unit, asked.slot, state, Date.now());
  const store = (to: SimState) => simChangeStore.settle(pending, asked.slot, to);
  try {
    const { outcome } = await carrier.changeState(sim.iccid, state, { imei: unit.IMEI });
    const after = stateAfter(outcome, state);
    await store(after);
    return { outcome, state: after };
  } catch (error) {
    if (isRefusal(error)) await store(sim.state);
    throw error;
  }
}

/** Stores that slot 2 is activated, if the network has written to the SIM since its activation [P2-S22]. */
export async function overrideState(scope: Scope, { UnitSerNum, ICCID2 }: { UnitSerNum: string; ICCID2: string }) {
  const { unit } = await simOf(scope, { UnitSerNum, slot: 2, iccid: ICCID2 });
  const { live: state, sim } = await slotState(unit, 2).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'UNAVAILABLE'
      ? new AppError('UNAVAILABLE', OVERRIDE_FAILED)
      : error;
  });
  if (!mayOverrideToActivated({ slot: 2, state, ...sim.deviceDetails }))
    throw new AppError('CONFLICT', 'The SIM does not wait for voice, or the network has not written to it yet');
  await simChangeStore.override(scope, unit, Date.now());
  return { state: SIM_STATE.activated };
}

export async function editCommunicationPlan(scope: Scope, { plan, ...asked }: Asked & { plan: string }) {
  const { unit, sim } = await simOf(scope, asked);
  const carrier = (await carriers())[sim.carrier];
  await simChangeStore.askForPlan(scope, unit, asked.slot, plan, Date.now());
  const { outcome } = await carrier.editCommunicationPlan(sim.iccid, plan);
  return { outcome };
}

/** The SIM that the person saw. CONFLICT if the slot has another one now. */
async function simOf(scope: Scope, { UnitSerNum, slot, iccid }: Asked) {
  const unit: UnitRecord = await unitStore.get(scope, UnitSerNum);
  const sim = storedSlot(unit, slot);
  if (!sim) throw new AppError('NOT_FOUND', `There is no SIM in slot ${slot}`);
  if (sim.iccid !== iccid) throw new AppError('CONFLICT', 'The slot has another SIM now. Please load the page again');
  return { unit, sim };
}

/** The carrier has decided that nothing changes. Without an answer the outcome is not known. */
const isRefusal = (error: unknown) =>
  error instanceof AppError && ['CONFLICT', 'NOT_FOUND', 'INVALID', 'TOO_MANY'].includes(error.code);
