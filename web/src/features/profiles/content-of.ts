import type { Profile, ProfileContent } from '#core/profiles/profile.ts';

/** What a loaded profile says. */
export const contentOf = ({
  LineID,
  Label,
  SimOptions,
  UnitIDOptions,
  UIDLength,
  Settings,
  Events,
}: Profile): ProfileContent => ({ LineID, Label, SimOptions, UnitIDOptions, UIDLength, Settings, Events });
