import type { UnitModel } from '../../units/unit.ts';
import type { MaskKind } from '../masks/layouts.ts';

/** The value of a setting. A mask is its hexadecimal text. Numbers are whole. */
export type SettingValue = string | number | boolean;

/** The settings of a profile or of a unit, by their keys. */
export type Settings = Readonly<Record<string, SettingValue>>;

/** A whole number between bounds. `step`: how far one press of the stepper goes. */
export interface NumberType {
  kind: 'number';
  minimum: number;
  maximum: number;
  step: 1 | 3;
  /** What it counts: `min`, `dB`. */
  suffix?: string;
}

type SettingType =
  | { kind: 'switch'; usual: boolean }
  | (NumberType & { usual: number })
  | { kind: 'choice'; options: Readonly<Record<number, string>>; usual: number }
  /** Ten digits, or empty. */
  | { kind: 'phone'; usual: string }
  /** Its usual value is in the layout of the mask. */
  | { kind: 'mask'; mask: MaskKind };

/** One thing that can be set on a unit. Profiles and units have the same settings. */
export type Setting = SettingType & {
  key: string;
  label: string;
  /** The group of settings in which screens show it. */
  tab: string;
  /** One sentence: what it does. */
  help: string;
  /** Absent: every model has it. */
  models?: readonly UnitModel[];
};
