import { USUAL_EVENTS } from '#core/profiles/events.ts';
import type { Settings } from '#core/profiles/settings/setting.ts';
import { wholeSettings } from '#core/profiles/settings/settings.ts';
import { ProfileEntity, ProfileVersionEntity } from '#data/profiles/profiles.ts';

const fields = { LineID: 'OR', Label: 'Default', SimOptions: 2, UnitIDOptions: 'Default', UIDLength: 4 } as const;

/** Stores a version of a profile for MXD-LTE, which belongs to a dealer. */
export async function putProfile(
  ProfileKey: number,
  owner: { DealerKey: number; dealerPath: string },
  {
    version,
    Settings,
    savedAt = '2026-11-01T00:00:00.000Z',
  }: { version: number; Settings: Settings; savedAt?: string },
): Promise<{ ProfileTemplateKey: number; PTName: string; PTUnitFirmVer: string }> {
  const [ProfileName, UnitFirmVer] = [`Homes of ${owner.DealerKey}`, '2.2.0.0.5'];
  const profile = { ProfileKey, ProfileName, UnitModel: 'MXD-LTE', UnitFirmVer } as const;
  const saved = { version, savedAt, savedBy: `Ann of ${owner.DealerKey}` };
  await ProfileEntity.put({ ...profile, ...fields, ...saved, PTStatus: 16, ...owner }).go();
  const content = { Settings: wholeSettings(profile, Settings), Events: USUAL_EVENTS, changes: [] };
  await ProfileVersionEntity.put({ ProfileKey, ...fields, ...saved, ...content }).go();
  return { ProfileTemplateKey: ProfileKey, PTName: ProfileName, PTUnitFirmVer: UnitFirmVer };
}
