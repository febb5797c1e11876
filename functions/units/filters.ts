import type { z } from 'zod';
import { isEqual } from '#core/is-equal.ts';
import type { Scope } from '#core/scope.ts';
import { SimState, shownState } from '#core/sims/sim-state.ts';
import { CONDITIONS, IN_SERVICE } from '#core/units/condition.ts';
import type { units } from '#core/units/contract.ts';
import { FACETS, type Facet, type FacetFilters, fieldsOf, indexedFilters } from '#core/units/facets.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import type { FacetCount } from '#data/units/facet-list.ts';

type Viewing = Pick<Scope, 'flags'>;

/** More values than a person reads. A dealer can have any number of profiles. */
const MAX_VALUES = 50;

/** The filters of a request by which the list reads, with values as the table stores them. */
export function filtersOf(input: z.output<typeof units.list.input>, viewing: Viewing): FacetFilters {
  const chosen = FACETS.flatMap((facet) => {
    const value = input[facet];
    return value === undefined ? [] : [[facet, facet === 'ActiveState' ? statesShownAs(value, viewing) : [value]]];
  });
  return indexedFilters(Object.fromEntries(chosen));
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

/** The number of units of each model that match; undefined for several facets, because counts contain one value each, and the service. */
export function matchingOf(
  filters: FacetFilters,
  counts: readonly FacetCount[],
  totals: Readonly<Record<string, number>>,
): Record<UnitModel, number> | undefined {
  const { condition } = filters;
  const [field, ...others] = fieldsOf(filters);
  const inService = condition !== undefined && isEqual(condition, IN_SERVICE);
  if (others.length > 0 || (field && condition && !inService)) return undefined;
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
