import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import type { BulkActionValue, ChosenValue } from '#core/bulk-actions/kinds.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { whyNoCarrierChange } from '#core/sims/carrier-change.ts';
import { whyNotOffered } from '#core/unit-configuration/unit-profiles.ts';
import { DEALER_CLOSED } from '#core/units/move.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { closedDealerStore } from '#data/dealers/closed-dealers.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { profileStore } from '#data/profiles/profiles.ts';
import { env } from '#platform/aws/env.ts';

interface Named {
  /** With the names that things have now. */
  value?: BulkActionValue;
  /** Why a unit cannot have it. */
  refusalOf?: (unit: UnitRecord) => string | undefined;
}

/** Reads what the action is done with. INVALID if there is no such thing in the scope, or it is a closed dealer. */
export async function namedValue(
  scope: Scope,
  { value, UnitModel }: { value?: ChosenValue | undefined } & Pick<BulkAction, 'UnitModel'>,
): Promise<Named> {
  switch (value?.action) {
    case undefined:
      return {};
    case 'tag':
    case 'sim':
    case 'plan':
      return { value };
    case 'carrier': {
      const { carrier } = value;
      return { value, refusalOf: (unit) => whyNoCarrierChange(unit, carrier, env('DUAL_SIM_FIRMWARE')) };
    }
    case 'profile': {
      const profile = await profileStore.get(scope, value.ProfileKey).catch(asIssue);
      if (profile.UnitModel !== UnitModel) throw refused('There is no such profile for this model');
      const { ProfileName } = profile;
      return { value: { ...value, ProfileName }, refusalOf: (unit) => whyNotOffered(scope, unit, profile) };
    }
    case 'dealer': {
      const { DealerName, dealerPath } = await dealerStore.get(scope, value.DealerKey).catch(asIssue);
      if (await closedDealerStore.isClosed(dealerPath, Date.now(), { consistent: true })) throw refused(DEALER_CLOSED);
      return { value: { ...value, DealerName } };
    }
  }
}

const refused = (message: string) => new AppError('INVALID', message, [{ path: 'value', message }]);

function asIssue(error: unknown): never {
  throw error instanceof AppError && error.code === 'NOT_FOUND' ? refused(error.message) : error;
}
