import { leftOutState, type RolloutUnitState, SETTLED } from '#core/rollouts/rollout.ts';
import { HOUR, instant } from '#core/time.ts';
import type { RolloutItem, RolloutUnitItem } from '#data/rollouts/entities.ts';
import { rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { rolloutStore } from '#data/rollouts/rollouts.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';

export const ENDED = 'The rollout was ended';

/** Takes back what waits for units, and then ends the rollout. Units that have the version keep it. */
export async function endRollout(rollout: RolloutItem, hasTime: () => boolean): Promise<void> {
  const isEmpty =
    (await moveAllOf(rollout, 'waiting', { to: leftOutState, reason: ENDED }, hasTime)) &&
    (await moveAllOf(rollout, 'sent', { to: 'failed', reason: ENDED }, hasTime)) &&
    (await moveAllOf(rollout, 'watched', { to: 'done' }, hasTime)) &&
    (await moveAllOf(rollout, 'returning', { to: 'notReturned', reason: ENDED }, hasTime)) &&
    (await moveAllOf(rollout, 'returnSent', { to: 'notReturned', reason: ENDED }, hasTime)) &&
    (await moveAllOf(rollout, 'notReached', { to: 'notReturned', reason: ENDED }, hasTime));
  if (isEmpty && (await rolloutUnitStore.areAll(rollout, SETTLED))) await rolloutStore.settle(rollout, 'ended');
}

type NextStateOf = (item: RolloutUnitItem) => RolloutUnitState;

/** Brings all units in one state to the next one, and takes back their messages. True when none is left. */
export async function moveAllOf(
  { rolloutId }: RolloutItem,
  from: RolloutUnitState,
  { to, reason, after }: { to: RolloutUnitState | NextStateOf; reason?: string; after?: number },
  hasTime: () => boolean,
): Promise<boolean> {
  while (hasTime()) {
    const now = Date.now();
    const { items } = await rolloutUnitStore.list(rolloutId, from, { pageSize: 200 });
    if (items.length === 0) return true;
    // Before the unit itself: a run that is cut off takes the message back again.
    for (const { UnitSerNum, MessageKeyHex } of items)
      if (MessageKeyHex !== undefined) await syncQueueStore.endOfRollout(UnitSerNum, MessageKeyHex);
    await rolloutUnitStore.moveAll(items, (item) => ({
      state: typeof to === 'string' ? to : to(item),
      nextAt: instant(now + (after ?? 0)),
      waitsSince: 0,
      ...(reason !== undefined && { reason }),
      ...(after !== undefined && { goneAt: now }),
    }));
  }
  return false;
}

/** A unit that was sent its update may have done it a moment ago. */
export const MAY_HAVE_DONE_MS = HOUR;
