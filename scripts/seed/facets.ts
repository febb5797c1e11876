import type { UnitRecord } from '#core/units/unit-record.ts';
import { newId } from '#data/kit/id.ts';
import {
  countKeysOf,
  facetedUnit,
  rowsOf,
  UnitByFacetEntity,
  UnitFacetCountEntity,
  UnitFacetsEntity,
} from '#data/units/unit-facets.ts';
import { itemOf } from './write.ts';

/** The items by which lists find a unit. */
export function* facetItems(unit: UnitRecord, now: number) {
  const faceted = facetedUnit(unit, now);
  yield itemOf(UnitFacetsEntity, { ...faceted, stamp: newId(now) });
  for (const row of rowsOf(faceted)) yield itemOf(UnitByFacetEntity, row);
}

/** Counts the units of each value. */
export function facetCounter() {
  const counts = new Map<string, ReturnType<typeof countKeysOf>[number] & { count: number }>();
  return {
    add(unit: UnitRecord, now: number): void {
      for (const key of countKeysOf(facetedUnit(unit, now))) {
        const name = JSON.stringify(key);
        counts.set(name, { ...key, count: (counts.get(name)?.count ?? 0) + 1 });
      }
    },
    *items() {
      for (const count of counts.values()) yield itemOf(UnitFacetCountEntity, count);
    },
  };
}
