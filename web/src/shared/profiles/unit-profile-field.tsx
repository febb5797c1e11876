import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import type { FieldProps } from '#web/components/form/field-binding.ts';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import type { Output } from '#web/lib/api/api.ts';
import { profileOptions } from './profile-options.ts';
import { useUnitProfiles } from './use-unit-profiles.ts';

const PAUSE_MS = 200;
const MAX_LENGTH = 60;

export type OfferedProfile = Output<typeof unitConfiguration.unitProfiles>['currentProfiles'][number];

type UnitProfileFieldProps = Omit<FieldProps<number, number | undefined>, 'label'> & {
  unit: Pick<Unit, 'UnitSerNum'> & Partial<Unit>;
  onChosen?: (profile: OfferedProfile | undefined) => void;
};

/** A choice among the profiles that a unit is offered. */
export function UnitProfileField({ unit, onChosen, ...field }: UnitProfileFieldProps) {
  const [text, setText] = useState('');
  const typed = text.trim().slice(0, MAX_LENGTH);
  const search = useDebounced(typed, PAUSE_MS);
  const { data, error, isValidating } = useUnitProfiles(unit, search);
  const [chosen, setChosen] = useState<OfferedProfile>();
  const offered = data ? [...data.currentVersionOptions, ...data.newHigherProfiles, ...data.currentProfiles] : [];
  return (
    <>
      {error && <chakra.p color="danger.fg">{error.message}</chakra.p>}
      <SearchSelectField
        {...field}
        label="Profile"
        help={data?.more ? 'There are more. Type how the name begins.' : 'Type how the name begins.'}
        placeholder={data ? 'Choose a profile' : 'Loading…'}
        // The chosen one keeps its label while another search is shown.
        options={profileOptions(chosen && text === '' ? [chosen, ...offered] : offered)}
        onChange={(ProfileKey) => {
          const next = offered.find((one) => one.ProfileKey === ProfileKey) ?? chosen;
          setChosen(next);
          setText('');
          field.onChange(ProfileKey);
          onChosen?.(next);
        }}
        onSearch={setText}
        searching={isValidating || search !== typed}
      />
    </>
  );
}
