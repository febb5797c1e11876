import { rolloutStore } from '#data/rollouts/rollouts.ts';

const REASON = 'The table of the portal was restored, and does not know what people did with the rollout since then';

/**
 * Pauses the running rollouts: somebody may have paused or ended them since the moment of the restore. Returns their names.
 * @throws if somebody changes one at the same time, as on a table in use
 */
export async function pauseRollouts(now: number): Promise<string[]> {
  const running = (await rolloutStore.atWork()).filter(({ state }) => state === 'running');
  for (const rollout of running)
    if (!(await rolloutStore.pause(rollout, REASON, now)))
      throw new Error(`The rollout ${rollout.plan.name} has changed meanwhile: repeat this`);
  return running.map(({ plan }) => plan.name);
}
