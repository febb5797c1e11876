import { AppError } from '../errors.ts';
import { isEqual } from '../is-equal.ts';
import type { Scope } from '../scope.ts';
import { SimState, shownState } from '../sims/sim-state.ts';
import { HOUR, instant } from '../time.ts';
import { CONDITIONS, IN_SERVICE } from './condition.ts';
import { FACETS, type Facet, type FacetFilters, fieldsOf, indexedFilters } from './facets.ts';
import { isBound, isWithin, MOST_FILTER_VALUES, splitValues } from './filter-values.ts';
import { compareFirmware } from './firmware.ts';
import type { UnitFilters } from './list-query.ts';
import { UNIT_MODELS, type UnitModel } from './unit.ts';

/** The number of units with a value, and how many of them are in service. */
export interface FacetCount {
  UnitModel: UnitModel;
  facet: Facet;
  value: string;
  count: number;
  inService: number;
}

type Viewing = Pick<Scope, 'flags'>;

/** More values than a person reads. A dealer can have any number of profiles. */
const MAX_VALUES = 50;

/**
 * The filters of a request by which the list reads, with values as the table stores them. `versions`: the firmware that units have, for a range of it.
 */
export function filtersOf(
  input: UnitFilters,
  viewing: Viewing,
  versions: readonly string[],
  now: number,
): FacetFilters {
  const chosen = FACETS.flatMap((facet) => {
    const given = input[facet];
    return given === undefined ? [] : [[facet, storedValues(facet, splitValues(given), viewing, versions)]];
  });
  const { silentOver } = input;
  return {
    ...indexedFilters(Object.fromEntries(chosen)),
    ...(silentOver !== undefined && { silentBefore: instant(now - silentOver * HOUR) }),
  };
}

/** The firmware that units of a model have. */
export const versionsOf = (counts: readonly FacetCount[], model: UnitModel): string[] =>
  counts.flatMap(({ UnitModel, facet, value }) => (facet === 'FirmVer' && UnitModel === model ? [value] : []));

function storedValues(facet: Facet, given: readonly string[], viewing: Viewing, versions: readonly string[]): string[] {
  if (facet === 'ActiveState') return [...new Set(given.flatMap((state) => statesShownAs(state, viewing)))];
  if (facet === 'FirmVer' && given.some(isBound)) return versionsWithin(given, versions);
  return [...new Set(given)];
}

/** The versions within bounds, the newest first. */
function versionsWithin(bounds: readonly string[], versions: readonly string[]): string[] {
  if (!bounds.every(isBound)) throw new AppError('INVALID', 'Ask for versions, or for a range of them');
  const found = [...new Set(versions)].filter((version) => isWithin(version, bounds));
  if (found.length > MOST_FILTER_VALUES)
    throw new AppError(
      'INVALID',
      `${found.length} versions are in this range, and a list reads at most ${MOST_FILTER_VALUES}. Narrow it, such as firmver>2.1 firmver<2.2`,
    );
  return found.sort((one, other) => compareFirmware(other, one) || one.localeCompare(other));
}

/** The states that the caller sees as this one: only engineers see Non-Billing. */
const statesShownAs = (shown: string, viewing: Viewing): string[] =>
  SimState.options.map(({ value }) => String(value)).filter((state) => shownStateOf(state, viewing) === shown);

function shownStateOf(state: string, { flags }: Viewing): string {
  const known = SimState.safeParse(Number(state)).data;
  return known === undefined ? state : String(shownState(known, { engineer: flags.includes('ENGINEER') }));
}

type Values = Pick<FacetCount, 'value' | 'count' | 'inService'>[];

/** How many units of each model have each value. Conditions are in their order, other values by their number of units. */
export const countsByFacet = (counts: readonly FacetCount[], viewing: Viewing) =>
  ofModels((model) => countsOfModel(counts, model, viewing));

function countsOfModel(counts: readonly FacetCount[], UnitModel: UnitModel, viewing: Viewing): Record<Facet, Values> {
  const ofModel = counts.filter((one) => one.UnitModel === UnitModel);
  const valuesOf = (facet: Facet): Values => {
    const byValue = new Map<string, Values[number]>();
    for (const { value, count, inService } of ofModel.filter((one) => one.facet === facet)) {
      const shown = facet === 'ActiveState' ? shownStateOf(value, viewing) : value;
      const sum = byValue.get(shown) ?? { count: 0, inService: 0 };
      byValue.set(shown, { value: shown, count: sum.count + count, inService: sum.inService + inService });
    }
    return [...byValue.values()]
      .sort((one, other) => orderOf(facet, one.value) - orderOf(facet, other.value) || other.count - one.count)
      .slice(0, MAX_VALUES);
  };
  return Object.fromEntries(FACETS.map((facet) => [facet, valuesOf(facet)])) as Record<Facet, Values>;
}

const orderOf = (facet: Facet, value: string) =>
  facet === 'condition' ? (CONDITIONS as readonly string[]).indexOf(value) : 0;

/**
 * The number of units of each model that match; undefined for several facets, because counts contain one value each, and the service. Units with several of the
 * chosen tags are in no count once.
 */
export function matchingOf(
  filters: FacetFilters,
  counts: readonly FacetCount[],
  totals: Readonly<Record<string, number>>,
): Record<UnitModel, number> | undefined {
  const { condition, silentBefore } = filters;
  if (silentBefore !== undefined) return undefined;
  const [field, ...others] = fieldsOf(filters);
  const inService = condition !== undefined && isEqual(condition, IN_SERVICE);
  const countsTwice = field === 'tag' && (filters.tag?.length ?? 0) > 1;
  if (countsTwice || others.length > 0 || (field && condition && !inService)) return undefined;
  const facet = field ?? (condition && 'condition');
  if (facet === undefined) return ofEachModel(totals);
  const chosen = counts.filter((one) => one.facet === facet && filters[facet]?.includes(one.value));
  return ofModels((model) =>
    chosen
      .filter(({ UnitModel }) => UnitModel === model)
      .reduce((sum, one) => sum + (inService ? one.inService : one.count), 0),
  );
}

export const ofEachModel = (numbers: Readonly<Record<string, number>>) => ofModels((model) => numbers[model] ?? 0);

const ofModels = <Value>(of: (model: UnitModel) => Value) =>
  Object.fromEntries(UNIT_MODELS.map((model) => [model, of(model)])) as Record<UnitModel, Value>;
