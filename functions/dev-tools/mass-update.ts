import { type BulkAction, mayDoAction, NOT_YOUR_ACTION } from '#core/bulk-actions/bulk-action.ts';
import { listWords } from '#core/dev-tools/mass-update.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { shownBulkAction } from '#data/bulk-actions/shown.ts';
import { startBulkActionOnce } from '#data/bulk-actions/start-once.ts';
import { profileStore } from '#data/profiles/profiles.ts';

interface Asked {
  UnitModel: UnitModel;
  ProfileKey: number;
  units: readonly string[];
}

/** Starts the bulk action that gives a profile to the units of a list. INVALID without the rights of bulk actions on profiles. */
export async function massUpdate(scope: Scope, { UnitModel, ProfileKey, units }: Asked): Promise<BulkAction> {
  if (!mayDoAction('profile', scope)) throw new AppError('INVALID', NOT_YOUR_ACTION);
  const profile = await profileStore.get(scope, ProfileKey);
  if (profile.UnitModel !== UnitModel) throw new AppError('NOT_FOUND', 'There is no such profile for this model');
  const listed = [...new Set(units)];
  const { ProfileName } = profile;
  const now = Date.now();
  const started = await startBulkActionOnce(
    scope,
    {
      ...{ action: 'profile', type: 'assignProfile', UnitModel, value: { action: 'profile', ProfileKey, ProfileName } },
      ...{ listed, matching: listWords(listed.length) },
    },
    now,
  );
  return shownBulkAction(started, now);
}
