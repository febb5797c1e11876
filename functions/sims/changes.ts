import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { SIM_STATE } from '#core/sims/sim-state.ts';
import { mayOverrideToActivated } from '#core/sims/state-change.ts';
import { simChangeStore } from '#data/sims/sim-changes.ts';
import { carriers } from '#platform/aws/carriers.ts';
import { type Asked, simOf } from '#platform/sims/change-state.ts';
import { slotState } from '#platform/sims/slot.ts';

const OVERRIDE_FAILED = 'Error overriding state. Retry. If problem persist, please contact support';

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
