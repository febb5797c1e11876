import type { FieldIssue } from '../../errors.ts';
import type { UnitModel } from '../../units/unit.ts';
import { maskLayout } from '../masks/layouts.ts';
import { carryMask, isMask, namesInMask } from '../masks/mask.ts';
import type { Setting, Settings, SettingValue } from './setting.ts';
import { stepIssue } from './step.ts';
import { SETTINGS } from './table.ts';

/** What decides which settings there are, and what the bits of masks mean. */
export interface Version {
  UnitModel: UnitModel;
  UnitFirmVer: string;
}

/** The settings of a model. */
export const settingsOf = (model: UnitModel): readonly Setting[] =>
  SETTINGS.filter(({ models }) => models?.includes(model) ?? true);

/** The settings of a model by their tabs, in the order of screens. */
export const tabsOf = (model: UnitModel): ReadonlyMap<string, readonly Setting[]> =>
  Map.groupBy(settingsOf(model), ({ tab }) => tab);

const usualValue = (setting: Setting, { UnitModel, UnitFirmVer }: Version): SettingValue =>
  setting.kind === 'mask' ? maskLayout(setting.mask, UnitModel, UnitFirmVer).usual : setting.usual;

/** Every setting of the model: the given value, or the usual one. Other keys are left out. */
export const wholeSettings = (version: Version, given: Settings): Settings =>
  Object.fromEntries(
    settingsOf(version.UnitModel).map((setting) => [setting.key, given[setting.key] ?? usualValue(setting, version)]),
  );

/** The same settings on another firmware: masks keep the bits of the same names. */
export const carriedSettings = (from: Version, UnitFirmVer: string, settings: Settings): Settings =>
  Object.fromEntries(
    settingsOf(from.UnitModel).map((setting) => {
      const value = settings[setting.key] ?? usualValue(setting, from);
      if (setting.kind !== 'mask') return [setting.key, value];
      const layouts = [from.UnitFirmVer, UnitFirmVer].map((firmware) =>
        maskLayout(setting.mask, from.UnitModel, firmware),
      );
      return [setting.key, carryMask(layouts[0]!, layouts[1]!, String(value))];
    }),
  );

/** What is wrong with the settings, one issue each. A key that the model does not have is one. */
export function settingIssues(version: Version, settings: Settings): FieldIssue[] {
  const known = new Map(settingsOf(version.UnitModel).map((setting) => [setting.key, setting]));
  return Object.entries(settings).flatMap(([key, value]) => {
    const setting = known.get(key);
    const message = setting ? valueIssue(setting, value, version) : `${version.UnitModel} has no such setting`;
    return message === undefined ? [] : [{ path: key, message }];
  });
}

/** Why the setting cannot have this value; undefined if it can. */
export function valueIssue(setting: Setting, value: SettingValue, version: Version): string | undefined {
  switch (setting.kind) {
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'Choose on or off';
    case 'number':
      return typeof value === 'number' ? stepIssue(setting, value) : 'Enter a whole number';
    case 'choice':
      return typeof value === 'number' && value in setting.options ? undefined : 'Choose one of the options';
    case 'phone':
      return typeof value === 'string' && /^(\d{10})?$/.test(value) ? undefined : 'A phone number has ten digits';
    case 'mask': {
      const layout = maskLayout(setting.mask, version.UnitModel, version.UnitFirmVer);
      return isMask(layout, value) ? undefined : `A mask here has ${layout.digits} hexadecimal digits in upper case`;
    }
  }
}

/** The value for people, one line each. */
export function valueWords(setting: Setting, value: SettingValue, { UnitModel, UnitFirmVer }: Version): string[] {
  switch (setting.kind) {
    case 'switch':
      return [value ? 'On' : 'Off'];
    case 'choice':
      return [setting.options[Number(value)] ?? String(value)];
    case 'number':
      return [setting.suffix ? `${value} ${setting.suffix}` : String(value)];
    case 'mask': {
      const names = namesInMask(maskLayout(setting.mask, UnitModel, UnitFirmVer), String(value));
      return names.length > 0 ? names : ['Nothing'];
    }
    case 'phone':
      return [String(value)];
  }
}
