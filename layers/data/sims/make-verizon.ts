import { AppError } from '#core/errors.ts';
import type { Rights } from '#core/scope.ts';
import { carrierOf } from '#core/sims/carrier.ts';
import { otherSim, slotOf } from '#core/sims/deactivation.ts';
import { SIM_STATE, type SimState } from '#core/sims/sim-state.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { type BulkActionOutcome, bulkActionRowStore } from '../bulk-actions/bulk-action-rows.ts';
import type { BulkTools } from '../kit/area.ts';
import { simDeactivationStore } from './sim-deactivations.ts';

const VERIZON = 1;
const ON: readonly SimState[] = [SIM_STATE.activated, SIM_STATE.provisioningVoice, SIM_STATE.pendingActivation];

/**
 * Activates the Verizon SIM of a unit, and on request marks the other one: it is deactivated after the unit has logged in over Verizon. What the
 * carrier refuses fails the row, which can be tried again.
 */
export async function makeVerizon(
  outcome: BulkActionOutcome,
  rights: Rights,
  unit: UnitRecord,
  { askedBy, simState, activateSim }: BulkTools,
): Promise<unknown> {
  if (await bulkActionRowStore.isSettled(outcome)) return;
  const slot = ([1, 2] as const).find((one) => carrierOf(unit[`ICCID${one}`] ?? '') === VERIZON);
  if (slot === undefined) return bulkActionRowStore.fail(outcome, 'The unit has no SIM of Verizon');
  try {
    if (!ON.includes(await simState(unit, slot))) await activateSim(rights, unit, slot, outcome.bulkAction.bchKey);
    const old = otherSim(unit, unit[`ICCID${slot}`]!);
    if (outcome.bulkAction.type === 'deactivateOldSims' && old !== undefined && isOn(unit, old))
      await simDeactivationStore.mark({ ...rights, askedBy }, unit, old, outcome.now);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'CONFLICT') throw error;
    return bulkActionRowStore.fail(outcome, error.message);
  }
  return bulkActionRowStore.done(outcome);
}

const OFF: readonly (number | undefined)[] = [SIM_STATE.deactivated, SIM_STATE.nonBilling, SIM_STATE.retired];
const isOn = (unit: UnitRecord, iccid: string) => !OFF.includes(unit[`ICCID${slotOf(unit, iccid)!}State`]);
