import { DAY, instant, MINUTE } from '#core/time.ts';
import { valuesOf } from '#core/unit-configuration/configuration.ts';
import { pingState } from '#core/units/silence.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { profileChangeStore } from '#data/profiles/profile-changes.ts';
import { profileStore } from '#data/profiles/profiles.ts';
import { unitConfigurationStore } from '#data/unit-configuration/configurations.ts';
import { saveConfiguration } from '#data/unit-configuration/save.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { configurationFrames } from '#protocol/configuration-parts.ts';
import { type SettingsBehaviour, UnitSettings } from '#scripts/simulate/unit-settings.ts';
import { seedProfiles } from './profiles.ts';
import { withScopeOf } from './scope.ts';
import { type SeedOptions, seedUnits } from './units.ts';

type Save = (given: { SpeakerVol: number; revision: number; at: number }) => Promise<void>;

/** Below the number of any connection. A real one replaces what these units told. */
const CONNECTION = { fence: 0, bootId: 0 } as const;
/** Simulated units dial in and get their configurations, so units with stored ones come after them. */
const SIMULATED = 100;
const DEALER_USER = 'dealer@northwind.example';
/** The profile with two versions. */
const PROFILE = 'Northwind home';

/** Saved configurations: for each model a unit in sync, one that waits, one that refused and one that forgot; and a profile with two versions. */
export async function seedSavedConfigurations({ count, now }: SeedOptions): Promise<void> {
  await withScopeOf(DEALER_USER, now, async (scope) => {
    const seeded = seedProfiles(now).find(({ profile }) => profile.ProfileName === PROFILE)!;
    const profile = await profileStore.getOwn(scope, seeded.profile.ProfileKey);
    const content = await profileStore.content(profile, profile.version);
    const Settings = { ...content.Settings, PowerLostDelay: 90 };
    await profileChangeStore.save(scope, profile, { ...content, Settings }, now - 10 * DAY);

    const candidates = [...seedUnits({ count: Math.min(count, 2_000), now })].filter(
      (unit, number) =>
        number >= SIMULATED && unit.dealerPath.startsWith(scope.dealerPath) && pingState(unit, now) === 'heard',
    );
    for (const model of UNIT_MODELS) {
      const units = candidates.filter(({ UnitModel }) => UnitModel === model);
      for (const [index, story] of STORIES.entries()) {
        const unit = units[index];
        if (!unit) continue;
        const save: Save = ({ SpeakerVol, revision, at }) =>
          saveConfiguration(scope, unit, { revision, newTabs: { SpeakerVol }, oldTabs: {} }, at);
        await story(unit, save, now);
        await settleFacets(unit.UnitSerNum, now);
      }
    }
  });
}

const STORIES: readonly ((unit: UnitRecord, save: Save, now: number) => Promise<void>)[] = [
  async function inSync(unit, save, now) {
    await save({ SpeakerVol: 9, revision: 0, at: now - 3 * DAY });
    await told(unit, await taken(unit, now - 2 * DAY));
  },
  async function waits(unit, save, now) {
    await save({ SpeakerVol: 9, revision: 0, at: now - 3 * DAY });
    await told(unit, await taken(unit, now - 2 * DAY));
    await save({ SpeakerVol: 2, revision: 1, at: now - 10 * MINUTE });
  },
  async function refused(unit, save, now) {
    await save({ SpeakerVol: 9, revision: 0, at: now - 3 * DAY });
    const refuses = (name: string) => (name === 'SpeakerVol' ? 'The speaker of this unit has 8 steps' : undefined);
    await told(unit, await taken(unit, now - 2 * DAY, { refuses }));
  },
  async function forgotten(unit, save, now) {
    await save({ SpeakerVol: 9, revision: 0, at: now - 3 * DAY });
    const memory = await taken(unit, now - 2 * DAY);
    // It had lost its power, and tells at its next login that it has nothing set.
    memory.forget();
    await told(unit, memory);
  },
];

/** The unit takes its saved configuration, and its report is stored. */
async function taken(
  { UnitSerNum }: UnitRecord,
  reportedAt: number,
  behaviour?: SettingsBehaviour,
): Promise<UnitSettings> {
  const memory = new UnitSettings(behaviour);
  const { revision, layers } = (await unitConfigurationStore.get(UnitSerNum))!;
  for (const part of configurationFrames({ revision, settings: valuesOf(layers) }))
    for (const report of memory.take(part) ?? [])
      await unitConfigurationStore.recordReport(UnitSerNum, {
        ...{ ...report, ...CONNECTION, sequence: 1, at: instant(reportedAt) },
      });
  return memory;
}

/** The unit logs in, and tells what it has set. */
function told({ UnitSerNum, FirmVer }: UnitRecord, memory: UnitSettings) {
  const { configurationRevision: revision, configurationDigest: digest } = memory.told;
  const what = { revision, digest, ...CONNECTION, sequence: 2 };
  return unitChangeStore.recordLogin(UnitSerNum, { FirmVer, fence: CONNECTION.fence, told: what });
}
