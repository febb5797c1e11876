import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { AppError } from '#core/errors.ts';
import type { Rights } from '#core/scope.ts';
import { otherSim, slotOf } from '#core/sims/deactivation.ts';
import { SIM_STATE } from '#core/sims/sim-state.ts';
import { verizonSlotOf } from '#core/sims/verizon-slot.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { type BulkActionOutcome, bulkActionRowStore } from '../bulk-actions/bulk-action-rows.ts';
import type { BulkTools } from '../kit/area.ts';
import { type Answer, askFor, isStopped, settleAnswers } from './ask-for-row.ts';
import { simDeactivationStore } from './sim-deactivations.ts';

const NOT_MARKED = 'Verizon was asked, but the other SIM was not marked, because the bulk action was stopped';

/**
 * Activates the Verizon SIM of a unit, and on request marks the other one: it is deactivated after the unit has logged in over Verizon. What the
 * carrier refuses fails the row, which can be tried again.
 */
export async function makeVerizon(
  outcome: BulkActionOutcome,
  rights: Rights,
  unit: UnitRecord,
  tools: BulkTools,
): Promise<unknown> {
  if (await bulkActionRowStore.isSettled(outcome)) return;
  const slot = verizonSlotOf(unit);
  if (slot === undefined) return bulkActionRowStore.fail(outcome, 'The unit has no SIM of Verizon');
  const { bchKey, attempt } = outcome.bulkAction;
  const bulkAction = { bchKey, attempt };
  const change = { bulkAction, target: SIM_STATE.activated, acknowledged: ['activationFee'], why: 'order' } as const;
  const answer = await askFor(change, rights, unit, slot, tools);
  if (!answer) return;
  const old = simToMark(outcome.bulkAction, unit, slot);
  if (old === undefined || typeof answer.result === 'object') return settleAnswers(outcome, [answer]);
  // The carrier took its time: once the action is stopped, no other SIM is marked. A retry marks it.
  if (await isStopped(outcome)) return settleAnswers(outcome, [await unlessUnmarked(outcome.bulkAction, unit, answer)]);
  const mark = () => simDeactivationStore.mark({ ...rights, askedBy: tools.askedBy }, unit, old, outcome.now);
  return settleAnswers(outcome, [await afterMark(answer, mark)]);
}

/** The answer of the row of a stopped bulk action. It failed if its other SIM should be marked and is not. */
export async function unlessUnmarked(bulkAction: BulkActionRecord, unit: UnitRecord, answer: Answer): Promise<Answer> {
  const old = simToMark(bulkAction, unit, answer.slot);
  const isMarked = old === undefined || (await simDeactivationStore.get(unit))?.iccid === old;
  return isMarked ? answer : { ...answer, result: { refusal: NOT_MARKED } };
}

/** The other SIM of a unit, if the bulk action deactivates it. Undefined if it is off already. */
function simToMark({ type }: BulkActionRecord, unit: UnitRecord, slot: 1 | 2): string | undefined {
  const old = otherSim(unit, unit[`ICCID${slot}`]!);
  return type === 'deactivateOldSims' && old !== undefined && isOn(unit, old) ? old : undefined;
}

/** The answer of the row once its other SIM is marked. A SIM that is marked is a change, so the row was not so already. */
async function afterMark(answer: Answer, mark: () => Promise<unknown>): Promise<Answer> {
  try {
    await mark();
    return answer.result === 'already' ? { ...answer, result: 'done' } : answer;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'CONFLICT') throw error;
    return { ...answer, result: { refusal: error.message } };
  }
}

const OFF: readonly (number | undefined)[] = [SIM_STATE.deactivated, SIM_STATE.nonBilling, SIM_STATE.retired];
const isOn = (unit: UnitRecord, iccid: string) => !OFF.includes(unit[`ICCID${slotOf(unit, iccid)!}State`]);
