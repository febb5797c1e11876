import { USUAL_EVENTS } from '#core/profiles/events.ts';
import { wholeSettings } from '#core/profiles/settings/settings.ts';
import { instant } from '#core/time.ts';
import { ProfileEntity, ProfileVersionEntity } from '#data/profiles/profiles.ts';
import type { Sample } from '#support/samples.ts';

const PROFILE = { ProfileKey: 90_220, UnitModel: 'MXD-LTE', UnitFirmVer: '2.2.0.0.5' } as const;
const FIELDS = { LineID: 'OR', Label: 'Default', SimOptions: 2, UnitIDOptions: 'Default', UIDLength: 4 } as const;
const SAVED = { version: 1, savedAt: instant(Date.UTC(2026, 10, 1)), savedBy: 'Olive of 220' };

/** A profile of dealer 220. */
export const sample: Sample = {
  named: [{ name: PROFILE.ProfileKey, missing: 99_999 }],
  add: async ({ scope: { dealerPath } }) => {
    await ProfileEntity.put({
      ...PROFILE,
      ...FIELDS,
      ...SAVED,
      ProfileName: 'Homes of 220',
      PTStatus: 16,
      DealerKey: 220,
      dealerPath,
    }).go();
    await ProfileVersionEntity.put({
      ...FIELDS,
      ...SAVED,
      ProfileKey: PROFILE.ProfileKey,
      Settings: wholeSettings(PROFILE, {}),
      Events: USUAL_EVENTS,
      changes: [],
    }).go();
  },
};
