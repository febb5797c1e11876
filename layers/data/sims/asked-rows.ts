import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { mayBeOnItsWay, slotsOf } from '#core/sims/change-for-many.ts';
import { slotsOfCarrier } from '#core/sims/plan.ts';
import { verizonSlotOf } from '#core/sims/verizon-slot.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { bulkActionRowStore } from '../bulk-actions/bulk-action-rows.ts';
import { unitStore } from '../units/units.ts';
import { type Answer, BeingAsked, isOwn, NOT_ASKED, requestFor, settleAnswers } from './ask-for-row.ts';
import { carrierChangeStore } from './carriers.ts';
import { planAnswer } from './change-plan.ts';
import { unlessUnmarked } from './make-verizon.ts';

/**
 * Stores of the open rows of a stopped bulk action what their carriers were asked for, as the ledger says: the worker that asked was killed before it could.
 * Asks no carrier. Rows of which no carrier was asked stay open. Throws BeingAsked while another worker may be at a row: its message comes twice.
 */
export async function settleAskedRows(bulkAction: BulkActionRecord, serialNumbers: readonly string[], now: number) {
  const units = await unitStore.getMany(WHOLE_TREE, [...serialNumbers]);
  for (const unit of units) {
    const outcome = { bulkAction, UnitSerNum: unit.UnitSerNum, now };
    if (await bulkActionRowStore.isSettled(outcome)) continue;
    const told = slotsAskedFor(bulkAction, unit).map((slot) => toldOf(bulkAction, unit, slot, now));
    const answers = await Promise.all(told);
    if (answers.some(({ wasAsked }) => wasAsked)) await settleAnswers(outcome, answers);
  }
}

function slotsAskedFor({ value }: BulkActionRecord, unit: UnitRecord): (1 | 2)[] {
  if (value?.action === 'sim') return slotsOf(unit, value.sims);
  if (value?.action === 'plan') return slotsOfCarrier(unit, value.carrier);
  const slot = verizonSlotOf(unit);
  return slot === undefined ? [] : [slot];
}

async function toldOf(bulkAction: BulkActionRecord, unit: UnitRecord, slot: 1 | 2, now: number): Promise<Answer> {
  if (bulkAction.action === 'plan') {
    const known = await planAnswer(bulkAction, unit[`ICCID${slot}`]!, slot, now);
    return known?.answer ?? { slot, result: { refusal: NOT_ASKED }, wasAsked: false };
  }
  const latest = await carrierChangeStore.latestState(unit[`ICCID${slot}`]!, { consistent: true });
  if (!isOwn({ latest }, bulkAction)) return { slot, result: { refusal: NOT_ASKED }, wasAsked: false };
  if (mayBeOnItsWay(requestFor({ latest })!.at, now)) throw new BeingAsked();
  const answer = { slot, result: latest.open || latest.unanswered ? 'asked' : 'done', wasAsked: true } as const;
  return bulkAction.action === 'makeVerizon' ? unlessUnmarked(bulkAction, unit, answer) : answer;
}
