import { tryWrite } from '../kit/conditions.ts';
import { type Upgraded, upgradeOne } from '../kit/upgraded.ts';
import { PORTAL, RolloutEntity } from './entities.ts';

/** Puts all rollouts into the index by state. It can be repeated, and people can work meanwhile. */
export async function indexRollouts(): Promise<Upgraded> {
  const done: Upgraded = { count: 0, left: [] };
  const { data } = await RolloutEntity.query.byTime({ portal: PORTAL }).go({ pages: 'all', consistent: true });
  for (const { portal, rolloutId, state, revision } of data)
    await upgradeOne(done, `rollout ${rolloutId}`, async () => {
      // One whose state has changed meanwhile is in the index by that.
      const patch = RolloutEntity.patch({ portal, rolloutId }).set({ state, revision });
      return Boolean(await tryWrite(patch.where((stored, { eq }) => eq(stored.revision, revision)).go()));
    });
  return done;
}
