import { AppError } from '#core/errors.ts';
import { type FirmwareVersion, firmVerKey } from '#core/ota/firmware-version.ts';
import { hasPace, nextLookAt, paceAfter } from '#core/rollouts/tries.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { shownFirmware } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { firmwareMessage } from '#data/ota/firmware-message.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import type { RolloutItem, RolloutUnitItem } from '#data/rollouts/entities.ts';
import { rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { rolloutStore } from '#data/rollouts/rollouts.ts';
import { unitStore } from '#data/units/units.ts';
import { MAY_HAVE_DONE_MS, moveAllOf } from './end.ts';
import { lookAt, whatIsLeft } from './look.ts';
import { NOT_IN_SERVICE } from './reasons.ts';

const ROLLED_BACK = 'The rollout was rolled back';

/**
 * Takes back what waits for units, and brings those that have the version back to the one that they had before, as fast as the pace allows.
 * It goes on if who asked for it leaves: a fleet must not stay between two versions.
 */
export async function rollBack(rollout: RolloutItem, hasTime: () => boolean): Promise<void> {
  const isPrepared =
    (await moveAllOf(rollout, 'waiting', { to: 'skipped', reason: ROLLED_BACK }, hasTime)) &&
    (await moveAllOf(rollout, 'sent', { to: 'returning', after: MAY_HAVE_DONE_MS }, hasTime)) &&
    (await moveAllOf(rollout, 'failed', { to: 'returning', after: MAY_HAVE_DONE_MS }, hasTime)) &&
    (await moveAllOf(rollout, 'watched', { to: 'returning' }, hasTime)) &&
    (await moveAllOf(rollout, 'done', { to: 'returning' }, hasTime));
  if (!isPrepared) return;
  await lookAt(rollout, 'returnSent', hasTime, async (item, unit, now) => {
    if (unit && shownFirmware(unit.FirmVer) === item.from) return { state: 'returned', nextAt: instant(now) };
    const states = { cancelled: 'notReturned', notTaken: 'notReturned', same: 'returnSent' } as const;
    return (await whatIsLeft(item, unit, now, states)).next;
  });
  await sendBack(rollout, hasTime);
  const left = await Promise.all(
    (['returning', 'returnSent'] as const).map((state) =>
      rolloutUnitStore.list(rollout.rolloutId, state, { pageSize: 1 }),
    ),
  );
  if (left.every(({ items }) => items.length === 0)) await rolloutStore.settle(rollout, 'rolledBack');
}

async function sendBack(rollout: RolloutItem, hasTime: () => boolean): Promise<void> {
  const { versions } = await firmwareStore.list();
  const version = versions.find(({ FirmVerKey }) => FirmVerKey === rollout.plan.FirmVerKey);
  let { paceAt } = rollout;
  const due = await rolloutUnitStore.due(rollout.rolloutId, 'returning', Date.now());
  const units = await unitStore.getMany(
    WHOLE_TREE,
    due.map(({ UnitSerNum }) => UnitSerNum),
  );
  const bySerial = new Map(units.map((unit) => [unit.UnitSerNum, unit]));
  for (const item of due) {
    const now = Date.now();
    if (!hasTime() || !hasPace(paceAt, now)) return;
    const next = paceAfter(paceAt, rollout.plan.unitsPerHour, now);
    const unit = bySerial.get(item.UnitSerNum);
    if (await sendUnitBack(rollout, { item, unit, version, versions }, next)) paceAt = next;
  }
}

interface Returning {
  item: RolloutUnitItem;
  unit: UnitRecord | undefined;
  version: FirmwareVersion | undefined;
  versions: readonly FirmwareVersion[];
}

/** True if the unit was sent its earlier version. */
async function sendUnitBack(
  rollout: RolloutItem,
  { item, unit, version, versions }: Returning,
  paceAt: number,
): Promise<boolean> {
  const now = Date.now();
  const stays = (reason: string) =>
    rolloutUnitStore.move(item, { state: 'notReturned', nextAt: instant(now), reason }).then(() => false);
  if (!unit) return stays(NOT_IN_SERVICE);
  if (shownFirmware(unit.FirmVer) !== version?.version) {
    await rolloutUnitStore.move(item, {
      state: 'returned',
      nextAt: instant(now),
      reason: 'It does not have the version',
    });
    return false;
  }
  const key = firmVerKey({ ...version, version: item.from ?? '' });
  const earlier = versions.find(({ FirmVerKey }) => FirmVerKey === key);
  if (!earlier) return stays(`There is no version ${item.from} to go back to`);
  try {
    const mark = { rolloutId: rollout.rolloutId, zones: [], isReturn: true };
    const message = { ...(await firmwareMessage(unit, earlier)), rollout: mark };
    const next = { state: 'returnSent', nextAt: instant(nextLookAt(now, now)) } as const;
    return await rolloutUnitStore.send(SYSTEM, rollout, { item, unit, message, next }, { paceAt, now });
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') return stays(error.message);
    throw error;
  }
}
