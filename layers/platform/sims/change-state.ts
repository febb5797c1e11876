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
import { checkedInTurn, type RightsInTurn, reasonIn } from './in-turn.ts';
import { storedSlot } from './slot.ts';

export interface Asked {
  UnitSerNum: string;
  slot: 1 | 2;
  iccid: string;
}

interface StateAsked extends Asked {
  state: SimState;
  acknowledged: readonly Acknowledgement[];
}

interface How extends Pick<RequestOptions, 'isWanted'> {
  why: RequestReason;
  readAt?: ReadAt;
  rightsInTurn: RightsInTurn;
}

/**
 * Asks the carrier for a state. The SIM is pending before the carrier is asked, so that a process that dies meanwhile leaves a SIM whose next
 * reading shows what the carrier did.
 */
export async function changeState(by: Rights, asked: StateAsked, { why, readAt, rightsInTurn, isWanted }: How) {
  const { state, slot } = asked;
  const { unit, sim } = await requireChange(by, asked);
  // Without its credentials nothing is asked, so nothing is stored.
  const carrier = (await carriers())[sim.carrier];
  const pending = await simChangeStore.ask(by, unit, slot, state, Date.now(), readAt);
  const store = (to: SimState) => simChangeStore.settle(pending, slot, to);
  const turn = checkedInTurn(async () => requireChange(await rightsInTurn(), asked), isWanted);
  try {
    const { outcome } = await carrier.changeState(sim.iccid, state, {
      isWanted: turn.isWanted,
      imei: unit.IMEI,
      origin: requestOrigin(by, why, readAt),
    });
    const after = stateAfter(outcome, state);
    await store(after);
    return { outcome, state: after };
  } catch (error) {
    if (!wasNotAsked(error) && !isRefusal(error)) throw error;
    await store(sim.state);
    if (!wasNotAsked(error)) return refuse(error);
    const reason = turn.reasonOf(error);
    await simChangeStore.notAsked(unit, slot, { simState: state }, reasonIn(reason), Date.now(), readAt?.bchKey);
    throw reason;
  }
}

/** The unit and its SIM, if the change may be asked for now. */
async function requireChange(by: Rights, { state, acknowledged, ...asked }: StateAsked) {
  if (!mayAskFor(state, { engineer: by.flags.includes('ENGINEER') }))
    throw new AppError('FORBIDDEN', 'You may not ask for this state');
  const { unit, sim } = await simOf(by, asked);
  const change = { target: state, activeCarrier: isActiveSim(unit, asked.slot) };
  if (!mayConfirm(change, acknowledged)) throw new AppError('INVALID', 'Acknowledge the consequences first');
  if (losesLine(change)) await requireNotHeldBack('change of line', unit.UnitSerNum, Date.now()).catch(refuse);
  return { unit, sim };
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
