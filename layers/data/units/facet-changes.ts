import { isEqual } from '#core/is-equal.ts';
import { MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { facetedUnit } from './unit-facets.ts';

/** More than the clocks of two functions differ. A run of on-condition-due may have settled the unit before its ping, a moment ahead. */
const CLOCKS_DIFFER_MS = MINUTE;

/** True if lists may find the unit by other values after a change than before, or its condition may change sooner: with a ping it changes later. */
export const hasOtherFacets = (before: UnitRecord | undefined, after: UnitRecord | undefined, now: number): boolean =>
  before?.PingInterval !== after?.PingInterval ||
  !isEqual(before && foundBy(before, now + CLOCKS_DIFFER_MS), after && foundBy(after, now));

function foundBy(unit: UnitRecord, now: number): object {
  const { changesAt: _changesAt, ...found } = facetedUnit(unit, now);
  return found;
}
