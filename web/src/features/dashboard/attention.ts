import { SIM_STATE, SimState, simStateLabel, type Viewer } from '#core/sims/sim-state.ts';
import { CONDITION_WORDS, type Condition } from '#core/units/condition.ts';
import type { units } from '#core/units/contract.ts';
import type { Facet } from '#core/units/facets.ts';
import { ASSIGNED, UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { simTone } from '#core/units/verdict.ts';
import type { Tone } from '#web/components/status/tones.ts';
import type { Output } from '#web/lib/api/api.ts';
import type { paths } from '#web/lib/page/paths.ts';
import { CONDITION_TONES } from '#web/shared/units/condition-tones.ts';

type UnitsAnswer = Output<typeof units.list>;
const SIM_TROUBLES = SimState.options.map(({ value }) => value).filter((state) => state !== SIM_STATE.activated);

type Counts = Readonly<Record<UnitModel, number>>;

/** Units with the same problem: their number by model, and the filter of the unit list that has exactly them. */
export interface Attention {
  label: string;
  tone: Tone;
  counts: Counts;
  filter: Parameters<typeof paths.units>[0];
}

/** The problems that units have now, the worst first. Reporting and SIMs count for units in service only: others have both off. */
export function attentionOf(facets: UnitsAnswer['facets'], withoutSecret: Counts, viewer: Viewer): Attention[] {
  const countsOf = (facet: Facet, value: string): Counts =>
    ofModels((model) => facets?.[model][facet].find((one) => one.value === value)?.inService ?? 0);
  const inService = (facet: Facet, value: string) => ({
    counts: countsOf(facet, value),
    filter: { UnitStatus: String(ASSIGNED), [facet]: value },
  });
  const ofCondition = (condition: Condition): Attention => ({
    label: CONDITION_WORDS[condition],
    tone: CONDITION_TONES[condition],
    counts: countsOf('condition', condition),
    filter: { condition },
  });
  const ofSimState = (state: SimState): Attention => ({
    label: `SIM ${simStateLabel(state, viewer).toLowerCase()}`,
    tone: simTone(state),
    ...inService('ActiveState', String(state)),
  });
  return [
    ofCondition('silent'),
    ofCondition('attention'),
    { label: 'Reporting off', tone: 'warning' as const, ...inService('Report', '0') },
    ...SIM_TROUBLES.map(ofSimState),
    {
      label: 'Without a secret',
      tone: 'warning' as const,
      counts: withoutSecret,
      filter: { withoutSecret: 1 as const },
    },
  ].filter(({ counts }) => Object.values(counts).some((count) => count > 0));
}

const ofModels = (countOf: (model: UnitModel) => number) =>
  Object.fromEntries(UNIT_MODELS.map((model) => [model, countOf(model)])) as Record<UnitModel, number>;
