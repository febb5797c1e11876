import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import { SO_ALREADY } from '#core/bulk-actions/outcome.ts';
import { AppError } from '#core/errors.ts';
import { type Rights, WHOLE_TREE } from '#core/scope.ts';
import type { Acknowledgement } from '#core/sims/acknowledgement.ts';
import { isSoAlready, wishOf } from '#core/sims/change-for-many.ts';
import { SIM_STATE, type SimState } from '#core/sims/sim-state.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { type BulkActionOutcome, bulkActionRowStore } from '../bulk-actions/bulk-action-rows.ts';
import { bulkActionStore } from '../bulk-actions/bulk-actions.ts';
import type { BulkTools, SimNow } from '../kit/area.ts';
import { simReadingStore } from './sim-readings.ts';

type Result = 'already' | 'done' | 'asked';

/** The least certain result of the SIMs of a unit is that of its row. */
const RESULTS: readonly Result[] = ['already', 'done', 'asked'];
const WORDS: Readonly<Record<Result, string>> = {
  already: SO_ALREADY,
  done: 'The carrier has changed it',
  asked: 'Asked of the carrier, which has not confirmed it yet',
};

export const NOT_ASKED = 'Not asked, because the bulk action was stopped';

/** Somebody may be asking the carrier at this moment. The message of the row comes back later. */
export class BeingAsked extends AppError {
  constructor() {
    super('UNAVAILABLE', 'The carrier of the SIM is being asked for a state');
  }
}

/** What became of the wish for one SIM. */
export interface Answer {
  slot: 1 | 2;
  result: Result | { refusal: string };
  /** True if the carrier may have been asked: what it did stands, whatever becomes of the bulk action. */
  wasAsked: boolean;
}

/** Returns true if the bulk action was stopped or tried again: nothing more is asked for the row. */
export async function isStopped({ bulkAction: { bchKey, attempt } }: Pick<Change, 'bulkAction'>): Promise<boolean> {
  const now = await bulkActionStore.get(WHOLE_TREE, bchKey);
  return now.stoppedAt !== undefined || now.attempt !== attempt;
}

/** Stores what became of the SIMs of a row. What its carrier was asked for stands, also if the bulk action was stopped meanwhile. */
export function settleAnswers(outcome: BulkActionOutcome, answers: readonly Answer[]): Promise<boolean> {
  const how = { evenIfStopped: answers.some(({ wasAsked }) => wasAsked) };
  if (answers.some(({ result }) => typeof result === 'object'))
    return bulkActionRowStore.settle(outcome, 'failed', { reason: reasonOf(answers) }, how);
  const least = RESULTS.findLast((one) => answers.some(({ result }) => result === one))!;
  const words = { reason: WORDS[least], ...(least !== 'done' && { [least]: true }) };
  return bulkActionRowStore.settle(outcome, 'done', words, how);
}

/** What became of each SIM, in words for people. */
const reasonOf = (answers: readonly Answer[]): string =>
  answers
    .map(({ slot, result }) => {
      const words = typeof result === 'object' ? result.refusal : WORDS[result];
      return answers.length > 1 ? `Slot ${slot}: ${words}` : words;
    })
    .join('. ');

/** What a row asks the carrier of a SIM for. */
export interface Change {
  bulkAction: Pick<BulkActionRecord, 'bchKey' | 'attempt'>;
  target: SimState;
  acknowledged: readonly Acknowledgement[];
  why: 'bulkAction' | 'order';
}

/**
 * Asks for the state of one SIM, unless it has it, or was asked for it already. Undefined if the bulk action was stopped before its carrier was asked: the row
 * stays open.
 */
export async function askFor(
  change: Change,
  rights: Rights,
  read: UnitRecord | Promise<UnitRecord>,
  slot: 1 | 2,
  tools: BulkTools,
): Promise<Answer | undefined> {
  const { bulkAction, target: state, acknowledged, why } = change;
  let wasAsked = false;
  const answer = (result: Answer['result']): Answer => ({ slot, result, wasAsked });
  try {
    const unit = await read;
    const since = await pendingSince(unit, slot);
    const now = await tools.simNow(unit, slot);
    wasAsked = isOwn(now, bulkAction);
    if (isSoAlready(now.live, state))
      return answer(requestFor(now)?.origin?.bchKey === bulkAction.bchKey ? 'done' : 'already');
    const wish = wishOf(state, { ...now, pendingSince: isPending(unit, slot) ? since : undefined }, Date.now());
    if (wish === 'wait') throw new BeingAsked();
    if (wish === 'asked') return answer('asked');
    // The reading of the carrier took its time.
    if (!wasAsked && (await isStopped(change))) return undefined;
    const readAt = { ...bulkAction, state: unit[`ICCID${slot}State`], since };
    const isWanted = async () => !(await isStopped(change));
    const asked = { state, acknowledged, readAt, why, isWanted };
    const wasAskedBefore = wasAsked;
    wasAsked = true;
    const told = await tools.changeSim(rights, unit, slot, asked);
    if (told.outcome === 'withdrawn') return wasAskedBefore ? answer('asked') : undefined;
    if (told.outcome === 'refused') return answer({ refusal: told.reason });
    return answer(told.outcome === 'done' ? 'done' : 'asked');
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof BeingAsked || error.code === 'CONFLICT') throw error;
    return answer({ refusal: error.message });
  }
}

const pendingSince = ({ UnitSerNum, ...unit }: UnitRecord, slot: 1 | 2) =>
  simReadingStore.since({ UnitSerNum, iccid: unit[`ICCID${slot}`]! });

const isPending = (unit: UnitRecord, slot: 1 | 2) => unit[`ICCID${slot}State`] === SIM_STATE.pendingActivation;

/** The request for what the SIM is now. */
export const requestFor = ({ latest: { open, unanswered, confirmed } }: Pick<SimNow, 'latest'>) =>
  open ?? unanswered ?? confirmed;

/** True if this attempt asked for what the SIM is now: an earlier worker of the row was killed. */
export function isOwn(now: Pick<SimNow, 'latest'>, { bchKey, attempt }: Change['bulkAction']): boolean {
  const origin = requestFor(now)?.origin;
  return origin?.bchKey === bchKey && (origin.attempt ?? FIRST_ATTEMPT) === attempt;
}

/** That of a request before attempts were recorded. */
const FIRST_ATTEMPT = 1;
