import { ROOT_DEALER } from '../dealers/tree.ts';
import { type ProfileRecord, PT_ENABLED } from '../profiles/profile.ts';
import { dealerKeysOf, type Scope } from '../scope.ts';
import { compareFirmware } from '../units/firmware.ts';
import { shownFirmware, type Unit } from '../units/unit.ts';

type Offer = Pick<ProfileRecord, 'ProfileKey' | 'ProfileName' | 'UnitFirmVer'>;

/** The firmware of a unit, and the one that its profile is for: its own without a profile. */
export function firmwareOf({ FirmVer, PTUnitFirmVer }: Pick<Unit, 'FirmVer' | 'PTUnitFirmVer'>) {
  const firmware = shownFirmware(FirmVer);
  return { firmware, current: PTUnitFirmVer === undefined ? firmware : shownFirmware(PTUnitFirmVer) };
}

/** Sorts the profiles of a unit's model by whether they are for its firmware, for its profile's, or for one between both. */
export function profilesFor(
  unit: Pick<Unit, 'FirmVer' | 'PTUnitFirmVer'>,
  profiles: readonly (Offer & Pick<ProfileRecord, 'PTStatus'>)[],
) {
  const { firmware, current } = firmwareOf(unit);
  const offers = profiles
    .filter(({ PTStatus }) => PTStatus === PT_ENABLED)
    .map(({ ProfileKey, ProfileName, UnitFirmVer }) => ({ ProfileKey, ProfileName, UnitFirmVer }));
  const to = (version: string) => (offer: Offer) => compareFirmware(shownFirmware(offer.UnitFirmVer), version);
  return {
    currentProfiles: offers.filter((offer) => to(current)(offer) === 0),
    newHigherProfiles: offers.filter((offer) => to(current)(offer) > 0 && to(firmware)(offer) <= 0),
    currentVersionOptions: offers.filter((offer) => to(firmware)(offer) === 0),
  };
}

/** Why a unit is not offered a profile. Undefined if it is. */
export function whyNotOffered(
  scope: Pick<Scope, 'dealerPath'>,
  unit: Pick<Unit, 'FirmVer' | 'PTUnitFirmVer'> & { dealerPath: string },
  profile: Offer & Pick<ProfileRecord, 'PTStatus' | 'DealerKey'>,
): string | undefined {
  if (profile.PTStatus !== PT_ENABLED) return 'The profile is disabled';
  if (!profileDealersOf(scope, unit).includes(profile.DealerKey)) return 'The profile belongs to another dealer';
  const isOffered = Object.values(profilesFor(unit, [profile])).some((offers) => offers.length > 0);
  const { firmware } = firmwareOf(unit);
  return isOffered
    ? undefined
    : `The profile is for firmware ${shownFirmware(profile.UnitFirmVer)}, the unit has ${firmware}`;
}

/**
 * The dealers whose profiles a unit is offered: dealer 1, whose profiles are standard, and those from the caller's dealer down to the unit's.
 * Dealers beside them keep their profiles to themselves.
 */
export const profileDealersOf = ({ dealerPath }: Pick<Scope, 'dealerPath'>, unit: { dealerPath: string }): number[] => {
  const above = dealerKeysOf(dealerPath).slice(0, -1);
  return [...new Set([ROOT_DEALER, ...dealerKeysOf(unit.dealerPath).filter((key) => !above.includes(key))])];
};
