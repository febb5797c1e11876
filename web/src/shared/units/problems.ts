import type { Problem } from '#core/dashboard/problems.ts';
import { simStateLabel, type Viewer } from '#core/sims/sim-state.ts';
import { CONDITION_WORDS } from '#core/units/condition.ts';
import { ASSIGNED } from '#core/units/unit.ts';
import { simTone } from '#core/units/verdict.ts';
import type { Tone } from '#web/components/status/tones.ts';
import type { paths } from '#web/lib/page/paths.ts';
import { CONDITION_TONES } from './condition-tones.ts';

export type ProblemFilter = Parameters<typeof paths.units>[0];

/** The words for a problem, the same on the dashboard and in the palette. */
export function problemWords(problem: Problem, viewer: Viewer): { label: string; tone: Tone } {
  if (problem.facet === 'condition')
    return { label: CONDITION_WORDS[problem.value], tone: CONDITION_TONES[problem.value] };
  if (problem.facet === 'ActiveState')
    return { label: `SIM ${simStateLabel(problem.value, viewer).toLowerCase()}`, tone: simTone(problem.value) };
  return { label: LABELS[problem.facet], tone: 'warning' };
}

const LABELS = { Report: 'Reporting off', Updates: 'Failed updates', withoutSecret: 'Without a secret' } as const;

/** The filter of the unit list that has exactly the units with the problem. */
export function problemFilter(problem: Problem): ProblemFilter {
  if (problem.facet === 'withoutSecret') return { withoutSecret: 1 };
  if (problem.facet === 'condition') return { condition: problem.value };
  return { UnitStatus: String(ASSIGNED), [problem.facet]: String(problem.value) };
}
