import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import type { BulkActionValue } from '#core/bulk-actions/kinds.ts';
import { AppError } from '#core/errors.ts';
import type { Rights } from '#core/scope.ts';
import type { RequestStep } from '#core/sims/carrier-request.ts';
import { mayBeOnItsWay } from '#core/sims/change-for-many.ts';
import { noSimOf, slotsOfCarrier } from '#core/sims/plan.ts';
import { MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { type BulkActionOutcome, bulkActionRowStore } from '../bulk-actions/bulk-action-rows.ts';
import type { BulkTools } from '../kit/area.ts';
import { type AttemptLimit, attemptStore } from '../kit/attempts.ts';
import { type Answer, BeingAsked, isStopped, NOT_ASKED, settleAnswers } from './ask-for-row.ts';
import { carrierChangeStore } from './carriers.ts';

/** Of workers that have the same row, one asks. Another one may ask when the first can no longer be at it: the same plan twice does no harm. */
const TURN: AttemptLimit = { kind: 'planOfRow', most: 1, window: MINUTE };

/**
 * Asks the carrier of a unit for a communication plan of its SIMs, with the entry of each in the ledger. A row that is done again asks nothing that the carrier
 * has answered. What it refuses fails the row, which can be tried again.
 */
export async function changePlan(
  outcome: BulkActionOutcome,
  rights: Rights,
  unit: UnitRecord,
  tools: BulkTools,
): Promise<unknown> {
  if (await bulkActionRowStore.isSettled(outcome)) return;
  const { carrier } = planOf(outcome.bulkAction);
  const slots = slotsOfCarrier(unit, carrier);
  if (slots.length === 0) return bulkActionRowStore.fail(outcome, noSimOf(carrier));
  const answers: Answer[] = [];
  for (const slot of slots) {
    // The carrier of the first SIM took its time.
    const isHeld = answers.length > 0 && (await isStopped(outcome));
    const answer = isHeld ? undefined : await ask(outcome, rights, unit, slot, tools);
    if (!answer && answers.length === 0) return;
    answers.push(answer ?? { slot, result: { refusal: NOT_ASKED }, wasAsked: false });
  }
  return settleAnswers(outcome, answers);
}

/** Undefined if the bulk action was stopped before the carrier was asked. */
async function ask(
  { bulkAction, now }: BulkActionOutcome,
  rights: Rights,
  unit: UnitRecord,
  slot: 1 | 2,
  tools: BulkTools,
): Promise<Answer | undefined> {
  const { bchKey, attempt } = bulkAction;
  const iccid = unit[`ICCID${slot}`]!;
  const known = await planAnswer(bulkAction, iccid, slot, now);
  if (known?.isAnswered) return known.answer;
  const turn = [TURN, `${bchKey} ${attempt} ${iccid}`, Date.now()] as const;
  if (!(await attemptStore.count(...turn))) throw new BeingAsked();
  const isWanted = async () => !(await isStopped({ bulkAction }));
  const asked = { plan: planOf(bulkAction).plan, part: { bchKey, attempt }, isWanted };
  const told = await tools.changePlan(rights, unit, slot, asked).catch(async (error: unknown) => {
    // What the tool throws as such was decided before it asked the carrier: the row can have its turn at once.
    if (error instanceof AppError) await attemptStore.undoCount(...turn);
    throw error;
  });
  if (told.outcome !== 'withdrawn') return { slot, result: resultOf(told), wasAsked: true };
  await attemptStore.undoCount(...turn);
  return known?.answer;
}

function resultOf(told: Awaited<ReturnType<BulkTools['changePlan']>>): Answer['result'] {
  if (told.outcome === 'refused') return { refusal: told.reason };
  return told.outcome === 'done' ? 'done' : 'asked';
}

/** What the carrier was asked by this attempt, as the ledger says. Undefined: nothing. Throws BeingAsked while its question may be on its way. */
export async function planAnswer(
  { bchKey, attempt, createdAt }: BulkActionRecord,
  iccid: string,
  slot: 1 | 2,
  now: number,
): Promise<{ answer: Answer; isAnswered: boolean } | undefined> {
  const step = await carrierChangeStore.planStep(iccid, { bchKey, attempt }, createdAt);
  if (!step) return undefined;
  if (step.step === 'asked' && mayBeOnItsWay(step.at, now)) throw new BeingAsked();
  const isAnswered = step.step !== 'asked' && step.step !== 'unknown';
  return { answer: { slot, result: resultOfStep(step), wasAsked: true }, isAnswered };
}

function resultOfStep({ step, reason }: { step: RequestStep; reason?: string | undefined }): Answer['result'] {
  if (step === 'refused') return { refusal: reason ?? 'The carrier refused it' };
  return step === 'confirmed' ? 'done' : 'asked';
}

export const planOf = ({ value }: Pick<BulkActionRecord, 'value'>) =>
  value as Extract<BulkActionValue, { action: 'plan' }>;
