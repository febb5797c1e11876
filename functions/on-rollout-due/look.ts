import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import { NOT_IN_SERVICE, whyNotOfStage } from '#core/rollouts/hold.ts';
import type { MaintenanceWindow } from '#core/rollouts/plan.ts';
import type { RolloutUnitState } from '#core/rollouts/rollout.ts';
import {
  nextComparisonAt,
  nextLookAt,
  REPORTS_WITHIN_MS,
  TAKEN_WITHIN_MS,
  watchedUntil,
} from '#core/rollouts/tries.ts';
import { isOpen, nextOpening } from '#core/rollouts/window.ts';
import { HOUR, instant } from '#core/time.ts';
import { isHeardSince, pingIntervalOf } from '#core/units/silence.ts';
import { shownFirmware } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { RolloutItem, RolloutUnitItem } from '#data/rollouts/entities.ts';
import type { NextState } from '#data/rollouts/rollout-units.ts';
import { zonesOfUnit } from '#data/rollouts/unit-zones.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { hearingStore } from '#data/units/hearing.ts';
import type { Bring } from './bring.ts';
import { type Judgement, judge, keepJudgement } from './compare.ts';
import { dueUnits } from './due-units.ts';

const NOT_TAKEN = 'The unit did not take the update within 7 days';
const CANCELLED = 'Somebody cancelled the update of this unit';
const OTHER_VERSION = 'The unit told that the update is done, but reports another version';

/** Looks which units have got the version. A unit tells of a failure itself (`rolloutUnitStore.failed`). */
export async function lookAtSent(
  rollout: RolloutItem,
  { version, bring }: { version: FirmwareVersion; bring: Bring },
  hasTime: () => boolean,
): Promise<void> {
  const { stages, window } = rollout.plan;
  const { watchHours } = stages[rollout.stage]!;
  await lookAt(rollout, 'sent', hasTime, async (item, unit, now) => {
    if (unit && shownFirmware(unit.FirmVer) === version.version) {
      const until = watchedUntil(now, watchHours, pingIntervalOf(unit));
      return { next: { state: 'watched', nextAt: instant(nextComparisonAt(now, until, now)), doneAt: now } };
    }
    const states = { cancelled: 'cancelled', notTaken: 'failed', same: 'sent' } as const;
    const outOfStage = whyNotOfStage(unit, stages[item.stage]!);
    const left = await whatIsLeft(item, unit, now, states, { runningSince: rollout.runningSince, outOfStage });
    if (unit && window && left.isUntouched)
      return { next: await bringInWindow(window, unit, { next: left.next, bring }, now) };
    // A unit that began its update and is not heard any more does not report the version.
    return unit && left.hasBegun
      ? {
          next: left.next,
          ...(await judge(unit, item.sentAt!, { from: item.sentAt!, to: now }, await hearingStore.get())),
        }
      : { next: left.next };
  });
}

/** Sends the unit what waits for it if its window is open. Else the next look is no later than its opening. */
async function bringInWindow(
  window: MaintenanceWindow,
  unit: UnitRecord,
  { next, bring }: { next: NextState; bring: Bring },
  now: number,
): Promise<NextState> {
  const zones = await zonesOfUnit(unit);
  if (isOpen(window, zones, now)) {
    await bring(unit);
    return next;
  }
  const opening = nextOpening(window, zones, now, Date.parse(next.nextAt) - now);
  return opening === undefined ? next : { ...next, nextAt: instant(opening) };
}

/** Looks at the units in a state whose time has come, and brings each to what `next` says. */
export async function lookAt(
  { rolloutId }: RolloutItem,
  state: 'sent' | 'returnSent',
  hasTime: () => boolean,
  next: (item: RolloutUnitItem, unit: UnitRecord | undefined, now: number) => Promise<Judgement & { next: NextState }>,
): Promise<void> {
  while (hasTime()) {
    const due = await dueUnits(rolloutId, state);
    if (due.length === 0) return;
    for (const { item, unit } of due) {
      if (!hasTime()) return;
      const { next: to, ...judgement } = await next(item, unit, Date.now());
      await keepJudgement(item, judgement, to);
    }
  }
}

/**
 * What is with a unit that does not have the version: its message waits, somebody has cancelled it, or it has waited too long. One that
 * belongs to its stage no more (`outOfStage`) loses its message. A pause before `runningSince` does not count as waiting. `isUntouched`: the unit has not
 * begun it, and nobody else has ordered it.
 */
export async function whatIsLeft(
  { UnitSerNum, MessageKeyHex = '', sentAt = 0, goneAt = 0, isTold = false }: RolloutUnitItem,
  unit: UnitRecord | undefined,
  now: number,
  states: { cancelled: RolloutUnitState; notTaken: RolloutUnitState; same: RolloutUnitState },
  { runningSince = 0, outOfStage }: { runningSince?: number | undefined; outOfStage?: string | undefined } = {},
): Promise<{ next: NextState; hasBegun?: boolean; isUntouched?: boolean }> {
  const leaves = (state: RolloutUnitState, reason: string) => ({ next: { state, nextAt: instant(now), reason } });
  const stays = (until: number) => ({ state: states.same, nextAt: instant(until) });
  if (!unit) return leaves(states.cancelled, NOT_IN_SERVICE);
  const message = await syncQueueStore.find(UnitSerNum, MessageKeyHex);
  if (message?.rollout && outOfStage !== undefined) {
    await syncQueueStore.endOfRollout(UnitSerNum, MessageKeyHex);
    return { next: { ...stays(now + REPORTS_WITHIN_MS), goneAt: now } };
  }
  if (message && now - Math.max(sentAt, runningSince) < TAKEN_WITHIN_MS)
    return {
      next: stays(nextLookAt(sentAt, now)),
      hasBegun: message.started,
      isUntouched: message.rollout !== undefined && !message.started,
    };
  if (message) {
    await syncQueueStore.endOfRollout(UnitSerNum, MessageKeyHex);
    return leaves(message.started ? states.notTaken : states.cancelled, NOT_TAKEN);
  }
  // A unit that has just done its update reports the version in a moment.
  if (goneAt === 0) return { next: { ...stays(now + REPORTS_WITHIN_MS), goneAt: now } };
  if (now - goneAt < REPORTS_WITHIN_MS) return { next: stays(goneAt + REPORTS_WITHIN_MS) };
  // It has installed the version, and nobody has heard of it since: it may be without coverage.
  if (isTold && !isHeardSince(unit, goneAt) && now - goneAt < TAKEN_WITHIN_MS) return { next: stays(now + HOUR) };
  return isTold ? leaves(states.notTaken, OTHER_VERSION) : leaves(states.cancelled, outOfStage ?? CANCELLED);
}
