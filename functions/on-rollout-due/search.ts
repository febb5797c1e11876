import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import { shareOf } from '#core/rollouts/plan.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { type FacetFilters, indexedFilters } from '#core/units/facets.ts';
import { pingState } from '#core/units/silence.ts';
import { ASSIGNED } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import type { RolloutItem } from '#data/rollouts/entities.ts';
import { rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { rolloutStore } from '#data/rollouts/rollouts.ts';
import { unitFacetStore } from '#data/units/facet-list.ts';
import { unitStore } from '#data/units/units.ts';
import { logger } from '#platform/aws/observability.ts';
import { needs } from './send.ts';

const AT_ONCE = 100;
/** A silent unit says nothing about a version, and would keep the next stage from its turn. So only the last stage takes it. */
const isHeard = (unit: UnitRecord) => pingState(unit, Date.now()) === 'heard';
const leaveOut = () => logger.warn('A row of a unit is malformed, and is left out of a rollout');

/**
 * Finds the units of the present stage. The list moves while it is read: a unit that becomes silent changes its place. So the search is
 * repeated until it finds none. True when the stage has all its units.
 */
export async function searchUnits(
  rollout: RolloutItem,
  version: FirmwareVersion,
  hasTime: () => boolean,
): Promise<boolean> {
  const { plan, stage, rolloutId } = rollout;
  const { DealerKey = ROOT_DEALER, carriers, tags, percent, atMost = Number.POSITIVE_INFINITY } = plan.stages[stage]!;
  const dealer = await dealerStore.byKey(DealerKey);
  if (!dealer) return done(rollout);
  const scope = { dealerKey: DealerKey, dealerPath: dealer.dealerPath };
  const filters: FacetFilters = indexedFilters({
    UnitStatus: [String(ASSIGNED)],
    ...(carriers.length > 0 && { ActiveCarrier: carriers.map(String) }),
    ...(tags.length > 0 && { tag: tags }),
  });
  const counts = await unitFacetStore.counts(scope, leaveOut);
  const isLast = stage + 1 === plan.stages.length;
  let { searchedTo, found } = rollout;
  let room = atMost - (await unitsOf(rollout));
  while (hasTime() && room > 0) {
    const pageAt = (at: string | undefined) =>
      unitFacetStore.list(scope, version.unitModel, filters, counts, { cursor: at, pageSize: AT_ONCE }, leaveOut);
    const { items, cursor } = await pageAt(searchedTo).catch((error: unknown) => {
      // A new release may not know the places of the one before.
      if (error instanceof AppError && error.code === 'INVALID') return pageAt(undefined);
      throw error;
    });
    const units = await unitStore.getMany(
      WHOLE_TREE,
      items.filter((one) => shareOf(rolloutId, one) < percent),
    );
    const wanted = units.filter((unit) => needs(unit, version.version) && (isLast || isHeard(unit)));
    const serialNumbers = wanted.map(({ UnitSerNum }) => UnitSerNum);
    const added = await rolloutUnitStore.choose(rollout, serialNumbers, room, Date.now());
    if (added === undefined) return false;
    room -= added;
    found += added;
    if (cursor === null && found === 0) return done(rollout);
    searchedTo = cursor ?? undefined;
    if (cursor === null) found = 0;
    await rolloutStore.keep(rollout, { searchedTo: cursor, found });
  }
  return room > 0 ? false : done(rollout);
}

async function unitsOf(rollout: RolloutItem): Promise<number> {
  const { stages } = await rolloutUnitStore.counts(rollout);
  return Object.values(stages[rollout.stage] ?? {}).reduce((sum, count) => sum + count, 0);
}

async function done(rollout: RolloutItem): Promise<true> {
  await rolloutStore.keep(rollout, { searched: true });
  return true;
}
