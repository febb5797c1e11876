import { Entity } from 'electrodb';
import type { UnitIDOption } from '#core/dealers/rules.ts';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { ProfileEvents } from '#core/profiles/events.ts';
import type { ProfileChange, ProfileContent, ProfileLabel, ProfileRecord } from '#core/profiles/profile.ts';
import type { Settings } from '#core/profiles/settings/setting.ts';
import { wholeSettings } from '#core/profiles/settings/settings.ts';
import { covers, type Scope } from '#core/scope.ts';
import { firmwareKey } from '#core/units/firmware.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { jsonOf, orderOf, requiredNumber, requiredNumberOf, requiredText, textOf } from '../kit/attributes.ts';
import { at, primary, secondary } from '../kit/table.ts';

/** What a version says beside its settings and events. */
const fields = {
  LineID: requiredText,
  Label: { ...textOf<ProfileLabel>(), required: true },
  SimOptions: requiredNumber,
  UnitIDOptions: { ...textOf<UnitIDOption>(), required: true },
  UIDLength: requiredNumberOf<4 | 5>(),
} as const;

/** A profile as lists show it. Settings and events are in its versions, so that a list reads little. */
export const ProfileEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'profile', version: '1' },
    attributes: {
      ProfileKey: requiredNumber,
      ProfileName: requiredText,
      nameOrder: orderOf('ProfileName'),
      UnitModel: { type: UNIT_MODELS, required: true },
      UnitFirmVer: requiredText,
      firmwareOrder: {
        type: 'string',
        hidden: true,
        watch: ['UnitFirmVer'],
        set: (_: unknown, { UnitFirmVer }: { UnitFirmVer?: string }) => firmwareKey(UnitFirmVer ?? ''),
      },
      PTStatus: requiredNumber,
      ...fields,
      DealerKey: requiredNumber,
      dealerPath: requiredText,
      version: requiredNumber,
      savedAt: requiredText,
      savedBy: requiredText,
    },
    indexes: {
      profile: primary(['ProfileKey'], []),
      byTree: secondary('gsi1', ['UnitModel'], ['dealerPath', 'nameOrder', 'UnitFirmVer', 'ProfileKey']),
      byDealer: secondary('gsi2', ['DealerKey', 'UnitModel'], ['nameOrder', 'UnitFirmVer', 'ProfileKey']),
      byFirmware: secondary(
        'gsi3',
        ['DealerKey', 'UnitModel', 'PTStatus'],
        ['firmwareOrder', 'nameOrder', 'ProfileKey'],
      ),
    },
  },
  at,
);

/** A saved version of a profile. Nothing changes it. */
export const ProfileVersionEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'profileVersion', version: '1' },
    attributes: {
      ProfileKey: requiredNumber,
      version: { ...requiredNumber, padding: { length: 6, char: '0' } },
      ...fields,
      Settings: { ...jsonOf<Settings>(), required: true },
      Events: { ...jsonOf<ProfileEvents>(), required: true },
      /** What differs from the version before. */
      changes: { ...jsonOf<ProfileChange[]>(), required: true },
      savedAt: requiredText,
      savedBy: requiredText,
    },
    indexes: { version: primary(['ProfileKey'], ['version']) },
  },
  at,
);

/** Reserves a name for one profile of a dealer, model and firmware. */
export const ProfileNameEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'profileName', version: '1' },
    attributes: {
      DealerKey: requiredNumber,
      UnitModel: requiredText,
      name: requiredText,
      UnitFirmVer: requiredText,
      ProfileKey: requiredNumber,
    },
    indexes: { profileName: primary(['DealerKey', 'UnitModel'], ['name', 'UnitFirmVer']) },
  },
  at,
);

const STANDARD = 'Only dealer 1 changes a standard profile. Save it as a new profile of your own';
const noProfile = () => new AppError('NOT_FOUND', 'There is no such profile');

export const profileStore = {
  /** A profile of the scope’s dealers, or of dealer 1. */
  async get(scope: Pick<Scope, 'dealerPath'>, ProfileKey: number): Promise<ProfileRecord> {
    // Consistent, because a change is made on the version that it reads.
    const { data } = await ProfileEntity.get({ ProfileKey }).go({ consistent: true });
    if (!data || !(covers(scope, data.dealerPath) || data.DealerKey === ROOT_DEALER)) throw noProfile();
    return data;
  },

  /** A profile that the caller may change; FORBIDDEN for one of dealer 1 that the caller only reads. */
  async getOwn(scope: Pick<Scope, 'dealerPath'>, ProfileKey: number): Promise<ProfileRecord> {
    const profile = await this.get(scope, ProfileKey);
    if (!covers(scope, profile.dealerPath)) throw new AppError('FORBIDDEN', STANDARD);
    return profile;
  },

  /** What a version of the profile says. Settings that it does not know yet have their usual values. */
  async content(profile: ProfileRecord, version: number): Promise<ProfileContent> {
    const { data } = await ProfileVersionEntity.get({ ProfileKey: profile.ProfileKey, version }).go({
      consistent: true,
    });
    if (!data) throw new AppError('NOT_FOUND', `There is no version ${version} of this profile`);
    const { LineID, Label, SimOptions, UnitIDOptions, UIDLength, Settings, Events } = data;
    return {
      ...{ LineID, Label, SimOptions, UnitIDOptions, UIDLength, Events },
      Settings: wholeSettings(profile, Settings),
    };
  },
};
