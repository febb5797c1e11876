import type { RolloutUnitState } from '#core/rollouts/rollout.ts';
import { withQuery } from '#web/lib/page/paths.ts';

export const ROLLOUTS = '/devTools/rollouts';
export const ROLLOUT = '/devTools/rollouts/detail';
export const NEW_ROLLOUT = '/devTools/rollouts/new';

export const rolloutHref = (id: string) => withQuery(ROLLOUT, { id });
/** The units of a rollout that are in a state. Without one, those that say most. */
export const rolloutUnitsHref = (id: string, state?: RolloutUnitState) =>
  withQuery(ROLLOUT, { id, tab: 'units', state });
