import { SimpleGrid } from '@chakra-ui/react';
import { PROFILE_LABELS, type Profile, SIM_OPTIONS, simOptionWords, UNIT_ID_LENGTHS } from '#core/profiles/profile.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import type { ProfileDraft } from './use-profile-draft.ts';

interface GeneralFieldsProps {
  draft: ProfileDraft;
  offered: Profile['UnitIDOptionsOffered'];
  disabledReason: string | undefined;
}

/** What a profile says besides its settings: SIMs, IDs and labels. */
export function GeneralFields({ draft, offered, disabledReason }: GeneralFieldsProps) {
  const { content, change } = draft;
  const look = disabledReason === undefined ? {} : { disabledReason };
  const idOptions = [...new Set([...offered, content.UnitIDOptions])];
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, lg: 3 }} gap="5">
      <SelectField
        name="SimOptions"
        label="SIMs"
        value={content.SimOptions}
        options={SIM_OPTIONS.map((value) => ({ value, label: simOptionWords(value) }))}
        onChange={(SimOptions) => SimOptions !== undefined && change({ SimOptions })}
        {...look}
      />
      <TextField
        name="LineID"
        label="Line ID"
        value={content.LineID}
        maxLength={8}
        identifier
        onChange={(LineID) => change({ LineID: LineID.toUpperCase() })}
        {...look}
      />
      <SelectField
        name="Label"
        label="Label"
        value={content.Label}
        options={PROFILE_LABELS.map((value) => ({ value, label: value }))}
        onChange={(Label) => Label !== undefined && change({ Label })}
        {...look}
      />
      <SelectField
        name="UnitIDOptions"
        label="Unit IDs"
        value={content.UnitIDOptions}
        options={idOptions.map((value) => ({
          value,
          label: value,
          ...(!offered.includes(value) && { disabledReason: 'not offered by the dealer' }),
        }))}
        onChange={(UnitIDOptions) => UnitIDOptions !== undefined && change({ UnitIDOptions })}
        {...look}
      />
      <SelectField
        name="UIDLength"
        label="Length of unit IDs"
        value={content.UIDLength}
        options={UNIT_ID_LENGTHS.map((value) => ({ value, label: `${value} digits` }))}
        onChange={(UIDLength) => UIDLength !== undefined && change({ UIDLength })}
        {...look}
      />
    </SimpleGrid>
  );
}
