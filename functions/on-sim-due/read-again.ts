import { AppError } from '#core/errors.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { slotOf } from '#core/sims/deactivation.ts';
import { type DueReading, isGivenUp, isUnderWay } from '#core/sims/due-work.ts';
import { showsTarget } from '#core/sims/live-state.ts';
import { SIM_STATE, SimState } from '#core/sims/sim-state.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { carrierChangeStore } from '#data/sims/carriers.ts';
import { simReadingStore } from '#data/sims/sim-readings.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { unitStore } from '#data/units/units.ts';
import { slotState } from '#platform/sims/slot.ts';

const NOT_DONE = 'The carrier has not done it within a day';
const NOT_SHOWN = 'The carrier did not answer, and a reading of the SIM does not show it';

/**
 * Reads a SIM whose carrier was asked for another state, and stores what the carrier says. Reads it again later while the change is under way or the
 * carrier does not answer, for a day. After that the change is given up, and the state of the carrier's own reading counts.
 */
export async function readAgain({ work: _work, ...reading }: DueReading, now: number): Promise<void> {
  if (!(await simReadingStore.isDue(reading))) return;
  const { UnitSerNum, iccid } = reading;
  const [unit] = await unitStore.getMany(WHOLE_TREE, [UnitSerNum]);
  const slot = unit && slotOf(unit, iccid);
  if (!unit || slot === undefined) return simReadingStore.end(reading);
  const { open, unanswered } = await carrierChangeStore.latestState(iccid);
  if (await storeReading(unit, slot, now)) return simReadingStore.end(reading);
  if (!isGivenUp(reading, now)) return simReadingStore.continue(reading);
  const undecided = open ?? unanswered;
  if (undecided) await carrierChangeStore.giveUp(undecided, NOT_DONE, now);
  await storeReading(unit, slot, now);
  return simReadingStore.end(reading);
}

/**
 * Stores what the carrier says, and what became of the request. False if the carrier says that the change is under way, may not know yet that it is done,
 * or says nothing.
 */
async function storeReading(unit: UnitRecord, slot: 1 | 2, now: number): Promise<boolean> {
  try {
    const { stored, live, lags, open, unanswered } = await slotState(unit, slot);
    if (!lags && live !== SIM_STATE.pendingActivation) {
      if (open) await carrierChangeStore.confirmByReading(open, now);
      else if (unanswered && showsTarget(live, SimState.parse(unanswered.target)))
        await carrierChangeStore.confirmByReading(unanswered, now);
      else if (unanswered) await carrierChangeStore.giveUp(unanswered, NOT_SHOWN, now);
    }
    if (stored !== live) await unitChangeStore.correctSimState(SYSTEM, unit, slot, live, now);
    return !lags && !isUnderWay(live);
  } catch (error) {
    // A carrier that is down or busy, a SIM that it does not know yet, a unit that somebody changes: the next reading knows more.
    if (error instanceof AppError) return false;
    throw error;
  }
}
