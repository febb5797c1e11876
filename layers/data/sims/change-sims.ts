import type { BulkActionValue } from '#core/bulk-actions/kinds.ts';
import { AppError } from '#core/errors.ts';
import type { Rights } from '#core/scope.ts';
import { noSuchSim, slotsOf, targetOf } from '#core/sims/change-for-many.ts';
import { SimChangeType } from '#core/sims/chosen-sims.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { type BulkActionOutcome, bulkActionRowStore } from '../bulk-actions/bulk-action-rows.ts';
import type { BulkTools } from '../kit/area.ts';
import { unitStore } from '../units/units.ts';
import { askFor, isStopped, NOT_ASKED, settleAnswers } from './ask-for-row.ts';

/**
 * Asks the carriers of a unit for a state of its chosen SIMs, by the rule of one SIM. Each carrier is read first, so a row that is done again asks nothing
 * that was asked already. What a carrier refuses fails the row, which can be tried again; the other SIM is asked for all the same.
 */
export async function changeSims(
  outcome: BulkActionOutcome,
  rights: Rights,
  unit: UnitRecord,
  tools: BulkTools,
): Promise<unknown> {
  if (await bulkActionRowStore.isSettled(outcome)) return;
  const change = changeOf(outcome);
  const [first, second] = slotsOf(unit, change.sims);
  if (first === undefined) return bulkActionRowStore.fail(outcome, noSuchSim(change.sims));
  const answer = await askFor(change, rights, unit, first, tools);
  if (!answer) return;
  if (second === undefined) return settleAnswers(outcome, [answer]);
  // The carrier of the first SIM took its time.
  const isHeld = await isStopped(outcome);
  const other = isHeld ? undefined : await askFor(change, rights, again(rights, unit), second, tools);
  if (!other && !answer.wasAsked) return;
  return settleAnswers(outcome, [answer, other ?? { slot: second, result: { refusal: NOT_ASKED }, wasAsked: false }]);
}

/** The unit as it is now. CONFLICT if it has other SIMs. */
async function again(rights: Rights, was: UnitRecord): Promise<UnitRecord> {
  const unit = await unitStore.get(rights, was.UnitSerNum);
  if (unit.ICCID1 !== was.ICCID1 || unit.ICCID2 !== was.ICCID2)
    throw new AppError('CONFLICT', 'The unit changed meanwhile');
  return unit;
}

function changeOf({ bulkAction: { bchKey, attempt, type, value } }: BulkActionOutcome) {
  const { sims, acknowledged } = value as Extract<BulkActionValue, { action: 'sim' }>;
  return {
    bulkAction: { bchKey, attempt },
    sims,
    acknowledged,
    target: targetOf(SimChangeType.parse(type)),
    why: 'bulkAction' as const,
  };
}
