import type { RequestOptions } from '#adapters/carriers/carrier.ts';
import { wasNotAsked } from '#adapters/carriers/wanted.ts';
import { AppError } from '#core/errors.ts';
import type { Rights } from '#core/scope.ts';
import type { Acknowledgement } from '#core/sims/acknowledgement.ts';
import { isActiveSim } from '#core/sims/active-sim.ts';
import { type RequestReason, requestOrigin } from '#core/sims/carrier-request.ts';
import type { SimState } from '#core/sims/sim-state.ts';
import { losesLine, mayAskFor, mayConfirm, stateAfter } from '#core/sims/state-change.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { requireNotHeldBack } from '#data/interlock/safety-facts.ts';
import { type ReadAt, simChangeStore } from '#data/sims/sim-changes.ts';
import { unitStore } from '#data/units/units.ts';
import { carriers } from '../aws/carriers.ts';
import { storedSlot } from './slot.ts';

export interface Asked {
  UnitSerNum: string;
  slot: 1 | 2;
  iccid: string;
}

/**
 * Asks the carrier for a state. The SIM is pending before the carrier is asked, so that a process that dies meanwhile leaves a SIM whose next
 * reading shows what the carrier did.
 */
export async function changeState(
  by: Rights,
  { state, acknowledged, ...asked }: Asked & { state: SimState; acknowledged: readonly Acknowledgement[] },
  { why, readAt, ...options }: { why: RequestReason; readAt?: ReadAt } & Pick<RequestOptions, 'isWanted'>,
) {
  if (!mayAskFor(state, { engineer: by.flags.includes('ENGINEER') }))
    throw new AppError('FORBIDDEN', 'You may not ask for this state');
  const { unit, sim } = await simOf(by, asked);
  const change = { target: state, activeCarrier: isActiveSim(unit, asked.slot) };
  if (!mayConfirm(change, acknowledged)) throw new AppError('INVALID', 'Acknowledge the consequences first');
  if (losesLine(change)) await requireNotHeldBack('change of line', unit.UnitSerNum, Date.now()).catch(refuse);
  // Without its credentials nothing is asked, so nothing is stored.
  const carrier = (await carriers())[sim.carrier];
  const pending = await simChangeStore.ask(by, unit, asked.slot, state, Date.now(), readAt);
  const store = (to: SimState) => simChangeStore.settle(pending, asked.slot, to);
  try {
    const { outcome } = await carrier.changeState(sim.iccid, state, {
      ...options,
      imei: unit.IMEI,
      origin: requestOrigin(by, why, readAt),
    });
    const after = stateAfter(outcome, state);
    await store(after);
    return { outcome, state: after };
  } catch (error) {
    if (!wasNotAsked(error) && !isRefusal(error)) throw error;
    await store(sim.state);
    if (wasNotAsked(error)) throw error;
    return refuse(error);
  }
}

/** The carrier or the portal refuses the change: it is no use to ask again at once. */
export class ChangeRefused extends AppError {}

function refuse(error: unknown): never {
  throw error instanceof AppError ? new ChangeRefused(error.code, error.message, error.issues) : error;
}

/** The SIM that the person saw. CONFLICT if the slot has another one now. */
export async function simOf(by: Pick<Rights, 'dealerPath'>, { UnitSerNum, slot, iccid }: Asked) {
  const unit: UnitRecord = await unitStore.get(by, UnitSerNum);
  const sim = storedSlot(unit, slot);
  if (!sim) throw new AppError('NOT_FOUND', `There is no SIM in slot ${slot}`);
  if (sim.iccid !== iccid) throw new AppError('CONFLICT', 'The slot has another SIM now. Please load the page again');
  return { unit, sim };
}

/** The carrier has decided that nothing changes. Without an answer the outcome is not known. */
const isRefusal = (error: unknown) =>
  error instanceof AppError && ['CONFLICT', 'NOT_FOUND', 'INVALID', 'TOO_MANY'].includes(error.code);
