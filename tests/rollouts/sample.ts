import { RolloutEntity } from '#data/rollouts/entities.ts';
import type { Sample } from '#support/samples.ts';
import { aRollout } from './a-rollout.ts';

export const sample: Sample = {
  add: async () => {
    await RolloutEntity.put(aRollout({ rolloutId: '01K0RAPPRAVE00000000000000' })).go();
  },
};
