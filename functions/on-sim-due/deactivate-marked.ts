import { mayAccess } from '#core/access.ts';
import type { Asker } from '#core/auth/identities.ts';
import { AppError } from '#core/errors.ts';
import { covers, type Rights, WHOLE_TREE } from '#core/scope.ts';
import { sims } from '#core/sims/contract.ts';
import { DEACTIVATION_ACKNOWLEDGEMENTS, otherSim, runsOnOther, slotOf } from '#core/sims/deactivation.ts';
import type { DueDeactivation } from '#core/sims/due-work.ts';
import { isInService, SIM_STATE, type SimState } from '#core/sims/sim-state.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { commandMayBeDone } from '#data/consoles/may-be-done.ts';
import { markEndStore } from '#data/sims/mark-ends.ts';
import { commandsOf, simDeactivationStore } from '#data/sims/sim-deactivations.ts';
import { unitStore } from '#data/units/units.ts';
import { forDealerOf } from '#platform/session/asking-dealer.ts';
import { rightsLater } from '#platform/session/rights-now.ts';
import { changeState } from '#platform/sims/change-state.ts';
import { rightsOf } from '#platform/sims/in-turn.ts';
import { slotState } from '#platform/sims/slot.ts';
import { NOT_CARRIED_OUT } from './end-mark.ts';

/**
 * Deactivates a SIM that a person has marked, after the unit has logged in over its other one. A message can come twice, late, or after the
 * mark was withdrawn. A SIM that is marked again meanwhile is looked at again later. A carrier that does not answer is asked again later (wiring.ts).
 */
export async function deactivateMarked({ UnitSerNum, iccid }: DueDeactivation): Promise<void> {
  const unit = await unitStore.get(WHOLE_TREE, UnitSerNum);
  if (unit.deactivateOnStartUp !== iccid) return;
  // It has gone back to the marked SIM meanwhile: its next login over the other one is another message.
  if (!runsOnOther(unit, iccid)) return;

  const deactivation = await simDeactivationStore.get(unit);
  const keep = (reason: string) => markEndStore.refuse(unit, iccid, deactivation, reason, Date.now());
  if (deactivation?.iccid !== iccid) return keep('The unit belongs to another dealer now');
  const { commandId } = deactivation;
  if (commandId !== undefined && (await commandsOf(unit, deactivation, commandMayBeDone)).length === 0)
    return keep(NOT_CARRIED_OUT);
  const rights = await rightsLater(deactivation.askedBy, Date.now());
  if (!rights || !mayAccess(sims.changeState.access, rights) || !covers(rights, unit.dealerPath))
    return keep(`The access of ${deactivation.userName}, who asked for it, has ended`);
  if (!(await forDealerOf(rights, () => worksOnOther(unit, iccid))))
    return keep('The carrier says that the SIM in use is not activated');
  const refusal = await forDealerOf(rights, () => deactivate(rights, unit, deactivation));
  if (refusal !== undefined) return keep(refusal);
  return markEndStore.done(await unitStore.get(WHOLE_TREE, UnitSerNum), iccid, deactivation);
}

const OFF: readonly SimState[] = [SIM_STATE.deactivated, SIM_STATE.nonBilling];

/** What the carrier of the SIM in use says now: the unit must never be left without a line. */
async function worksOnOther(unit: UnitRecord, iccid: string): Promise<boolean> {
  try {
    const { told } = await slotState(unit, slotOf(unit, otherSim(unit, iccid)!)!);
    return told !== null && isInService(told);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}

/** Asks the carrier, unless it has done so for an earlier delivery of the message. Returns why the carrier refuses; undefined if it does not. */
async function deactivate(
  rights: Rights,
  unit: UnitRecord,
  { iccid, askedBy }: { iccid: string; askedBy: Asker },
): Promise<string | undefined> {
  const slot = slotOf(unit, iccid)!;
  try {
    const { live } = await slotState(unit, slot);
    if (OFF.includes(live)) return undefined;
    const off = { state: SIM_STATE.deactivated, acknowledged: DEACTIVATION_ACKNOWLEDGEMENTS };
    const rightsInTurn = rightsOf(askedBy, sims.changeState.access);
    await changeState(rights, { UnitSerNum: unit.UnitSerNum, slot, iccid, ...off }, { why: 'marked', rightsInTurn });
    return undefined;
  } catch (error) {
    if (error instanceof AppError && ['CONFLICT', 'NOT_FOUND', 'INVALID'].includes(error.code)) return error.message;
    throw error;
  }
}
