import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { shownFirmware, type Unit } from '#core/units/unit.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { call, type Output } from '#web/lib/api/api.ts';
import type { ShownSetting } from './desired.ts';
import type { UnitDraft } from './use-unit-draft.ts';
import { useUnitProfiles } from './use-unit-profiles.ts';

interface ProfileDialogProps {
  unit: Unit;
  settings: readonly ShownSetting[];
  draft: UnitDraft;
  onClose: () => void;
}

const PAUSE_MS = 200;
const MAX_LENGTH = 60;

const Schema = z.object({
  ProfileKey: z.number('Choose a profile'),
  keepsOwn: z.boolean(),
});

/** Puts the settings and events of another profile into the editor. Nothing is saved. */
export function ProfileDialog({ unit, settings, draft, onClose }: ProfileDialogProps) {
  const [text, setText] = useState('');
  const typed = text.trim().slice(0, MAX_LENGTH);
  const search = useDebounced(typed, PAUSE_MS);
  const { data, error, isValidating } = useUnitProfiles(unit, search);
  const [chosen, setChosen] = useState<Offer>();
  const offered = data
    ? distinct([...data.currentVersionOptions, ...data.newHigherProfiles, ...data.currentProfiles])
    : [];
  const form = useForm({
    schema: Schema,
    initial: { keepsOwn: true },
    onSubmit: async ({ ProfileKey, keepsOwn }) => {
      const template = await call(unitConfiguration.template, {
        key: ProfileKey,
        UnitModel: unit.UnitModel,
        UnitFirmVer: draft.version.UnitFirmVer,
      });
      const own = settings.filter(({ source, name }) => source === 'unit' && name in draft.desired.content.tabs);
      const kept = Object.fromEntries(own.map(({ name }) => [name, draft.desired.content.tabs[name]!]));
      draft.desired.change({
        ProfileKey,
        ProfileName: template.ProfileName,
        tabs: { ...template.tabs, ...(keepsOwn && kept) },
        Events: template.Events,
      });
      onClose();
    },
  });
  const profile = form.field('ProfileKey');
  return (
    <FormDialog
      title={`Change the profile of ${unit.UnitSerNum}`}
      form={form}
      submitLabel="Use this profile"
      onClose={onClose}
    >
      {error && <chakra.p color="danger.fg">{error.message}</chakra.p>}
      <SearchSelectField
        label="Profile"
        help={data?.more ? 'There are more. Type how the name begins.' : 'Type how the name begins.'}
        placeholder={data ? 'Choose a profile' : 'Loading…'}
        // The chosen one keeps its label while another search is shown.
        options={(chosen && text === '' ? distinct([chosen, ...offered]) : offered).map(optionOf)}
        {...profile}
        onChange={(ProfileKey) => {
          setChosen(offered.find((one) => one.ProfileKey === ProfileKey) ?? chosen);
          setText('');
          profile.onChange(ProfileKey);
        }}
        onSearch={setText}
        searching={isValidating || search !== typed}
      />
      <CheckboxField
        label="Keep the settings of this unit"
        help="Settings that differ from the present profile stay as they are."
        {...form.field('keepsOwn')}
      />
      <chakra.p color="fg.muted">You can review every change before you save.</chakra.p>
    </FormDialog>
  );
}

type Offer = Output<typeof unitConfiguration.unitProfiles>['currentProfiles'][number];

const optionOf = ({ ProfileKey, ProfileName, UnitFirmVer }: Offer) => ({
  value: ProfileKey,
  label: `${ProfileName}, firmware ${shownFirmware(UnitFirmVer)}`,
});

const distinct = <One extends { ProfileKey: number }>(profiles: readonly One[]): One[] => [
  ...new Map(profiles.map((profile) => [profile.ProfileKey, profile])).values(),
];
