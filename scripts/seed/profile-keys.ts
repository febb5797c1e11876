import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';

/** The standard profiles of each model, by what they are for. */
export const PROFILE_KINDS = ['Standard', 'Fall detection', 'Spanish', 'Two-way voice'] as const;
export type ProfileKind = (typeof PROFILE_KINDS)[number];

/** The key of a standard profile; `age` 0 is for the newest firmware, 1 for the one before. */
export const standardProfileKey = (model: UnitModel, kind: ProfileKind, age = 0) =>
  100 + UNIT_MODELS.indexOf(model) * 10 + age * PROFILE_KINDS.length + PROFILE_KINDS.indexOf(kind);
