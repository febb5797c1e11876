import type { Scope } from '#core/scope.ts';
import { normalizeSearch, type SearchField } from '#core/units/search.ts';
import { fullUnitID, type Unit } from '#core/units/unit.ts';
import { shownUnits } from './shown.ts';
import { unitLookupStore } from './unit-lookups.ts';
import { unitStore } from './units.ts';

const FIELDS: readonly SearchField[] = ['UnitSerNum', 'UnitID'];
/** The most units to choose from. */
const MAX_FOUND = 20;

/** The units in the scope whose serial number or unit ID is the text; if there is none, those that begin with it. */
export async function findUnits(scope: Scope, text: string) {
  const results = await Promise.all(FIELDS.map((field) => unitLookupStore.find(scope, field, text, MAX_FOUND)));
  const serialNumbers = [...new Set(results.flatMap((result) => result.serialNumbers))];
  const found = await unitStore.getMany(scope, serialNumbers.slice(0, MAX_FOUND));
  const exact = found.filter((unit) => isNamed(unit, text));
  const more = exact.length === 0 && (serialNumbers.length > MAX_FOUND || results.some((result) => result.more));
  return { units: await shownUnits(scope, exact.length > 0 ? exact : found, Date.now()), more };
}

const isNamed = (unit: Pick<Unit, 'UnitSerNum' | 'UnitLineID' | 'UnitID'>, text: string) =>
  unit.UnitSerNum === normalizeSearch('UnitSerNum', text) ||
  [unit.UnitID, fullUnitID(unit)].some(
    (id) => id !== '' && normalizeSearch('UnitID', id) === normalizeSearch('UnitID', text),
  );
