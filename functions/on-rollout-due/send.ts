import { AppError } from '#core/errors.ts';
import type { FirmwareVersion } from '#core/ota/firmware-version.ts';
import { hasPace, nextLookAt, paceAfter } from '#core/rollouts/tries.ts';
import { isOpen, nextOpening } from '#core/rollouts/window.ts';
import { type Rights, WHOLE_TREE } from '#core/scope.ts';
import { DAY, HOUR, instant } from '#core/time.ts';
import { compareFirmware } from '#core/units/firmware.ts';
import { ASSIGNED, shownFirmware } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { firmwareMessage } from '#data/ota/firmware-message.ts';
import type { RolloutItem, RolloutUnitItem } from '#data/rollouts/entities.ts';
import { type NextState, rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { zonesOfUnit } from '#data/rollouts/unit-zones.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { unitStore } from '#data/units/units.ts';
import { NOT_IN_SERVICE } from './reasons.ts';

/** Sends the update to the units whose turn it is, as fast as the pace allows. */
export async function sendDue(
  rights: Rights,
  rollout: RolloutItem,
  version: FirmwareVersion,
  hasTime: () => boolean,
): Promise<void> {
  let { paceAt } = rollout;
  const due = await rolloutUnitStore.due(rollout.rolloutId, 'waiting', Date.now());
  const units = await unitStore.getMany(
    WHOLE_TREE,
    due.map(({ UnitSerNum }) => UnitSerNum),
  );
  const bySerial = new Map(units.map((unit) => [unit.UnitSerNum, unit]));
  for (const item of due) {
    const now = Date.now();
    if (!hasTime() || !hasPace(paceAt, now)) return;
    const unit = bySerial.get(item.UnitSerNum);
    const whyNot = await instead(rollout, item, version, unit, now);
    if (whyNot) {
      await rolloutUnitStore.move(item, whyNot);
      continue;
    }
    const next = paceAfter(paceAt, rollout.plan.unitsPerHour, now);
    if (await send(rights, rollout, { item, unit: unit!, version }, next)) paceAt = next;
  }
}

async function send(
  rights: Rights,
  rollout: RolloutItem,
  { item, unit, version }: { item: RolloutUnitItem; unit: UnitRecord; version: FirmwareVersion },
  paceAt: number,
): Promise<boolean> {
  const now = Date.now();
  try {
    const mark = { rolloutId: rollout.rolloutId, zones: await zonesOfUnit(unit), isReturn: false };
    const message = { ...(await firmwareMessage(unit, version)), rollout: mark };
    const next = { state: 'sent', nextAt: instant(nextLookAt(now, now)), from: shownFirmware(unit.FirmVer) } as const;
    const isSent = await rolloutUnitStore.send(rights, rollout, { item, unit, message, next }, { paceAt, now });
    // Its queue is full, or it has just moved.
    if (!isSent) await rolloutUnitStore.move(item, { state: 'waiting', nextAt: instant(now + HOUR) });
    return isSent;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
    await rolloutUnitStore.move(item, { state: 'skipped', nextAt: instant(now), reason: error.message });
    return false;
  }
}

/** What becomes of a unit that cannot be sent the update now; undefined if it can. */
async function instead(
  { plan: { window, networks, stages } }: RolloutItem,
  { stage }: RolloutUnitItem,
  { version }: FirmwareVersion,
  unit: UnitRecord | undefined,
  now: number,
): Promise<NextState | undefined> {
  const leftOut = (reason: string): NextState => ({ state: 'skipped', nextAt: instant(now), reason });
  const later = (at: number, reason: string): NextState => ({ state: 'waiting', nextAt: instant(at), reason });
  if (!unit || unit.UnitStatus !== ASSIGNED) return leftOut(NOT_IN_SERVICE);
  const { DealerKey } = stages[stage]!;
  if (DealerKey !== undefined && !unit.dealerPath.includes(`/${DealerKey}/`))
    return leftOut('The unit belongs to another dealer now');
  if (!needs(unit, version)) return leftOut('The unit has this version or a newer one');
  if (unit.AllowOTAUpdate !== 1) return later(now + DAY, 'Updates of this unit are switched off');
  if (await hasUpdate(unit)) return later(now + HOUR, 'Another update waits for the unit');
  if (networks.length > 0 && !networks.some((network) => network === unit.ActiveCarrier))
    return later(now + HOUR, 'The unit is not on a network of the rollout');
  if (!window) return undefined;
  const zones = await zonesOfUnit(unit);
  if (isOpen(window, zones, now)) return undefined;
  const opening = nextOpening(window, zones, now);
  return opening === undefined
    ? leftOut('The window is too short: the unit may be in several time zones')
    : later(opening, 'The maintenance window is closed');
}

/** True if the unit has an older version than that of the rollout. A rollout takes no unit back from a newer one. */
export const needs = ({ FirmVer }: UnitRecord, version: string): boolean => compareFirmware(FirmVer, version) < 0;

const hasUpdate = async (unit: UnitRecord): Promise<boolean> =>
  (await syncQueueStore.list(unit)).some(({ MessageType }) => MessageType === 'FIRMVER');
