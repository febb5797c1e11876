import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import type { RolloutUnitState } from '#core/rollouts/rollout.ts';
import {
  nextComparisonAt,
  nextLookAt,
  REPORTS_WITHIN_MS,
  TAKEN_WITHIN_MS,
  watchedUntil,
} from '#core/rollouts/tries.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { pingIntervalOf } from '#core/units/silence.ts';
import { shownFirmware } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { RolloutItem, RolloutUnitItem } from '#data/rollouts/entities.ts';
import { type NextState, rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { unitStore } from '#data/units/units.ts';

const NOT_TAKEN = 'The unit did not take the update within 7 days';
export const NOT_IN_SERVICE = 'The unit is not in service any more';
const CANCELLED = 'Somebody cancelled the update of this unit';

/** Looks which units have got the version. A unit tells of a failure itself (`rolloutUnitStore.failed`). */
export async function lookAtSent(
  rollout: RolloutItem,
  version: FirmwareVersion,
  hasTime: () => boolean,
): Promise<void> {
  const { watchHours } = rollout.plan.stages[rollout.stage]!;
  await lookAt(rollout, 'sent', hasTime, async (item, unit, now) => {
    if (unit && shownFirmware(unit.FirmVer) === version.version) {
      const until = watchedUntil(now, watchHours, pingIntervalOf(unit));
      return { state: 'watched', nextAt: instant(nextComparisonAt(now, until, now)), doneAt: now };
    }
    return whatIsLeft(item, unit, now, { cancelled: 'skipped', notTaken: 'failed', same: 'sent' });
  });
}

/** Looks at the units in a state whose time has come, and brings each to what `next` says. */
export async function lookAt(
  { rolloutId }: RolloutItem,
  state: 'sent' | 'returnSent',
  hasTime: () => boolean,
  next: (item: RolloutUnitItem, unit: UnitRecord | undefined, now: number) => Promise<NextState>,
): Promise<void> {
  while (hasTime()) {
    const due = await rolloutUnitStore.due(rolloutId, state, Date.now());
    if (due.length === 0) return;
    const units = await unitStore.getMany(
      WHOLE_TREE,
      due.map(({ UnitSerNum }) => UnitSerNum),
    );
    const bySerial = new Map(units.map((unit) => [unit.UnitSerNum, unit]));
    for (const item of due) {
      if (!hasTime()) return;
      await rolloutUnitStore.move(item, await next(item, bySerial.get(item.UnitSerNum), Date.now()));
    }
  }
}

/** What is with a unit that does not have the version: its message waits, somebody has cancelled it, or it has waited too long. */
export async function whatIsLeft(
  { UnitSerNum, MessageKeyHex = '', sentAt = 0, goneAt = 0 }: RolloutUnitItem,
  unit: UnitRecord | undefined,
  now: number,
  states: { cancelled: RolloutUnitState; notTaken: RolloutUnitState; same: RolloutUnitState },
): Promise<NextState> {
  if (!unit) return { state: states.cancelled, nextAt: instant(now), reason: NOT_IN_SERVICE };
  if (await syncQueueStore.find(UnitSerNum, MessageKeyHex)) {
    if (now - sentAt < TAKEN_WITHIN_MS) return { state: states.same, nextAt: instant(nextLookAt(sentAt, now)) };
    await syncQueueStore.end(UnitSerNum, MessageKeyHex);
    return { state: states.notTaken, nextAt: instant(now), reason: NOT_TAKEN };
  }
  // A unit that has just done its update reports the version in a moment.
  if (goneAt === 0) return { state: states.same, nextAt: instant(now + REPORTS_WITHIN_MS), goneAt: now };
  return now - goneAt < REPORTS_WITHIN_MS
    ? { state: states.same, nextAt: instant(goneAt + REPORTS_WITHIN_MS) }
    : { state: states.cancelled, nextAt: instant(now), reason: CANCELLED };
}
