import { heldByRollout, type RolloutMark } from '#core/rollouts/hold.ts';
import { PORTAL, RolloutEntity } from './entities.ts';

/** Why the unit does not get its message from a rollout now; undefined if it gets it, or if no rollout sent it. */
export async function rolloutHold(
  mark: RolloutMark | undefined,
  { ActiveCarrier }: { ActiveCarrier?: number | undefined },
  now: number,
): Promise<string | undefined> {
  if (!mark) return undefined;
  const { data } = await RolloutEntity.get({ portal: PORTAL, rolloutId: mark.rolloutId }).go({ consistent: true });
  return heldByRollout(data ?? undefined, mark, ActiveCarrier, now);
}
