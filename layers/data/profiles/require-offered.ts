import { unitIDOptionsOf } from '#core/dealers/rules.ts';
import { AppError } from '#core/errors.ts';
import type { ProfileContent } from '#core/profiles/profile.ts';
import type { Rights } from '#core/scope.ts';
import { dealerSettingsStore } from '../dealer-settings/dealer-settings.ts';

/** Throws INVALID if the dealer does not offer the unit ID option. */
export async function requireOffered(
  scope: Rights,
  DealerKey: number,
  { UnitIDOptions }: Pick<ProfileContent, 'UnitIDOptions'>,
): Promise<void> {
  const { dealer, settings } = await dealerSettingsStore.get(scope, DealerKey);
  if (unitIDOptionsOf(settings.account.Rules).includes(UnitIDOptions)) return;
  const message = `${dealer.DealerName} does not offer this option`;
  throw new AppError('INVALID', message, [{ path: 'newUnitIDOptions', message }]);
}
