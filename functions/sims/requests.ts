import type { Page, PageRequest } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { type CarrierRequest, standingOf } from '#core/sims/carrier-request.ts';
import { SimState, shownState } from '#core/sims/sim-state.ts';
import { historyBegin } from '#data/history/visible.ts';
import { staleCursor } from '#data/kit/page.ts';
import { carrierChangeStore } from '#data/sims/carriers.ts';
import { unitStore } from '#data/units/units.ts';

type Step = Awaited<ReturnType<typeof carrierChangeStore.stepsOf>>[number];

/**
 * A page of what the carriers of the unit's SIMs were asked, the newest first, since the begin of the unit's history that the caller may see. Each request is
 * whole: with its latest step, however late that came.
 */
export async function listRequests(
  scope: Scope,
  { id, cursor, pageSize }: PageRequest & { id: string },
  now: number,
): Promise<Page<CarrierRequest>> {
  const unit = await unitStore.get(scope, id);
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const begin = (await historyBegin(scope, unit)) ?? '';
  const { ICCID1, ICCID2 } = unit;
  const iccids = [ICCID1, ICCID2].flatMap((iccid) => (iccid ? [iccid] : []));
  const wanted = { before: after?.askedAt ?? END_OF_TIME, count: pageSize };
  const steps = (await Promise.all(iccids.map((iccid) => carrierChangeStore.stepsOf(iccid, wanted)))).flat();
  const viewer = { engineer: scope.flags.includes('ENGINEER') };
  const requests = [...Map.groupBy(steps, ({ reference }) => reference).values()]
    // Of the others, the reading has reached a late step only.
    .filter((ofOne) => ofOne.some(isAsked))
    // Steps of one millisecond, or of a clock that was set back, are in any order.
    .map((ofOne) => ofOne.toSorted((one, other) => Number(isAsked(one)) - Number(isAsked(other))))
    .map((ofOne) => requestOf(ofOne, viewer, now))
    .filter((request) => request.askedAt >= begin && (!after || newestFirst(after, request) < 0))
    .sort(newestFirst);
  const items = requests.slice(0, pageSize);
  return { items, cursor: requests.length > pageSize ? cursorOf(items.at(-1)!) : null };
}

const isAsked = ({ step }: Step) => step === 'asked';

type Place = Pick<CarrierRequest, 'askedAt' | 'reference'>;

const END_OF_TIME = '9999';

const newestFirst = (one: Place, other: Place) =>
  other.askedAt.localeCompare(one.askedAt) || other.reference.localeCompare(one.reference);

const cursorOf = ({ askedAt, reference }: Place) => Buffer.from(`${askedAt} ${reference}`).toString('base64url');

function placeOf(cursor: string): Place {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const [, askedAt, reference] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (.{1,100})$/.exec(text) ?? [];
  if (askedAt === undefined || reference === undefined) throw staleCursor();
  return { askedAt, reference };
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
