import { nameSkeleton } from '#core/name-skeleton.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { type Renewal, type RenewedNames, renewOne } from '../kit/renewed-names.ts';
import { ProfileEntity, ProfileNameEntity } from './profiles.ts';

interface ReservedName {
  DealerKey: number;
  UnitModel: string;
  UnitFirmVer: string;
  name: string;
  ProfileKey: number;
}

/**
 * Reserves the names of all profiles in the form in which names are compared now. A name stays as it is if the dealer has another profile of the model and firmware whose
 * name looks alike. It can be repeated, and people can work meanwhile.
 */
export async function renewProfileNames(): Promise<RenewedNames> {
  const names: RenewedNames = { count: 0, left: [], alike: [] };
  for (const UnitModel of UNIT_MODELS)
    for (const DealerKey of await dealersWithProfiles(UnitModel)) {
      const { data: reserved } = await ProfileNameEntity.query
        .profileName({ DealerKey, UnitModel })
        .go({ pages: 'all', consistent: true });
      for (const one of reserved) await renewOne(names, `profile ${one.ProfileKey}`, () => renew(one));
    }
  return names;
}

async function dealersWithProfiles(UnitModel: UnitModel): Promise<Set<number>> {
  const { data } = await ProfileEntity.query.byTree({ UnitModel }).go({ pages: 'all', attributes: ['DealerKey'] });
  return new Set(data.map(({ DealerKey }) => DealerKey));
}

/** No profile gets another name, and none is deleted, so that nothing else changes its reserved name. */
const renew = (reserved: ReservedName): Promise<Renewal> =>
  retry('Others change the profile all the time', async () => {
    const { ProfileKey } = reserved;
    const { data: profile } = await ProfileEntity.get({ ProfileKey }).go({ consistent: true });
    if (!profile) return false;
    const next = { ...reserved, name: nameSkeleton(profile.ProfileName) };
    if (next.name === reserved.name) return false;
    const { data: holder } = await ProfileNameEntity.get(next).go({ consistent: true });
    if (holder && holder.ProfileKey !== ProfileKey)
      return `profile ${ProfileKey} "${profile.ProfileName}" looks like profile ${holder.ProfileKey}`;
    await change({ entities: { name: ProfileNameEntity }, refused: { changed: RETRY } }, (to) => [
      ...(holder ? [] : [to.name.create(next).commit()]),
      to.name.delete(reserved).commit(),
    ]);
    return true;
  });
