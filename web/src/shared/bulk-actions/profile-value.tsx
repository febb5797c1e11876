import { useState } from 'react';
import { UnitProfileField } from '#web/shared/profiles/unit-profile-field.tsx';
import type { ValueFieldProps } from './value-field.tsx';

/** Takes one of the profiles that the first of the units is offered. The check names the units that are not offered it. */
export function ProfileValue({ chosen, onChange }: ValueFieldProps) {
  const [value, setValue] = useState<number>();
  const [UnitSerNum = ''] = chosen.units;
  return (
    <UnitProfileField
      name="profile"
      unit={{ UnitSerNum }}
      value={value}
      onChange={setValue}
      onChosen={(profile) =>
        onChange(profile && { action: 'profile', ProfileKey: profile.ProfileKey, ProfileName: profile.ProfileName })
      }
    />
  );
}
