import type { UnitNumbers, Visit } from '#core/dashboard/dashboard.ts';
import { countOf, numberName, PROBLEMS, type Problem } from '#core/dashboard/problems.ts';
import { simStateLabel, type Viewer } from '#core/sims/sim-state.ts';
import { CONDITION_WORDS } from '#core/units/condition.ts';
import { ASSIGNED, UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { simTone } from '#core/units/verdict.ts';
import type { Tone } from '#web/components/status/tones.ts';
import type { paths } from '#web/lib/page/paths.ts';
import { CONDITION_TONES } from '#web/shared/units/condition-tones.ts';

/** Units with the same problem: their number by model, and the filter of the unit list that has exactly them. */
export interface Attention {
  label: string;
  tone: Tone;
  counts: Readonly<Record<UnitModel, number>>;
  /** How many more there are than at the last visit, of all models; undefined without one. */
  since: number | undefined;
  filter: Parameters<typeof paths.units>[0];
}

/** The problems that units have now, the worst first. One that is gone since the last visit shows with its change. */
export function attentionOf(units: UnitNumbers, lastVisit: Visit | undefined, viewer: Viewer): Attention[] {
  return PROBLEMS.map((problem) => {
    const counts = Object.fromEntries(
      UNIT_MODELS.map((model) => [model, countOf(problem, model, units)]),
    ) as Attention['counts'];
    const before = UNIT_MODELS.map((model) => lastVisit?.numbers[numberName(problem, model)] ?? 0);
    return {
      ...wordsOf(problem, viewer),
      counts,
      since: lastVisit && sumOf(Object.values(counts)) - sumOf(before),
      filter: filterOf(problem),
    };
  }).filter(({ counts, since = 0 }) => since !== 0 || Object.values(counts).some((count) => count > 0));
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

function wordsOf(problem: Problem, viewer: Viewer): Pick<Attention, 'label' | 'tone'> {
  if (problem.facet === 'condition')
    return { label: CONDITION_WORDS[problem.value], tone: CONDITION_TONES[problem.value] };
  if (problem.facet === 'ActiveState')
    return { label: `SIM ${simStateLabel(problem.value, viewer).toLowerCase()}`, tone: simTone(problem.value) };
  return { label: LABELS[problem.facet], tone: 'warning' };
}

const LABELS = { Report: 'Reporting off', Updates: 'Failed updates', withoutSecret: 'Without a secret' } as const;

function filterOf(problem: Problem): Attention['filter'] {
  if (problem.facet === 'withoutSecret') return { withoutSecret: 1 };
  if (problem.facet === 'condition') return { condition: problem.value };
  return { UnitStatus: String(ASSIGNED), [problem.facet]: String(problem.value) };
}
