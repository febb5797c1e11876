import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { DealerKey } from '../dealers/dealer.ts';
import { OTA_PUBLISHERS } from '../ota/access.ts';
import { PageRequest, pageOf } from '../paging.ts';
import { RolloutPlan } from './plan.ts';
import { Health, Rollout, RolloutAction, RolloutUnit, RolloutUnitState, StageCounts } from './rollout.ts';

// Versions belong to the root dealer, and a rollout reaches the units of all dealers.
const access = OTA_PUBLISHERS;

export const RolloutId = z.string().regex(/^[0-9A-Z]{26}$/, 'No such rollout');

export const rollouts = defineArea({
  list: {
    method: 'GET',
    path: '/api/rollouts',
    summary: 'List the rollouts of firmware, the newest first',
    access,
    input: PageRequest,
    output: pageOf(Rollout),
  },
  get: {
    method: 'GET',
    path: '/api/rollouts/{rolloutId}',
    summary: 'Read a rollout with the counts of its units and their health',
    access,
    input: z.object({ rolloutId: RolloutId }),
    output: Rollout.extend({
      /** One for each stage. */
      counts: z.array(StageCounts),
      health: Health,
      /** The names of the dealers in the plan. */
      dealers: z.array(z.object({ DealerKey, DealerName: z.string() })),
      /** True if the caller is the second person who may approve it. */
      mayApprove: z.boolean(),
    }),
    errors: ['NOT_FOUND'],
  },
  units: {
    method: 'GET',
    path: '/api/rollouts/{rolloutId}/units',
    summary: 'List the units of a rollout that are in a state',
    access,
    input: PageRequest.extend({ rolloutId: RolloutId, state: RolloutUnitState }),
    output: pageOf(RolloutUnit),
    errors: ['NOT_FOUND'],
  },
  propose: {
    method: 'POST',
    path: '/api/rollouts',
    summary: 'Propose a rollout, which a second person approves',
    access,
    input: RolloutPlan,
    output: Rollout,
    errors: ['INVALID', 'CONFLICT'],
  },
  act: {
    method: 'POST',
    path: '/api/rollouts/{rolloutId}/act',
    summary: 'Approve, pause, resume, end or roll back a rollout',
    access,
    givesRights: true,
    /** `revision`: as the rollout was read, so that two people do not act on different states. */
    input: z.object({ rolloutId: RolloutId, action: RolloutAction, revision: z.number().int().min(0) }),
    output: Rollout,
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
  },
});
