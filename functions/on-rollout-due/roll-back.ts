import { AppError } from '#core/errors.ts';
import { type FirmwareVersion, firmVerKey, namedBy, ownFirmware } from '#core/ota/firmware-version.ts';
import { SIGNER_REFUSALS } from '#core/ota/manifest.ts';
import { hasVersionOf, NOT_IN_SERVICE } from '#core/rollouts/hold.ts';
import type { RolloutPlan } from '#core/rollouts/plan.ts';
import { leftOutState, type RolloutUnitState } from '#core/rollouts/rollout.ts';
import {
  hasPace,
  nextLookAt,
  nextReachAt,
  paceAfter,
  REPORTS_WITHIN_MS,
  TAKEN_WITHIN_MS,
} from '#core/rollouts/tries.ts';
import { HOUR, instant } from '#core/time.ts';
import { isHeardSince, pingState } from '#core/units/silence.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { firmwareStore } from '#data/ota/firmware-versions.ts';
import type { RolloutItem, RolloutUnitItem } from '#data/rollouts/entities.ts';
import { type NextState, rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { rolloutStore } from '#data/rollouts/rollouts.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { signerOf } from '#platform/ota/signer.ts';
import { type DueUnit, dueUnits } from './due-units.ts';
import { ENDED, MAY_HAVE_DONE_MS, moveAllOf } from './end.ts';
import { lookAt, whatIsLeft } from './look.ts';
import { firmwareFor, hasUpdate, OTHER_UPDATE } from './send.ts';

const NOT_HEARD = 'The unit was not heard since the rollback: it may have the version';
const SILENT = 'The unit is silent and may have the version. It goes back when it is heard again';
const ROLLED_BACK = 'The rollout was rolled back';

/**
 * Takes back what waits for units, and brings those that have the version back to the one that they had before, as fast as the pace allows.
 * It goes on if who asked for it leaves: a fleet must not stay between two versions.
 */
export async function rollBack(rollout: RolloutItem, hasTime: () => boolean): Promise<void> {
  const isPrepared =
    (await cancelSent(rollout, hasTime)) &&
    (await takeUpEnded(rollout, hasTime)) &&
    (await moveAllOf(rollout, 'waiting', { to: leftOutState, reason: ROLLED_BACK }, hasTime)) &&
    (await moveAllOf(rollout, 'sent', { to: 'returning', after: MAY_HAVE_DONE_MS }, hasTime)) &&
    (await moveAllOf(rollout, 'failed', { to: 'returning', after: MAY_HAVE_DONE_MS }, hasTime)) &&
    (await moveAllOf(rollout, 'cancelled', { to: 'returning', after: MAY_HAVE_DONE_MS }, hasTime)) &&
    (await moveAllOf(rollout, 'watched', { to: 'returning' }, hasTime)) &&
    (await moveAllOf(rollout, 'done', { to: 'returning' }, hasTime));
  if (isPrepared) await takeBack(rollout, hasTime);
}

/** Goes on with a rollback whose other units are back: those that were silent go back as soon as they are heard. */
export async function awaitUnits(rollout: RolloutItem, hasTime: () => boolean): Promise<void> {
  await takeBack(rollout, hasTime);
}

async function takeBack(rollout: RolloutItem, hasTime: () => boolean): Promise<void> {
  await lookAt(rollout, 'returnSent', hasTime, async (item, unit, now) => {
    if (unit && !hasVersionOf(rollout.plan, unit)) {
      // It may have gone back by itself, or got another version otherwise: what still waits for it must not change that.
      await syncQueueStore.endOfRollout(item.UnitSerNum, item.MessageKeyHex ?? '');
      return { next: { state: 'returned', nextAt: instant(now) } };
    }
    // Its message waits for it.
    if (unit && pingState(unit, now) === 'silent') return { next: { ...notReached(now, now), goneAt: now } };
    const states = { cancelled: 'notReturned', notTaken: 'notReturned', same: 'returnSent' } as const;
    return { next: (await whatIsLeft(item, unit, now, states)).next };
  });
  await keepWait(rollout, await sendBack(rollout, hasTime), hasTime);
  if (await rolloutUnitStore.areAll(rollout, BACK)) await rolloutStore.settle(rollout, 'rolledBack');
  else if (rollout.state === 'rollingBack' && (await rolloutUnitStore.areAll(rollout, [...BACK, 'notReached'])))
    await rolloutStore.settle(rollout, 'awaitingUnits');
}

/** The states of units of which a rollback has nothing more to do. */
const BACK: readonly RolloutUnitState[] = ['skipped', 'returned', 'notReturned'];

const notReached = (silentSince: number, now: number) =>
  ({ state: 'notReached', nextAt: instant(nextReachAt(silentSince, now)), reason: SILENT }) satisfies NextState;

interface Waits {
  /** A unit waits for the signature of its earlier version. */
  areWaiting: boolean;
  /** A unit that waited for it does so no more. */
  haveGone: boolean;
}

/** Sends units back whose time has come, and says what this run has found of those that wait for a signature. */
async function sendBack(rollout: RolloutItem, hasTime: () => boolean): Promise<Waits> {
  const waits: Waits = { areWaiting: false, haveGone: false };
  let { paceAt } = rollout;
  const { rolloutId } = rollout;
  const due = [...(await dueUnits(rolloutId, 'returning')), ...(await dueUnits(rolloutId, 'notReached'))];
  if (due.length === 0) return waits;
  const { versions } = await firmwareStore.list();
  for (const { item, unit } of due) {
    const now = Date.now();
    if (!hasTime() || !hasPace(paceAt, now)) break;
    const pace = { paceAt: paceAfter(paceAt, rollout.plan.unitsPerHour, now), paceWas: paceAt, now };
    const outcome = await sendUnitBack(rollout, { item, unit, versions }, pace);
    if (outcome === 'outdated') break;
    if (outcome === 'sent') ({ paceAt } = pace);
    if (outcome === 'unsigned') waits.areWaiting = true;
    else if (hasWaited(item)) waits.haveGone = true;
  }
  return waits;
}

interface Returning extends DueUnit {
  versions: readonly FirmwareVersion[];
}

/** Sends the unit its earlier version, or settles what is with it. */
async function sendUnitBack(
  rollout: RolloutItem,
  { item, unit, versions }: Returning,
  pace: { paceAt: number; paceWas: number; now: number },
): Promise<'sent' | 'outdated' | 'refused' | 'unsigned'> {
  const { now } = pace;
  const moves = async (next: NextState) => {
    await rolloutUnitStore.move(item, next);
    return 'refused' as const;
  };
  const settles = (state: 'returned' | 'notReturned', reason: string) => moves({ state, nextAt: instant(now), reason });
  if (!unit) return settles('notReturned', NOT_IN_SERVICE);
  const late = item.state === 'notReached' && (await whenNotReached(item, unit, now));
  if (late) return moves(late);
  if (!hasVersionOf(rollout.plan, unit)) {
    // A unit that was not heard since its message was taken back may have installed the version before.
    const goneAt = item.goneAt ?? 0;
    if (goneAt === 0 || isHeardSince(unit, goneAt)) return settles('returned', 'It does not have the version');
    const isSilent = pingState(unit, now) === 'silent' || now - goneAt >= TAKEN_WITHIN_MS;
    const waits: NextState = { state: 'returning', nextAt: instant(now + HOUR), reason: NOT_HEARD };
    return moves(isSilent ? notReached(goneAt, now) : waits);
  }
  const earlier = earlierOf(rollout.plan, item, versions);
  if (!earlier)
    return settles(
      'notReturned',
      item.from ? `There is no version ${item.from} to go back to` : 'Nobody knows which version it had',
    );
  if ((await signerOf(earlier)) === 'foreign') {
    const next = untilSigned(item, now);
    await moves(next);
    return next.state === 'returning' ? 'unsigned' : 'refused';
  }
  const firmware = await firmwareFor(unit, earlier);
  if ('refusal' in firmware) return settles('notReturned', firmware.refusal);
  const message = { ...firmware.message, rollout: { rolloutId: rollout.rolloutId, stage: item.stage, isReturn: true } };
  const next = { state: 'returnSent', nextAt: instant(nextLookAt(now, now)) } as const;
  const outcome = await rolloutUnitStore.send(SYSTEM, rollout, { item, unit, message, next }, pace);
  // Its queue is full or has just got another message, or its dealer is being moved. It must not use up the turn of others.
  if (outcome === 'refused') await rolloutUnitStore.move(item, { state: 'returning', nextAt: instant(now + HOUR) });
  return outcome;
}

const hasWaited = ({ waitsSince = 0 }: RolloutUnitItem) => waitsSince > 0;

/** Shows that units wait for a signature, and shows it no more once none does. */
async function keepWait(rollout: RolloutItem, waits: Waits, hasTime: () => boolean): Promise<void> {
  const reason = SIGNER_REFUSALS.foreign;
  if (waits.areWaiting && rollout.reason !== reason) await rolloutStore.keepWait(rollout, reason);
  if (waits.areWaiting || rollout.reason === undefined) return;
  if (!(await mayUnitsWait(rollout, waits, hasTime))) await rolloutStore.keepWait(rollout, undefined);
}

/** False if no unit waits for the signature of its earlier version. Reads more than a page only if one has stopped waiting. */
async function mayUnitsWait({ rolloutId, plan }: RolloutItem, { haveGone }: Waits, hasTime: () => boolean) {
  const { versions } = await firmwareStore.list();
  const unsigned = new Map<string, boolean>();
  let cursor: string | undefined;
  do {
    if (!hasTime()) return true;
    const page = await rolloutUnitStore.list(rolloutId, 'returning', { cursor, pageSize: 200 });
    for (const item of page.items.filter(hasWaited)) {
      const earlier = earlierOf(plan, item, versions);
      if (!earlier) continue;
      const isUnsigned = unsigned.get(earlier.version) ?? (await signerOf(earlier)) === 'foreign';
      if (isUnsigned) return true;
      unsigned.set(earlier.version, isUnsigned);
    }
    cursor = page.cursor ?? undefined;
    if (cursor !== undefined && !haveGone) return true;
  } while (cursor !== undefined);
  return false;
}

/** The version that the unit had before. */
function earlierOf({ FirmVerKey }: RolloutPlan, { from = '' }: RolloutUnitItem, versions: readonly FirmwareVersion[]) {
  const { UnitModel: unitModel } = namedBy(FirmVerKey);
  const key = firmVerKey({ unitModel, firmVerType: ownFirmware(unitModel), version: from });
  return versions.find((one) => one.FirmVerKey === key);
}

/** Somebody can sign its earlier version again: a unit need not stay with a version that was withdrawn. A rollback must end all the same. */
function untilSigned(item: RolloutUnitItem, now: number): NextState {
  const reason = SIGNER_REFUSALS.foreign;
  const waitsSince = item.waitsSince || now;
  if (now - waitsSince >= TAKEN_WITHIN_MS) return { state: 'notReturned', nextAt: instant(now), reason };
  return { state: 'returning', nextAt: instant(now + HOUR), waitsSince, reason };
}

/** What follows for a unit that was not reached before; undefined if it is sent its earlier version now. */
async function whenNotReached(
  { UnitSerNum, MessageKeyHex, goneAt = 0, isTold }: RolloutUnitItem,
  unit: UnitRecord,
  now: number,
): Promise<NextState | undefined> {
  if (!isHeardSince(unit, goneAt)) return notReached(goneAt, now);
  if (MessageKeyHex !== undefined && (await syncQueueStore.find(UnitSerNum, MessageKeyHex)))
    return { state: 'returnSent', nextAt: instant(nextLookAt(now, now)), sentAt: now, goneAt: 0 };
  // A unit that has just gone back reports its version in a moment.
  if (isTold) return { state: 'notReached', nextAt: instant(now + REPORTS_WITHIN_MS), reason: SILENT, isTold: false };
  if (await hasUpdate(unit)) return { state: 'notReached', nextAt: instant(now + HOUR), reason: OTHER_UPDATE };
  return undefined;
}

/** Units whose way back somebody ended go on with it. They are read once in each rollback. True when all of them go on. */
async function takeUpEnded(rollout: RolloutItem, hasTime: () => boolean): Promise<boolean> {
  const { rolloutId, revision, takenUpAt } = rollout;
  if (takenUpAt === revision) return true;
  let cursor: string | undefined;
  do {
    if (!hasTime()) return false;
    const page = await rolloutUnitStore.list(rolloutId, 'notReturned', { cursor, pageSize: 200 });
    const ended = page.items.filter(({ reason }) => reason === ENDED);
    await rolloutUnitStore.moveAll(ended, () => ({ state: 'returning', nextAt: instant(Date.now()), waitsSince: 0 }));
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  await rolloutStore.keep(rollout, { takenUpAt: revision });
  return true;
}

/**
 * Of a rollout from before the state `cancelled`: units that were sent the update and then left out get this state now. True when all of
 * them have it. The next run goes on where the last one stopped: after a stop between the two writes of a page, it reads this page again.
 */
async function cancelSent(rollout: RolloutItem, hasTime: () => boolean): Promise<boolean> {
  if (rollout.knowsCancelled) return true;
  let cursor = rollout.cancelledTo;
  do {
    if (!hasTime()) return false;
    const page = await leftOutUnits(rollout, cursor);
    const sent = page.items.filter((item) => leftOutState(item) === 'cancelled');
    await rolloutUnitStore.moveAll(sent, ({ nextAt, reason }) => ({
      ...{ state: 'cancelled', nextAt },
      ...(reason !== undefined && { reason }),
    }));
    cursor = page.cursor ?? undefined;
    if (cursor !== undefined) await rolloutStore.keep(rollout, { cancelledTo: cursor });
  } while (cursor !== undefined);
  await rolloutStore.keep(rollout, { knowsCancelled: true });
  return true;
}

/** A page of the units that are left out. A new release may not know the places of the one before: then the first page. */
async function leftOutUnits({ rolloutId }: RolloutItem, cursor: string | undefined) {
  const pageAt = (at: string | undefined) => rolloutUnitStore.list(rolloutId, 'skipped', { cursor: at, pageSize: 200 });
  return pageAt(cursor).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'INVALID') return pageAt(undefined);
    throw error;
  });
}
