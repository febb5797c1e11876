import { type FirmwareVersion, firmVerKey, namedBy, ownFirmware } from '#core/ota/firmware-version.ts';
import { NOT_IN_SERVICE } from '#core/rollouts/hold.ts';
import { leftOutState } from '#core/rollouts/rollout.ts';
import { hasPace, nextLookAt, paceAfter, TAKEN_WITHIN_MS } from '#core/rollouts/tries.ts';
import { HOUR, instant } from '#core/time.ts';
import { isHeardSince } from '#core/units/silence.ts';
import { shownFirmware } from '#core/units/unit.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import type { RolloutItem } from '#data/rollouts/entities.ts';
import { rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { rolloutStore } from '#data/rollouts/rollouts.ts';
import { type DueUnit, dueUnits } from './due-units.ts';
import { MAY_HAVE_DONE_MS, moveAllOf } from './end.ts';
import { lookAt, whatIsLeft } from './look.ts';
import { firmwareFor } from './send.ts';

const NOT_HEARD = 'The unit was not heard since the rollback: it may have the version';
const ROLLED_BACK = 'The rollout was rolled back';

/**
 * Takes back what waits for units, and brings those that have the version back to the one that they had before, as fast as the pace allows.
 * It goes on if who asked for it leaves: a fleet must not stay between two versions.
 */
export async function rollBack(rollout: RolloutItem, hasTime: () => boolean): Promise<void> {
  const isPrepared =
    (await moveAllOf(rollout, 'waiting', { to: leftOutState, reason: ROLLED_BACK }, hasTime)) &&
    (await moveAllOf(rollout, 'sent', { to: 'returning', after: MAY_HAVE_DONE_MS }, hasTime)) &&
    (await moveAllOf(rollout, 'failed', { to: 'returning', after: MAY_HAVE_DONE_MS }, hasTime)) &&
    (await moveAllOf(rollout, 'cancelled', { to: 'returning', after: MAY_HAVE_DONE_MS }, hasTime)) &&
    (await moveAllOf(rollout, 'watched', { to: 'returning' }, hasTime)) &&
    (await moveAllOf(rollout, 'done', { to: 'returning' }, hasTime));
  if (!isPrepared) return;
  await lookAt(rollout, 'returnSent', hasTime, async (item, unit, now) => {
    if (unit && shownFirmware(unit.FirmVer) === item.from) return { next: { state: 'returned', nextAt: instant(now) } };
    const states = { cancelled: 'notReturned', notTaken: 'notReturned', same: 'returnSent' } as const;
    return { next: (await whatIsLeft(item, unit, now, states)).next };
  });
  await sendBack(rollout, hasTime);
  if (await rolloutUnitStore.areAll(rollout, ['skipped', 'returned', 'notReturned']))
    await rolloutStore.settle(rollout, 'rolledBack');
}

async function sendBack(rollout: RolloutItem, hasTime: () => boolean): Promise<void> {
  const { versions } = await firmwareStore.list();
  let { paceAt } = rollout;
  for (const { item, unit } of await dueUnits(rollout.rolloutId, 'returning')) {
    const now = Date.now();
    if (!hasTime() || !hasPace(paceAt, now)) return;
    const pace = { paceAt: paceAfter(paceAt, rollout.plan.unitsPerHour, now), paceWas: paceAt, now };
    const outcome = await sendUnitBack(rollout, { item, unit, versions }, pace);
    if (outcome === 'outdated') return;
    if (outcome === 'sent') ({ paceAt } = pace);
  }
}

interface Returning extends DueUnit {
  versions: readonly FirmwareVersion[];
}

/** Sends the unit its earlier version, or settles what is with it. */
async function sendUnitBack(
  rollout: RolloutItem,
  { item, unit, versions }: Returning,
  pace: { paceAt: number; paceWas: number; now: number },
): Promise<'sent' | 'outdated' | 'refused'> {
  const { now } = pace;
  const settles = async (state: 'returned' | 'notReturned', reason: string) => {
    await rolloutUnitStore.move(item, { state, nextAt: instant(now), reason });
    return 'refused' as const;
  };
  if (!unit) return settles('notReturned', NOT_IN_SERVICE);
  // By the plan: the version itself may be gone.
  const { UnitModel: unitModel, version } = namedBy(rollout.plan.FirmVerKey);
  if (shownFirmware(unit.FirmVer) !== version) {
    // A unit that was not heard since its message was taken back may have installed the version before.
    const goneAt = item.goneAt ?? 0;
    if (goneAt === 0 || isHeardSince(unit, goneAt)) return settles('returned', 'It does not have the version');
    if (now - goneAt >= TAKEN_WITHIN_MS) return settles('notReturned', NOT_HEARD);
    await rolloutUnitStore.move(item, { state: 'returning', nextAt: instant(now + HOUR), reason: NOT_HEARD });
    return 'refused';
  }
  const key = firmVerKey({ unitModel, firmVerType: ownFirmware(unitModel), version: item.from ?? '' });
  const earlier = versions.find(({ FirmVerKey }) => FirmVerKey === key);
  if (!earlier)
    return settles(
      'notReturned',
      item.from ? `There is no version ${item.from} to go back to` : 'Nobody knows which version it had',
    );
  const firmware = await firmwareFor(unit, earlier);
  if ('refusal' in firmware) return settles('notReturned', firmware.refusal);
  const message = { ...firmware.message, rollout: { rolloutId: rollout.rolloutId, stage: item.stage, isReturn: true } };
  const next = { state: 'returnSent', nextAt: instant(nextLookAt(now, now)) } as const;
  const outcome = await rolloutUnitStore.send(SYSTEM, rollout, { item, unit, message, next }, pace);
  // Its queue is full, or its dealer is being moved. It must not use up the turn of others.
  if (outcome === 'refused') await rolloutUnitStore.move(item, { state: 'returning', nextAt: instant(now + HOUR) });
  return outcome;
}
