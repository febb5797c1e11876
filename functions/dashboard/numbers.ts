import { COUNTED_FACETS, type UnitNumbers, type ValueCount } from '#core/dashboard/dashboard.ts';
import type { Scope } from '#core/scope.ts';
import { SimState, shownState } from '#core/sims/sim-state.ts';
import type { Facet } from '#core/units/facets.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import type { FacetCount } from '#data/units/facet-list.ts';

const ofModels = <Value>(of: (model: UnitModel) => Value) =>
  Object.fromEntries(UNIT_MODELS.map((model) => [model, of(model)])) as Record<UnitModel, Value>;

/** The counters of a dealer, as the caller may see them. */
export function unitNumbers(
  counts: readonly FacetCount[],
  totals: Readonly<Record<string, number>>,
  withoutSecret: Readonly<Record<string, number>>,
  { flags }: Pick<Scope, 'flags'>,
): UnitNumbers {
  const engineer = flags.includes('ENGINEER');
  const shown = (facet: Facet, value: string) => (facet === 'ActiveState' ? shownSimState(value, engineer) : value);
  return {
    totals: ofModels((model) => totals[model] ?? 0),
    withoutSecret: ofModels((model) => withoutSecret[model] ?? 0),
    facets: ofModels(
      (model) =>
        Object.fromEntries(
          COUNTED_FACETS.map((facet) => [facet, valuesOf(counts, model, facet, (value) => shown(facet, value))]),
        ) as UnitNumbers['facets'][UnitModel],
    ),
  };
}

/** The firmware versions of each model, the most frequent first. */
export const firmwareNumbers = (counts: readonly FacetCount[]): Record<UnitModel, ValueCount[]> =>
  ofModels((model) =>
    valuesOf(counts, model, 'FirmVer', (value) => value).sort((one, other) => other.count - one.count),
  );

/** Only engineers see Non-Billing. */
function shownSimState(value: string, engineer: boolean): string {
  const state = SimState.safeParse(Number(value)).data;
  return state === undefined ? value : String(shownState(state, { engineer }));
}

function valuesOf(
  counts: readonly FacetCount[],
  model: UnitModel,
  facet: Facet,
  shown: (value: string) => string,
): ValueCount[] {
  const sums = new Map<string, ValueCount>();
  for (const { value, count, inService } of counts.filter((one) => one.UnitModel === model && one.facet === facet)) {
    const sum = sums.get(shown(value)) ?? { value: shown(value), count: 0, inService: 0 };
    sums.set(sum.value, { ...sum, count: sum.count + count, inService: sum.inService + inService });
  }
  return [...sums.values()];
}
