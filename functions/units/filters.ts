import type { z } from 'zod';
import type { Scope } from '#core/scope.ts';
import { SimState, shownState } from '#core/sims/sim-state.ts';
import { CONDITIONS } from '#core/units/condition.ts';
import type { units } from '#core/units/contract.ts';
import { FACETS, type Facet, type FacetFilters, fieldsOf } from '#core/units/facets.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import type { FacetCount } from '#data/units/facet-list.ts';

type Viewing = Pick<Scope, 'flags'>;

/** More values than a person reads. A dealer can have any number of profiles. */
const MAX_VALUES = 50;

/** The filters of a request, as the table stores values. */
export function filtersOf(input: z.output<typeof units.list.input>, viewing: Viewing): FacetFilters {
  const chosen = FACETS.flatMap((facet) => {
    const value = input[facet];
    return value === undefined ? [] : [[facet, facet === 'ActiveState' ? statesShownAs(value, viewing) : [value]]];
  });
  return Object.fromEntries(chosen);
}

/** The states that the caller sees as this one: only engineers see Non-Billing. */
const statesShownAs = (shown: string, viewing: Viewing): string[] =>
  SimState.options.map(({ value }) => String(value)).filter((state) => shownStateOf(state, viewing) === shown);

function shownStateOf(state: string, { flags }: Viewing): string {
  const known = SimState.safeParse(Number(state)).data;
  return known === undefined ? state : String(shownState(known, { engineer: flags.includes('ENGINEER') }));
}

type Values = { value: string; count: number }[];

/** How many units of the model have each value. Conditions are in their order, other values by their number of units. */
export function countsByFacet(
  counts: readonly FacetCount[],
  UnitModel: UnitModel,
  viewing: Viewing,
): Record<Facet, Values> {
  const ofModel = counts.filter((one) => one.UnitModel === UnitModel);
  const valuesOf = (facet: Facet): Values => {
    const byValue = new Map<string, number>();
    for (const { value, count } of ofModel.filter((one) => one.facet === facet)) {
      const shown = facet === 'ActiveState' ? shownStateOf(value, viewing) : value;
      byValue.set(shown, (byValue.get(shown) ?? 0) + count);
    }
    return [...byValue]
      .map(([value, count]) => ({ value, count }))
      .sort((one, other) => orderOf(facet, one.value) - orderOf(facet, other.value) || other.count - one.count)
      .slice(0, MAX_VALUES);
  };
  return Object.fromEntries(FACETS.map((facet) => [facet, valuesOf(facet)])) as Record<Facet, Values>;
}

const orderOf = (facet: Facet, value: string) =>
  facet === 'condition' ? (CONDITIONS as readonly string[]).indexOf(value) : 0;

/** The number of units of each model that match; undefined for several facets, because counts contain one value each. */
export function matchingOf(
  filters: FacetFilters,
  counts: readonly FacetCount[],
  totals: Readonly<Record<string, number>>,
): Record<UnitModel, number> | undefined {
  const facets: Facet[] = [...fieldsOf(filters), ...(filters.condition ? (['condition'] as const) : [])];
  if (facets.length > 1) return undefined;
  const [facet] = facets;
  if (facet === undefined) return ofEachModel(totals);
  const chosen = counts.filter((one) => one.facet === facet && filters[facet]?.includes(one.value));
  const sumOf = (model: UnitModel) =>
    chosen.reduce((sum, { UnitModel, count }) => sum + (UnitModel === model ? count : 0), 0);
  return ofEachModel(Object.fromEntries(UNIT_MODELS.map((model) => [model, sumOf(model)])));
}

export const ofEachModel = (numbers: Readonly<Record<string, number>>) =>
  Object.fromEntries(UNIT_MODELS.map((model) => [model, numbers[model] ?? 0])) as Record<UnitModel, number>;
