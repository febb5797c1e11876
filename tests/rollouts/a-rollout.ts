import { RolloutPlan } from '#core/rollouts/plan.ts';
import { PORTAL, type RolloutItem } from '#data/rollouts/entities.ts';

export const aPlan = (given: object = {}): RolloutPlan =>
  RolloutPlan.parse({
    name: 'Spring',
    FirmVerKey: 'MXD-LTE/MXDLTE/9.9.9.9.9',
    stages: [
      { name: 'Canary', atMost: 10, watchHours: 24 },
      { name: 'All', watchHours: 24 },
    ],
    unitsPerHour: 100,
    ...given,
  });

/** A proposed rollout of a person who is gone. */
export const aRollout = ({
  plan,
  ...given
}: Partial<Omit<RolloutItem, 'plan'>> & { plan?: object } = {}): RolloutItem => ({
  portal: PORTAL,
  rolloutId: '01K0RAPPRAVE00000000000000',
  plan: aPlan(plan),
  state: 'proposed',
  stage: 0,
  found: 0,
  searched: false,
  paceAt: 0,
  proposedBy: { userKey: 'gone', actorKey: 'gone', fullName: 'Pat Proposer', at: '2026-01-01T00:00:00.000Z' },
  askedBy: { UserKey: 'gone', asUserKey: 'gone', sessionId: 'gone' },
  accepted: {},
  revision: 0,
  ...given,
});
