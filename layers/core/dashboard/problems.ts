import { SIM_STATE, SimState } from '../sims/sim-state.ts';
import type { Condition } from '../units/condition.ts';
import { FAILED_UPDATES } from '../units/facets.ts';
import { UNIT_MODELS, type UnitModel } from '../units/unit.ts';
import type { UnitNumbers } from './dashboard.ts';

/** What can be wrong with a unit in service, so that a person should look. */
export type Problem =
  | { facet: 'condition'; value: Condition }
  | { facet: 'Report'; value: '0' }
  | { facet: 'ActiveState'; value: SimState }
  | { facet: 'Updates'; value: typeof FAILED_UPDATES }
  | { facet: 'withoutSecret' };

const SIM_TROUBLES = SimState.options.map(({ value }) => value).filter((state) => state !== SIM_STATE.activated);

/** The worst first. */
export const PROBLEMS: readonly Problem[] = [
  { facet: 'condition', value: 'silent' },
  { facet: 'condition', value: 'late' },
  { facet: 'condition', value: 'attention' },
  { facet: 'Report', value: '0' },
  ...SIM_TROUBLES.map((value) => ({ facet: 'ActiveState' as const, value })),
  { facet: 'Updates', value: FAILED_UPDATES },
  { facet: 'withoutSecret' },
];

/**
 * Units of a model that have a problem. Reporting, SIMs and updates count for units in service only: others have them off,
 * or need nobody. */
export function countOf(problem: Problem, model: UnitModel, { facets, withoutSecret }: UnitNumbers): number {
  if (problem.facet === 'withoutSecret') return withoutSecret[model];
  return facets[model][problem.facet].find(({ value }) => value === String(problem.value))?.inService ?? 0;
}

/** Names the number of a problem and a model: `condition silent MXD-LTE`. */
export const numberName = (problem: Problem, model: UnitModel) =>
  [problem.facet, ...('value' in problem ? [problem.value] : []), model].join(' ');

/** All numbers that are not 0, as a visit keeps them. */
export const problemNumbers = (units: UnitNumbers): Record<string, number> =>
  Object.fromEntries(
    PROBLEMS.flatMap((problem) =>
      UNIT_MODELS.map((model) => [numberName(problem, model), countOf(problem, model, units)] as const),
    ).filter(([, count]) => count > 0),
  );
