import type { BulkActionValue } from '#core/bulk-actions/kinds.ts';
import { AppError } from '#core/errors.ts';
import type { Rights } from '#core/scope.ts';
import { isSoAlready, noSuchSim, slotsOf, targetOf, wishOf } from '#core/sims/change-for-many.ts';
import { SimChangeType } from '#core/sims/chosen-sims.ts';
import { SIM_STATE } from '#core/sims/sim-state.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { type BulkActionOutcome, bulkActionRowStore } from '../bulk-actions/bulk-action-rows.ts';
import type { BulkTools, SimNow } from '../kit/area.ts';
import { simReadingStore } from './sim-readings.ts';

type Result = 'already' | 'done' | 'asked';

/** The least certain result of the SIMs of a unit is that of its row. */
const RESULTS: readonly Result[] = ['already', 'done', 'asked'];
const WORDS: Readonly<Record<Result, string>> = {
  already: 'It was so already',
  done: 'The carrier has changed it',
  asked: 'Asked of the carrier, which has not confirmed it yet',
};

/** Somebody may be asking the carrier at this moment. The message of the row comes back later. */
class BeingAsked extends AppError {
  constructor() {
    super('UNAVAILABLE', 'The carrier of the SIM is being asked for a state');
  }
}

/**
 * Asks the carriers of a unit for a state of its chosen SIMs, by the rule of one SIM. Each carrier is read first, so a row that is done again asks nothing
 * that was asked already. What a carrier refuses fails the row, which can be tried again.
 */
export async function changeSims(
  outcome: BulkActionOutcome,
  rights: Rights,
  unit: UnitRecord,
  tools: BulkTools,
): Promise<unknown> {
  if (await bulkActionRowStore.isSettled(outcome)) return;
  const change = changeOf(outcome);
  const slots = slotsOf(unit, change.sims);
  if (slots.length === 0) return bulkActionRowStore.fail(outcome, noSuchSim(change.sims));
  const results: Result[] = [];
  for (const slot of slots) {
    const asked = await askFor(change, rights, unit, slot, tools);
    if (typeof asked === 'object')
      return bulkActionRowStore.fail(outcome, slots.length > 1 ? `Slot ${slot}: ${asked.refusal}` : asked.refusal);
    results.push(asked);
  }
  const least = RESULTS.findLast((one) => results.includes(one))!;
  return bulkActionRowStore.done(outcome, { reason: WORDS[least], ...(least === 'asked' && { asked: true }) });
}

function changeOf({ bulkAction: { bchKey, type, value } }: BulkActionOutcome) {
  const { sims, acknowledged } = value as Extract<BulkActionValue, { action: 'sim' }>;
  return { bchKey, sims, acknowledged, target: targetOf(SimChangeType.parse(type)) };
}

type Change = ReturnType<typeof changeOf>;

/** Asks for the state of one SIM, unless it has it, or was asked for it already. */
async function askFor(change: Change, rights: Rights, unit: UnitRecord, slot: 1 | 2, tools: BulkTools) {
  const { bchKey, target: state, acknowledged } = change;
  try {
    const since = await pendingSince(unit, slot);
    const now = await tools.simNow(unit, slot);
    if (isSoAlready(now.live, state)) return isOwn(now, bchKey) ? 'done' : 'already';
    const wish = wishOf(state, { ...now, pendingSince: isPending(unit, slot) ? since : undefined }, Date.now());
    if (wish === 'wait') throw new BeingAsked();
    if (wish === 'asked') return 'asked';
    const told = await tools.changeSim(rights, unit, slot, { state, acknowledged, readAt: { bchKey, since } });
    if (told.outcome === 'refused') return { refusal: told.reason };
    return told.outcome === 'done' ? 'done' : 'asked';
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof BeingAsked || error.code === 'CONFLICT') throw error;
    return { refusal: error.message };
  }
}

const pendingSince = ({ UnitSerNum, ...unit }: UnitRecord, slot: 1 | 2) =>
  simReadingStore.since({ UnitSerNum, iccid: unit[`ICCID${slot}`]! });

const isPending = (unit: UnitRecord, slot: 1 | 2) => unit[`ICCID${slot}State`] === SIM_STATE.pendingActivation;

/** True if this bulk action asked for what the SIM is now: an earlier worker of the row was killed. */
const isOwn = ({ latest: { open, unanswered, confirmed } }: SimNow, bchKey: string): boolean =>
  (open ?? unanswered ?? confirmed)?.origin?.bchKey === bchKey;
