import { heldByRollout, type RolloutMark } from '#core/rollouts/hold.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { PORTAL, RolloutEntity } from './entities.ts';
import { zonesOfUnit } from './unit-zones.ts';

/** Why the unit does not get its message from a rollout now; undefined if it gets it, or if no rollout sent it. */
export async function rolloutHold(
  mark: RolloutMark | undefined,
  unit: UnitRecord,
  now: number,
): Promise<string | undefined> {
  if (!mark) return undefined;
  const { data } = await RolloutEntity.get({ portal: PORTAL, rolloutId: mark.rolloutId }).go({ consistent: true });
  // Read now: the unit may have got another customer since it was sent the message.
  const zones = data?.plan.window && !mark.isReturn ? await zonesOfUnit(unit) : [];
  return heldByRollout(data ?? undefined, mark, unit, zones, now);
}
