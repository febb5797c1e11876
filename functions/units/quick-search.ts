import type { Scope } from '#core/scope.ts';
import { fieldsFor } from '#core/units/search.ts';
import { pinStore } from '#data/unit-notes/pins.ts';
import { shownUnits } from '#data/units/shown.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitStore } from '#data/units/units.ts';

/** A quick search returns at most this many units, and whether there are more. */
const MAX_SHOWN = 100;

/** The units with an identifier that begins with the text, those that the caller has pinned first. */
export async function quickSearch(scope: Scope, searchText: string) {
  const [pinned, ...results] = await Promise.all([
    pinStore.list(scope),
    ...fieldsFor(searchText).map((field) => unitLookupStore.find(scope, field, searchText, MAX_SHOWN)),
  ]);
  const matches = new Set(results.flatMap((result) => result.serialNumbers));
  const serialNumbers = [...new Set([...pinned.filter((one) => matches.has(one)), ...matches])];
  const found = await shownUnits(scope, await unitStore.getMany(scope, serialNumbers.slice(0, MAX_SHOWN)), Date.now());
  return { found, more: serialNumbers.length > MAX_SHOWN || results.some(({ more }) => more) };
}
