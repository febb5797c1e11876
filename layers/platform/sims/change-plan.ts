import type { RequestOptions } from '#adapters/carriers/carrier.ts';
import { wasNotAsked } from '#adapters/carriers/wanted.ts';
import { AppError } from '#core/errors.ts';
import type { Rights } from '#core/scope.ts';
import { isActiveSim } from '#core/sims/active-sim.ts';
import { type RequestReason, requestOrigin } from '#core/sims/carrier-request.ts';
import { requireNotHeldBack } from '#data/interlock/safety-facts.ts';
import { simChangeStore } from '#data/sims/sim-changes.ts';
import { carriers } from '../aws/carriers.ts';
import { type Asked, simOf } from './change-state.ts';
import { checkedInTurn, type RightsInTurn, reasonIn } from './in-turn.ts';

interface PlanAsked extends Asked {
  plan: string;
}

/** Why a plan is asked for. `part`: the bulk action that asks, and its attempt. */
interface How extends Pick<RequestOptions, 'isWanted'> {
  why: RequestReason;
  part?: { bchKey: string; attempt: number };
  rightsInTurn: RightsInTurn;
}

/** Asks the carrier for a communication plan, unless the unit uses the SIM and may be needed for help now. */
export async function changePlan(
  by: Rights,
  { plan, ...asked }: PlanAsked,
  { why, part, rightsInTurn, isWanted }: How,
) {
  const { unit, sim } = await requirePlanChange(by, asked);
  const carrier = (await carriers())[sim.carrier];
  await simChangeStore.askForPlan(by, unit, asked.slot, plan, Date.now(), part?.bchKey);
  const turn = checkedInTurn(async () => requirePlanChange(await rightsInTurn(), asked), isWanted);
  try {
    const options = { isWanted: turn.isWanted, origin: requestOrigin(by, why, part) };
    const { outcome } = await carrier.editCommunicationPlan(sim.iccid, plan, options);
    return { outcome };
  } catch (error) {
    if (!wasNotAsked(error)) return asRefusal(error);
    const reason = turn.reasonOf(error);
    await simChangeStore.notAsked(unit, asked.slot, { plan }, reasonIn(reason), Date.now(), part?.bchKey);
    throw reason;
  }
}

async function requirePlanChange(by: Rights, asked: Asked) {
  const found = await simOf(by, asked);
  // Nobody here knows what a plan includes: it can take the voice of the SIM.
  if (isActiveSim(found.unit, asked.slot))
    await requireNotHeldBack('change of line', asked.UnitSerNum, Date.now()).catch(asRefusal);
  return found;
}

/** The unit may be needed for help now, the carrier or its adapter refuses the plan, or the carrier does not answer. */
export class PlanRefused extends AppError {}

function asRefusal(error: unknown): never {
  throw error instanceof AppError ? new PlanRefused(error.code, error.message, error.issues) : error;
}
