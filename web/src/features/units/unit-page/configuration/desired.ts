import type { ProfileEvents } from '#core/profiles/events.ts';
import type { Settings } from '#core/profiles/settings/setting.ts';
import { PATH_MODELS, type unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { Unit, UnitModel } from '#core/units/unit.ts';
import type { Output } from '#web/lib/api/api.ts';

export type Configuration = Output<typeof unitConfiguration.get>;
export type ShownSetting = Configuration['settings'][number];

/** What people edit of a configuration. */
export interface DesiredContent {
  /** The revision that is edited. */
  revision: number;
  ProfileKey: number | undefined;
  ProfileName: string;
  /** A profile was chosen, perhaps the one that the unit has: its newest version is saved. */
  isProfileChosen: boolean;
  tabs: Settings;
  Events: ProfileEvents;
}

export const desiredIn = (
  { revision, ProfileKey, tabs, Events }: Configuration,
  { PTName = '' }: Pick<Unit, 'PTName'>,
): DesiredContent => ({
  revision,
  ProfileKey,
  ProfileName: PTName,
  isProfileChosen: false,
  tabs,
  Events,
});

/** The settings of the unit that stay if it gets another profile: its saved differences from the present one, and unsaved edits. */
export function keptSettings(
  settings: readonly Pick<ShownSetting, 'name' | 'source'>[],
  { base, content }: { base: Pick<DesiredContent, 'tabs'>; content: Pick<DesiredContent, 'tabs'> },
): Settings {
  const own = new Set(settings.filter(({ source }) => source === 'unit').map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(content.tabs).filter(([name, value]) => own.has(name) || value !== base.tabs[name]),
  );
}

/** A model as the path of the call that saves has it. */
export const pathModelOf = (model: UnitModel) =>
  (Object.keys(PATH_MODELS) as (keyof typeof PATH_MODELS)[]).find((key) => PATH_MODELS[key] === model)!;
