import { askerOf } from '#core/auth/identities.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import type { Acknowledgement } from '#core/sims/acknowledgement.ts';
import { DEACTIVATION_ACKNOWLEDGEMENTS, slotOf } from '#core/sims/deactivation.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { simDeactivationStore } from '#data/sims/sim-deactivations.ts';

/** Marks a SIM of the unit for its deactivation. INVALID without the acknowledgements. */
export async function markForDeactivation(
  scope: Scope,
  unit: UnitRecord,
  iccid: string,
  acknowledged: readonly Acknowledgement[],
): Promise<void> {
  if (!DEACTIVATION_ACKNOWLEDGEMENTS.every((needed) => acknowledged.includes(needed)))
    throw new AppError('INVALID', 'Acknowledge the consequences first');
  requireSim(unit, iccid);
  await simDeactivationStore.mark({ ...scope, askedBy: askerOf(scope) }, unit, iccid, Date.now());
}

/** Throws what `markForDeactivation` refuses before it writes. */
export async function requireMarkable(unit: UnitRecord, iccid: string): Promise<void> {
  requireSim(unit, iccid);
  await simDeactivationStore.isMarked(unit, iccid);
}

function requireSim(unit: UnitRecord, iccid: string): void {
  if (slotOf(unit, iccid) === undefined) throw new AppError('NOT_FOUND', 'The unit has no such SIM');
}
