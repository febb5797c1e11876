import { AppError } from '#core/errors.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { slotOf } from '#core/sims/deactivation.ts';
import { type DueReading, isGivenUp, isUnderWay } from '#core/sims/due-work.ts';
import { SIM_STATE } from '#core/sims/sim-state.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { carrierChangeStore } from '#data/sims/carriers.ts';
import { simReadingStore } from '#data/sims/sim-readings.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { unitStore } from '#data/units/units.ts';
import { slotState } from '#platform/sims/slot.ts';

const NOT_DONE = 'The carrier has not done it within a day';

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
  const isLast = isGivenUp(reading, now);
  if (isLast) await carrierChangeStore.giveUp(iccid, NOT_DONE, now);
  const isOver = await storeReading(unit, slot, now);
  return isOver || isLast ? simReadingStore.end(reading) : simReadingStore.continue(reading);
}

/** Stores what the carrier says. False if it says that the change is under way, or says nothing. */
async function storeReading(unit: UnitRecord, slot: 1 | 2, now: number): Promise<boolean> {
  try {
    const { stored, live, request } = await slotState(unit, slot);
    if (request && live !== SIM_STATE.pendingActivation) await carrierChangeStore.confirmByReading(request, now);
    if (stored !== live) await unitChangeStore.correctSimState(SYSTEM, unit, slot, live, now);
    return !isUnderWay(live);
  } catch (error) {
    // A carrier that is down or busy, a SIM that it does not know yet, a unit that somebody changes: the next reading knows more.
    if (error instanceof AppError) return false;
    throw error;
  }
}
