import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import type { BulkActionValue, ChosenValue } from '#core/bulk-actions/kinds.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { whyNotOffered } from '#core/unit-configuration/unit-profiles.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { profileStore } from '#data/profiles/profiles.ts';

interface Named {
  /** With the names that things have now. */
  value?: BulkActionValue;
  /** Why a unit cannot have it. */
  refusalOf?: (unit: UnitRecord) => string | undefined;
}

/** Reads what the action is done with. INVALID if there is no such thing in the scope. */
export async function namedValue(
  scope: Scope,
  { value, UnitModel }: { value?: ChosenValue | undefined } & Pick<BulkAction, 'UnitModel'>,
): Promise<Named> {
  switch (value?.action) {
    case undefined:
      return {};
    case 'tag':
      return { value };
    case 'profile': {
      const profile = await profileStore.get(scope, value.ProfileKey).catch(asIssue);
      if (profile.UnitModel !== UnitModel) throw noSuch('There is no such profile for this model');
      const { ProfileName } = profile;
      return { value: { ...value, ProfileName }, refusalOf: (unit) => whyNotOffered(scope, unit, profile) };
    }
    case 'dealer': {
      const { DealerName } = await dealerStore.get(scope, value.DealerKey).catch(asIssue);
      return { value: { ...value, DealerName } };
    }
  }
}

const noSuch = (message: string) => new AppError('INVALID', message, [{ path: 'value', message }]);

function asIssue(error: unknown): never {
  throw error instanceof AppError && error.code === 'NOT_FOUND' ? noSuch(error.message) : error;
}
