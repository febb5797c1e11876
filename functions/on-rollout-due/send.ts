import { AppError } from '#core/errors.ts';
import { UPDATES_OFF } from '#core/interlock/held-back.ts';
import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import { NOT_IN_SERVICE, whyNotOfStage } from '#core/rollouts/hold.ts';
import { leftOutState } from '#core/rollouts/rollout.ts';
import { hasPace, nextLookAt, paceAfter, TAKEN_WITHIN_MS } from '#core/rollouts/tries.ts';
import { isOpen, nextOpening } from '#core/rollouts/window.ts';
import type { Rights } from '#core/scope.ts';
import { DAY, HOUR, instant } from '#core/time.ts';
import { compareFirmware } from '#core/units/firmware.ts';
import { shownFirmware } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { RolloutItem, RolloutUnitItem } from '#data/rollouts/entities.ts';
import { LOOKED_AT_ONCE, type NextState, rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { zonesOfUnit } from '#data/rollouts/unit-zones.ts';
import type { NewMessage } from '#data/unit-configuration/sync-messages.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { firmwareMessage } from '#platform/ota/firmware-message.ts';
import type { Bring } from './bring.ts';
import { type DueUnit, dueUnits } from './due-units.ts';

export const OTHER_UPDATE = 'Another update waits for the unit';
const QUEUE_FULL = 'The queue of the unit is full or has just got another message, or its dealer is being moved';

/** Sends the update to the units whose turn it is, as fast as the pace allows. */
export async function sendDue(
  rights: Rights,
  rollout: RolloutItem,
  { version, bring }: { version: FirmwareVersion; bring: Bring },
  hasTime: () => boolean,
): Promise<void> {
  let { paceAt } = rollout;
  let due: DueUnit[];
  do {
    due = await dueUnits(rollout.rolloutId, 'waiting');
    for (const { item, unit } of due) {
      const now = Date.now();
      if (!hasTime() || !hasPace(paceAt, now)) return;
      const whyNot = await instead(rollout, item, version, unit, now);
      if (whyNot) {
        await rolloutUnitStore.move(item, whyNot);
        continue;
      }
      const pace = { paceAt: paceAfter(paceAt, rollout.plan.unitsPerHour, now), paceWas: paceAt, now };
      const outcome = await send(rights, rollout, { item, unit: unit!, version }, pace);
      if (outcome === 'outdated') return;
      if (outcome !== 'sent') continue;
      ({ paceAt } = pace);
      if (rollout.plan.window) await bring(unit!);
    }
    // Units that cannot get the update now must not use up the turns of those that can.
  } while (due.length === LOOKED_AT_ONCE);
}

async function send(
  rights: Rights,
  rollout: RolloutItem,
  { item, unit, version }: { item: RolloutUnitItem; unit: UnitRecord; version: FirmwareVersion },
  pace: { paceAt: number; paceWas: number; now: number },
): Promise<'sent' | 'outdated' | 'refused'> {
  const { now } = pace;
  const firmware = await firmwareFor(unit, version);
  if ('refusal' in firmware) {
    await rolloutUnitStore.move(item, leftOut(item, now, firmware.refusal));
    return 'refused';
  }
  const mark = { rolloutId: rollout.rolloutId, stage: item.stage, isReturn: false };
  const message = { ...firmware.message, rollout: mark };
  const next = { state: 'sent', nextAt: instant(nextLookAt(now, now)), from: shownFirmware(unit.FirmVer) } as const;
  const outcome = await rolloutUnitStore.send(rights, rollout, { item, unit, message, next }, pace);
  // Its queue is full or has just got another message, or its dealer is being moved.
  if (outcome === 'refused') {
    const reason = (await hasUpdate(unit)) ? OTHER_UPDATE : QUEUE_FULL;
    await rolloutUnitStore.move(item, later(rollout, item, now, HOUR, reason));
  }
  return outcome;
}

/** The message that brings the version to the unit, or why the unit cannot have it. */
export async function firmwareFor(
  unit: UnitRecord,
  version: FirmwareVersion,
): Promise<{ message: NewMessage } | { refusal: string }> {
  try {
    return { message: await firmwareMessage(unit, version) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') return { refusal: error.message };
    throw error;
  }
}

/** What becomes of a unit that cannot be sent the update now; undefined if it can. */
async function instead(
  rollout: RolloutItem,
  item: RolloutUnitItem,
  { version }: FirmwareVersion,
  unit: UnitRecord | undefined,
  now: number,
): Promise<NextState | undefined> {
  const { window, networks, stages } = rollout.plan;
  const waits = (milliseconds: number, reason: string) => later(rollout, item, now, milliseconds, reason);
  const outOfStage = whyNotOfStage(unit, stages[item.stage]!);
  if (!unit || outOfStage !== undefined) return leftOut(item, now, outOfStage ?? NOT_IN_SERVICE);
  if (!needs(unit, version)) return leftOut(item, now, 'The unit has this version or a newer one');
  if (unit.AllowOTAUpdate !== 1) return waits(DAY, UPDATES_OFF);
  if (await hasUpdate(unit)) return waits(HOUR, OTHER_UPDATE);
  if (networks.length > 0 && !networks.some((network) => network === unit.ActiveCarrier))
    return waits(HOUR, 'The unit is not on a network of the rollout');
  if (!window) return undefined;
  const zones = await zonesOfUnit(unit);
  if (isOpen(window, zones, now)) return undefined;
  const opening = nextOpening(window, zones, now);
  return opening === undefined
    ? leftOut(item, now, 'The window is too short: the unit may be in several time zones')
    : { state: 'waiting', nextAt: instant(opening), waitsSince: 0, reason: 'The maintenance window is closed' };
}

const leftOut = (item: RolloutUnitItem, now: number, reason: string): NextState => ({
  state: leftOutState(item),
  nextAt: instant(now),
  reason,
});

/** A unit that cannot be sent the update now. It is left out in the end: one unit must not keep the next stage from its turn for ever. */
function later(
  { runningSince = 0 }: RolloutItem,
  item: RolloutUnitItem,
  now: number,
  milliseconds: number,
  reason: string,
): NextState {
  const waitsSince = item.waitsSince || now;
  const since = Math.max(waitsSince, runningSince);
  if (now - since >= TAKEN_WITHIN_MS) return leftOut(item, now, reason);
  return { state: 'waiting', nextAt: instant(now + milliseconds), waitsSince, reason };
}

/** True if the unit has an older version than that of the rollout. A rollout takes no unit back from a newer one. */
export const needs = ({ FirmVer }: UnitRecord, version: string): boolean => compareFirmware(FirmVer, version) < 0;

export const hasUpdate = async (unit: UnitRecord): Promise<boolean> =>
  (await syncQueueStore.list(unit)).some(({ MessageType }) => MessageType === 'FIRMVER');
