import { shownFirmware } from '#core/units/unit.ts';

interface NamedProfile {
  ProfileKey: number;
  ProfileName: string;
  UnitFirmVer: string;
}

/** The options of a choice of profiles: each once, with its firmware. Those with the same name and firmware have their number too. */
export function profileOptions(profiles: readonly NamedProfile[]): { value: number; label: string }[] {
  const distinct = [...new Map(profiles.map((profile) => [profile.ProfileKey, profile])).values()];
  const sameWords = Map.groupBy(distinct, wordsOf);
  return distinct.map((profile) => {
    const words = wordsOf(profile);
    const isAlone = sameWords.get(words)?.length === 1;
    return { value: profile.ProfileKey, label: isAlone ? words : `${words}, number ${profile.ProfileKey}` };
  });
}

const wordsOf = ({ ProfileName, UnitFirmVer }: NamedProfile) =>
  `${ProfileName}, firmware ${shownFirmware(UnitFirmVer)}`;
