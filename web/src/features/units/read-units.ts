import { AppError } from '#core/errors.ts';
import { units } from '#core/units/contract.ts';
import { MAX_FOUND, TOO_MANY_FOUND } from '#core/units/search.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { call, type Input, type Output } from '#web/lib/api/api.ts';

export type UnitsAnswer = Output<typeof units.list>;

/** The limits of one request. Addresses end at 8,192 bytes, and firewalls are stricter. */
export const PART = { units: 200, bytes: 1_800 } as const;
/** No identifier is longer. The beginning of a longer name shows as missing. */
const MAX_NAME_LENGTH = 40;
/** The length of an encoded comma. */
const COMMA = '%2C'.length;

/** Reads the list. Splits a long BulkSearch into several requests and joins their answers. */
export async function readUnits(
  input: Input<typeof units.list>,
  options?: { signal?: AbortSignal },
): Promise<UnitsAnswer> {
  if (!input.BulkSearch) return call(units.list, input, options);
  const asked = input.BulkSearch.split(',').filter(Boolean);
  if (asked.length > MAX_FOUND) throw new AppError('TOO_LARGE', TOO_MANY_FOUND);
  const parts = partsOf(asked).map((part) => call(units.list, { ...input, BulkSearch: part.join(',') }, options));
  return joined(await Promise.all(parts));
}

/** Splits the names, in their order, into parts that fit into a query. */
export function partsOf(names: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  let bytes = 0;
  for (const name of names.map((each) => each.slice(0, MAX_NAME_LENGTH))) {
    const more = encodeURIComponent(name).length + COMMA;
    const last = parts.at(-1)!;
    if (last.length > 0 && (last.length === PART.units || bytes + more > PART.bytes)) {
      parts.push([name]);
      bytes = more;
    } else {
      last.push(name);
      bytes += more;
    }
  }
  return parts;
}

function joined(answers: readonly UnitsAnswer[]): UnitsAnswer {
  const results = answers.flatMap(({ BulkSearchResults }) => BulkSearchResults ?? []);
  return {
    ...answers[0]!,
    lists: Object.fromEntries(
      UNIT_MODELS.map((model) => [model, answers.flatMap(({ lists }) => lists[model])]),
    ) as UnitsAnswer['lists'],
    BulkSearchResults: {
      found: results.flatMap(({ found }) => found),
      missing: results.flatMap(({ missing }) => missing),
    },
  };
}
