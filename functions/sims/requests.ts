import { covers, type Scope } from '#core/scope.ts';
import { type CarrierRequest, standingOf } from '#core/sims/carrier-request.ts';
import { SimState, shownState } from '#core/sims/sim-state.ts';
import { carrierChangeStore } from '#data/sims/carriers.ts';
import { unitStore } from '#data/units/units.ts';

type Step = Awaited<ReturnType<typeof carrierChangeStore.stepsOf>>[number];

/** What the carriers of the unit's SIMs were last asked, the newest first. Requests of a dealer that the caller does not see are left out. */
export async function listRequests(scope: Scope, UnitSerNum: string, now: number) {
  const { ICCID1, ICCID2 } = await unitStore.get(scope, UnitSerNum);
  const iccids = [ICCID1, ICCID2].flatMap((iccid) => (iccid ? [iccid] : []));
  const steps = (await Promise.all(iccids.map((iccid) => carrierChangeStore.stepsOf(iccid)))).flat();
  const seen = steps.filter(({ origin }) => origin === undefined || covers(scope, origin.dealerPath));
  const viewer = { engineer: scope.flags.includes('ENGINEER') };
  const items = [...Map.groupBy(seen, ({ reference }) => reference).values()]
    .map((ofOne) => requestOf(ofOne, viewer, now))
    .sort((one, other) => other.askedAt.localeCompare(one.askedAt));
  return { items };
}

/** `steps`: the newest first. */
function requestOf(steps: Step[], viewer: { engineer: boolean }, now: number): CarrierRequest {
  const [latest, first] = [steps[0]!, steps.at(-1)!];
  const { reference, iccid, action, plan, step, at, reason, origin } = latest;
  const { dealerPath: _path, ...shown } = origin ?? {};
  const askedAt = first.at;
  return {
    ...{ reference, iccid, carrier: latest.carrier as CarrierRequest['carrier'], action, askedAt, at },
    step: standingOf({ action, step, askedAt }, now),
    ...(latest.target !== undefined && { target: shownState(SimState.parse(latest.target), viewer) }),
    ...(plan !== undefined && { plan }),
    ...(reason !== undefined && { reason }),
    origin: origin ? (shown as CarrierRequest['origin']) : null,
  };
}
