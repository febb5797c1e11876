import type { Scope } from '#core/scope.ts';
import { fieldsFor } from '#core/units/search.ts';
import { shownUnits } from '#data/units/shown.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitStore } from '#data/units/units.ts';

/** A quick search returns at most this many units, and whether there are more. */
const MAX_SHOWN = 100;

/** The units with an identifier that begins with the text. */
export async function quickSearch(scope: Scope, searchText: string) {
  const results = await Promise.all(
    fieldsFor(searchText).map((field) => unitLookupStore.find(scope, field, searchText, MAX_SHOWN)),
  );
  const serialNumbers = [...new Set(results.flatMap((result) => result.serialNumbers))];
  const found = await shownUnits(await unitStore.getMany(scope, serialNumbers.slice(0, MAX_SHOWN)), Date.now());
  return { found, more: serialNumbers.length > MAX_SHOWN || results.some(({ more }) => more) };
}
