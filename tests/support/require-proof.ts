import { dealerSettingsStore } from '#data/dealer-settings/dealer-settings.ts';
import { aUser } from './people.ts';
import { scopeOf } from './world.ts';

/** Sets whether the units of a dealer, and of all dealers below it, must prove their identity. */
export const requireProof = async (dealer: number, UnitsMustProve: 0 | 1) =>
  dealerSettingsStore.change(
    scopeOf(await aUser({ dealer, flags: ['ADMIN'] })),
    'change account details',
    ({ account, lists }) => ({ account, lists: { ...lists, UnitsMustProve } }),
    Date.now(),
  );
