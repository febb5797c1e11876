import { ROOT_DEALER } from '../dealers/tree.ts';
import type { ProfileRecord } from '../profiles/profile.ts';
import { dealerKeysOf } from '../scope.ts';
import { type Layers, ownLayer, settingsIn } from './configuration.ts';

/** Where a unit comes to. `left`: the dealer that it leaves, absent if its dealer moves with it. */
export interface NewPlace {
  dealerPath: string;
  left?: number;
}

/**
 * True if a unit that comes to another place in the tree keeps its profile: a standard one, or one of its dealer there or of a dealer above it. That of the
 * dealer that it leaves stays behind.
 */
export const keepsProfile = (
  { DealerKey }: Pick<ProfileRecord, 'DealerKey'>,
  { dealerPath, left }: NewPlace,
): boolean => DealerKey === ROOT_DEALER || (DealerKey !== left && dealerKeysOf(dealerPath).includes(DealerKey));

/** The same values without the layer of the dealer, and without that of the profile unless it is kept: the unit has as its own what these gave. */
export function broughtLayers({ profile, dealer, unit, accessories }: Layers, isProfileKept: boolean): Layers {
  const layers = { profile: isProfileKept ? profile : { Settings: {} }, dealer: { Settings: {} } };
  const Events = unit.Events ?? dealer.Events ?? profile.Events;
  const wanted = { Settings: settingsIn({ profile, dealer, unit }), ...(Events && { Events }) };
  return { ...layers, unit: ownLayer(layers, wanted), ...(accessories && { accessories }) };
}
