import type { UnitRecord } from '#core/units/unit-record.ts';
import { newId } from '#data/kit/id.ts';
import {
  conditionRowsOf,
  countKeysOf,
  facetedUnit,
  fieldRowsOf,
  isInService,
  UnitByConditionEntity,
  UnitByFacetEntity,
  UnitFacetCountEntity,
  UnitFacetsEntity,
} from '#data/units/unit-facets.ts';
import { itemOf } from './write.ts';

/** The items by which lists find a unit. */
export function* facetItems(unit: UnitRecord, now: number) {
  const faceted = facetedUnit(unit, now);
  yield itemOf(UnitFacetsEntity, { ...faceted, stamp: newId(now) });
  for (const row of fieldRowsOf(faceted)) yield itemOf(UnitByFacetEntity, row);
  for (const row of conditionRowsOf(faceted)) yield itemOf(UnitByConditionEntity, row);
}

/** Counts the units of each value. */
export function facetCounter() {
  const counts = new Map<string, ReturnType<typeof countKeysOf>[number] & { count: number; inService: number }>();
  return {
    add(unit: UnitRecord, now: number): void {
      const faceted = facetedUnit(unit, now);
      for (const key of countKeysOf(faceted)) {
        const name = JSON.stringify(key);
        const { count, inService } = counts.get(name) ?? { count: 0, inService: 0 };
        counts.set(name, { ...key, count: count + 1, inService: inService + (isInService(faceted) ? 1 : 0) });
      }
    },
    *items() {
      for (const count of counts.values()) yield itemOf(UnitFacetCountEntity, count);
    },
  };
}
