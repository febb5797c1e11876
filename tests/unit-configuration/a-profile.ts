import { type ProfileEvents, USUAL_EVENTS } from '#core/profiles/events.ts';
import type { Settings } from '#core/profiles/settings/setting.ts';
import { wholeSettings } from '#core/profiles/settings/settings.ts';
import { ProfileEntity, ProfileVersionEntity } from '#data/profiles/profiles.ts';

const fields = { LineID: 'OR', Label: 'Default', SimOptions: 2, UnitIDOptions: 'Default', UIDLength: 4 } as const;

const FAMILY = { CategoryName: 'Family', Phone1: '8015550100', Phone2: '' };
/** Events of two categories that look alike: the second one begins with a Latin letter, and goes on with a Cyrillic one. */
export const ALIKE: ProfileEvents = {
  categories: [...USUAL_EVENTS.categories, FAMILY, { ...FAMILY, CategoryName: 'Fаmily' }],
  groups: { 101: 'Fаmily' },
};

/** Stores a version of a profile for MXD-LTE, which belongs to a dealer. */
export async function putProfile(
  ProfileKey: number,
  owner: { DealerKey: number; dealerPath: string },
  {
    version,
    Settings,
    Events = USUAL_EVENTS,
    savedAt = '2026-11-01T00:00:00.000Z',
  }: { version: number; Settings: Settings; Events?: ProfileEvents; savedAt?: string },
): Promise<{ ProfileTemplateKey: number; PTName: string; PTUnitFirmVer: string }> {
  const [ProfileName, UnitFirmVer] = [`Homes of ${owner.DealerKey}`, '2.2.0.0.5'];
  const profile = { ProfileKey, ProfileName, UnitModel: 'MXD-LTE', UnitFirmVer } as const;
  const saved = { version, savedAt, savedBy: `Ann of ${owner.DealerKey}` };
  await ProfileEntity.put({ ...profile, ...fields, ...saved, PTStatus: 16, ...owner }).go();
  const content = { Settings: wholeSettings(profile, Settings), Events, changes: [] };
  await ProfileVersionEntity.put({ ProfileKey, ...fields, ...saved, ...content }).go();
  return { ProfileTemplateKey: ProfileKey, PTName: ProfileName, PTUnitFirmVer: UnitFirmVer };
}
