import type { Scope } from '#core/scope.ts';
import { type CarrierRequest, standingOf } from '#core/sims/carrier-request.ts';
import { SimState, shownState } from '#core/sims/sim-state.ts';
import { historyBegin } from '#data/history/visible.ts';
import { carrierChangeStore } from '#data/sims/carriers.ts';
import { unitStore } from '#data/units/units.ts';

type Step = Awaited<ReturnType<typeof carrierChangeStore.stepsOf>>[number];

/** What the carriers of the unit's SIMs were last asked, the newest first, since the begin of the unit's history that the caller may see. */
export async function listRequests(scope: Scope, UnitSerNum: string, now: number) {
  const unit = await unitStore.get(scope, UnitSerNum);
  const begin = (await historyBegin(scope, unit)) ?? '';
  const { ICCID1, ICCID2 } = unit;
  const iccids = [ICCID1, ICCID2].flatMap((iccid) => (iccid ? [iccid] : []));
  const steps = (await Promise.all(iccids.map((iccid) => carrierChangeStore.stepsOf(iccid)))).flat();
  const viewer = { engineer: scope.flags.includes('ENGINEER') };
  const items = [...Map.groupBy(steps, ({ reference }) => reference).values()]
    .map((ofOne) => requestOf(ofOne, viewer, now))
    .filter(({ askedAt }) => askedAt >= begin)
    .sort((one, other) => other.askedAt.localeCompare(one.askedAt));
  return { items };
}

/** `steps`: the newest first. */
function requestOf(steps: Step[], viewer: { engineer: boolean }, now: number): CarrierRequest {
  const [latest, first] = [steps[0]!, steps.at(-1)!];
  const { reference, iccid, action, plan, step, at, reason, origin } = latest;
  const askedAt = first.at;
  return {
    ...{ reference, iccid, carrier: latest.carrier as CarrierRequest['carrier'], action, askedAt, at },
    step: standingOf({ action, step, askedAt }, now),
    ...(latest.target !== undefined && { target: shownState(SimState.parse(latest.target), viewer) }),
    ...(plan !== undefined && { plan }),
    ...(reason !== undefined && { reason }),
    origin: origin ?? null,
  };
}
