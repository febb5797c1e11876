import type { RolloutStage } from '#core/rollouts/plan.ts';
import type { Rollout, RolloutUnitState, StageCounts } from '#core/rollouts/rollout.ts';
import { CARRIER_NAMES, type Carrier } from '#core/sims/carrier.ts';
import { unitCount } from '#core/units/unit-count.ts';

/** `Canary, 1 of 2`. */
export const shownStage = ({ plan: { stages }, stage }: Pick<Rollout, 'plan' | 'stage'>): string =>
  `${stages[stage]!.name}, ${stage + 1} of ${stages.length}`;

export const shownCarriers = (carriers: readonly Carrier[]): string =>
  carriers.map((carrier) => CARRIER_NAMES[carrier]).join(', ');

/** Which units a stage has: `Cedar Alarms and all below it · AT&T · 10 % · at most 25 units`. */
export function shownUnits(
  { DealerKey, carriers, tags, percent, atMost }: RolloutStage,
  nameOf: (DealerKey: number) => string,
): string {
  const parts = [
    DealerKey === undefined ? 'All dealers' : `${nameOf(DealerKey)} and all below it`,
    ...(carriers.length > 0 ? [shownCarriers(carriers)] : []),
    ...(tags.length > 0 ? [`tagged ${tags.join(' or ')}`] : []),
    ...(percent < 100 ? [`${percent} %`] : []),
    ...(atMost === undefined ? [] : [`at most ${unitCount(atMost)}`]),
  ];
  return parts.join(' · ');
}

/** What people look for first. */
const FIRST_SHOWN: readonly RolloutUnitState[] = [
  'failed',
  'notReturned',
  'notReached',
  'returnSent',
  'sent',
  'watched',
  'returning',
  'waiting',
  'cancelled',
  'done',
  'returned',
  'skipped',
];

/** How many units of all stages are in the state. */
export const countOfState = (counts: readonly StageCounts[], state: RolloutUnitState): number =>
  counts.reduce((sum, stage) => sum + (stage[state] ?? 0), 0);

/** The state whose units are shown until somebody chooses one. */
export const firstShownState = (counts: readonly StageCounts[]): RolloutUnitState =>
  FIRST_SHOWN.find((state) => countOfState(counts, state) > 0) ?? 'waiting';
