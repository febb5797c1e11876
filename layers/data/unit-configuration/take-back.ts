import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import {
  auditedChanges,
  changesOf,
  eventsOf,
  ownLayer,
  settingsIn,
  valuesOf,
} from '#core/unit-configuration/configuration.ts';
import { unitSyncState } from '#core/unit-configuration/reported.ts';
import { configurationKey, configurationTypeOf } from '#core/unit-configuration/sync-queue.ts';
import { takenBack } from '#core/unit-configuration/take-back.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { retry } from '../kit/change.ts';
import { versionOf } from './draft.ts';
import { BUSY, writeRevision } from './save.ts';
import { comparedOf, waitingTypes } from './shown.ts';

const OF_ACCESSORIES = 'Delete or undelete the accessory instead';
const UNKNOWN = 'The unit has not reported what it has set. Save the settings that it should have instead';

/**
 * Deletes what waits of the unit's configuration: the next revision has what the unit reported instead. NOT_FOUND if somebody saved another
 * configuration meanwhile. CONFLICT if nobody knows what the unit has, or if somebody has changed an accessory. Returns the next revision.
 */
export const takeBack = (scope: Scope, unit: UnitRecord, key: string, now: number): Promise<number> =>
  retry(BUSY, async () => {
    const { draft, facts } = await comparedOf(unit);
    const type = configurationTypeOf(key);
    if (!type || draft.revision === 0 || key !== configurationKey(unit.UnitSerNum, type, draft.revision))
      throw new AppError('NOT_FOUND', 'Message not found');
    const counting = { ...facts, resendFrom: 0 };
    const isOfAccessories = type === 'RF' || type === 'BT';
    // Accessories that were only sent again wait no more with the rest.
    if (isOfAccessories && waitingTypes(counting).includes(type)) throw new AppError('CONFLICT', OF_ACCESSORIES);
    if (!facts.reported || unitSyncState(counting) === 'forgotten') throw new AppError('CONFLICT', UNKNOWN);
    const version = versionOf(unit);
    const desired = { Settings: settingsIn(draft.layers), Events: eventsOf(draft.layers) };
    const wanted = isOfAccessories ? desired : takenBack(version, type, desired, facts.reported);
    const layers = { ...draft.layers, unit: ownLayer(draft.layers, wanted) };
    const { before, after } = auditedChanges(changesOf(version, valuesOf(draft.layers), valuesOf(layers)));
    const { ProfileKey, profileVersion } = draft;
    const revision = draft.revision + 1;
    await writeRevision(scope, unit, { layers, ProfileKey, profileVersion, revision, resendFrom: 0 }, now, {
      action: 'delete queued configuration',
      before,
      after: { ...after, revision },
    });
    return revision;
  });
