import { RolloutCountEntity, RolloutEntity, type RolloutItem, RolloutUnitEntity } from '#data/rollouts/entities.ts';
import { seededUnit } from '#support/page.ts';
import { aRollout } from './a-rollout.ts';

const COUNTS = {
  ...{ '0.done': 8, '0.failed': 1, '0.skipped': 1, '1.waiting': 61, '1.sent': 12, '1.watched': 25, '1.done': 48 },
  ...{ 'worse.missedPings': 14, 'better.missedPings': 1, 'worse.batteryLoss': 2, compared: 73 },
};

/** A rollout that the portal has paused in its second stage, with counts, and with a failed unit. */
export async function aShownRollout(given: Partial<RolloutItem> = {}): Promise<RolloutItem> {
  const rollout = aRollout({
    ...{ rolloutId: '01K0SHWNRAVE00000000000000', state: 'paused', stage: 1, revision: 4, searched: true },
    plan: {
      name: 'Autumn',
      stages: [
        { name: 'Canary', atMost: 10, watchHours: 24 },
        { name: 'Cedar', DealerKey: 22, tags: ['pilot', 'north'], carriers: [1], percent: 50, watchHours: 48 },
        { name: 'All others', watchHours: 24 },
      ],
      window: { from: '01:00', to: '05:00' },
      networks: [0, 1],
    },
    approvedBy: { userKey: 'gone', actorKey: 'gone', fullName: 'Robin Approver', at: '2026-01-02T00:00:00.000Z' },
    reason: 'Missed pings: 14 of 73 units do worse than before',
    pausedBySystem: true,
    ...given,
  });
  const { rolloutId } = rollout;
  await RolloutEntity.put(rollout).go();
  for (const [name, count] of Object.entries(COUNTS)) await RolloutCountEntity.put({ rolloutId, name, count }).go();
  await RolloutUnitEntity.put({
    ...{ rolloutId, UnitSerNum: seededUnit('MXD-LTE').UnitSerNum, stage: 0, state: 'failed', tries: 3 },
    ...{ from: '2.2.0.0.3', nextAt: '2026-01-03T10:00:00.000Z', reason: 'The unit told that the update failed' },
  }).go();
  return rollout;
}
