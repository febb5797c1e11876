import type { UnitNumbers, Visit } from '#core/dashboard/dashboard.ts';
import { countOf, numberName, PROBLEMS } from '#core/dashboard/problems.ts';
import type { Viewer } from '#core/sims/sim-state.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import type { Tone } from '#web/components/status/tones.ts';
import { type ProblemFilter, problemFilter, problemWords } from '#web/shared/units/problems.ts';

/** Units with the same problem: their number by model, and the filter of the unit list that has exactly them. */
export interface Attention {
  label: string;
  tone: Tone;
  counts: Readonly<Record<UnitModel, number>>;
  /** How many more there are than at the last visit, of all models; undefined without one. */
  since: number | undefined;
  filter: ProblemFilter;
}

/** The problems that units have now, the worst first. One that is gone since the last visit shows with its change. */
export function attentionOf(units: UnitNumbers, lastVisit: Visit | undefined, viewer: Viewer): Attention[] {
  return PROBLEMS.map((problem) => {
    const counts = Object.fromEntries(
      UNIT_MODELS.map((model) => [model, countOf(problem, model, units)]),
    ) as Attention['counts'];
    const before = UNIT_MODELS.map((model) => lastVisit?.numbers[numberName(problem, model)] ?? 0);
    return {
      ...problemWords(problem, viewer),
      counts,
      since: lastVisit && sumOf(Object.values(counts)) - sumOf(before),
      filter: problemFilter(problem),
    };
  }).filter(({ counts, since = 0 }) => since !== 0 || Object.values(counts).some((count) => count > 0));
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
