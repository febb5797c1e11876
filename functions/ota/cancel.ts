import { AppError } from '#core/errors.ts';
import { NOTHING_TO_DELETE, partlyCancelled } from '#core/ota/update.ts';
import type { Scope } from '#core/scope.ts';
import {
  CONFIGURATION_TYPES,
  configurationKey,
  configurationTypeOf,
  isConfigurationKey,
  unitOfKey,
} from '#core/unit-configuration/sync-queue.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { shownQueue } from '#data/unit-configuration/shown.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { takeBack } from '#data/unit-configuration/take-back.ts';
import { unitStore } from '#data/units/units.ts';

interface Cancelled {
  deleted: number;
  /** Why others stay. */
  refusals: string[];
}

/**
 * Cancels updates that wait for the unit. What is gone already counts as not deleted. Some must stay: the others are cancelled, and the answer says why.
 * CONFLICT if all of them must stay.
 */
export async function cancelUpdates(scope: Scope, unit: UnitRecord, keys: readonly string[]) {
  const { UnitSerNum } = unit;
  if (keys.some((key) => unitOfKey(key) !== UnitSerNum)) throw new AppError('NOT_FOUND', 'Message not found');
  const asked = [...new Set(keys)];
  const done: Cancelled = { deleted: 0, refusals: [] };
  for (const key of asked.filter((one) => !isConfigurationKey(one)))
    await counted(done, async () => {
      await syncQueueStore.remove(scope, await unitStore.get(scope, UnitSerNum), key, Date.now());
    });
  await cancelConfiguration(scope, unit, asked.filter(isConfigurationKey), done);
  const { deleted, refusals } = done;
  if (deleted === 0 && refusals.length > 0) throw new AppError('CONFLICT', refusals[0]!);
  if (deleted === 0) return { deleted, message: NOTHING_TO_DELETE };
  return { deleted, ...(refusals.length > 0 && { message: partlyCancelled(deleted, refusals) }) };
}

/** Takes back parts of the configuration. Each one is a revision more, which gives the other parts another key. */
async function cancelConfiguration(
  scope: Scope,
  { UnitSerNum }: UnitRecord,
  keys: readonly string[],
  done: Cancelled,
): Promise<void> {
  if (keys.length === 0) return;
  const read = async () => {
    const unit = await unitStore.get(scope, UnitSerNum);
    const waiting = await shownQueue(unit, Date.now());
    return { unit, waiting: waiting.map(({ MessageKeyHex }) => MessageKeyHex) };
  };
  const { waiting: before } = await read();
  let revision: number | undefined;
  for (const type of CONFIGURATION_TYPES) {
    const asked = keys.find((key) => before.includes(key) && configurationTypeOf(key) === type);
    if (asked === undefined) continue;
    const { unit, waiting } = await read();
    const key = revision === undefined ? asked : configurationKey(UnitSerNum, type, revision);
    // A configuration that was asked for again waits as one.
    if (revision !== undefined && unit.configRevision === revision && !waiting.includes(key)) done.deleted += 1;
    else
      await counted(done, async () => {
        revision = await takeBack(scope, unit, key, Date.now());
      });
  }
}

async function counted(done: Cancelled, cancel: () => Promise<void>): Promise<void> {
  try {
    await cancel();
    done.deleted += 1;
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'NOT_FOUND' && error.code !== 'CONFLICT')) throw error;
    if (error.code === 'CONFLICT') done.refusals.push(error.message);
  }
}
