import { AppError } from '#core/errors.ts';
import { NOTHING_TO_DELETE } from '#core/ota/update.ts';
import type { Scope } from '#core/scope.ts';
import { isConfigurationKey, unitOfKey } from '#core/unit-configuration/sync-queue.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { takeBack } from '#data/unit-configuration/take-back.ts';
import { unitStore } from '#data/units/units.ts';

/** Cancels updates that wait for the unit. What is gone already counts as not deleted. */
export async function cancelUpdates(scope: Scope, unit: UnitRecord, keys: readonly string[]) {
  if (keys.some((key) => unitOfKey(key) !== unit.UnitSerNum)) throw new AppError('NOT_FOUND', 'Message not found');
  let deleted = 0;
  for (const key of new Set(keys)) if (await isCancelled(scope, unit.UnitSerNum, key)) deleted += 1;
  return deleted === 0 ? { deleted, message: NOTHING_TO_DELETE } : { deleted };
}

async function isCancelled(scope: Scope, UnitSerNum: string, key: string): Promise<boolean> {
  // Read again: each part of a configuration that is taken back is a revision more.
  const unit = await unitStore.get(scope, UnitSerNum);
  try {
    if (isConfigurationKey(key)) await takeBack(scope, unit, key, Date.now());
    else await syncQueueStore.remove(scope, unit, key, Date.now());
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
