import { chakra } from '@chakra-ui/react';
import { z } from 'zod';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { call } from '#web/lib/api/api.ts';
import { UnitProfileField } from '#web/shared/profiles/unit-profile-field.tsx';
import { keptSettings, type ShownSetting } from './desired.ts';
import type { UnitDraft } from './use-unit-draft.ts';

interface ProfileDialogProps {
  unit: Unit;
  settings: readonly ShownSetting[];
  draft: UnitDraft;
  onClose: () => void;
}

const Schema = z.object({
  ProfileKey: z.number('Choose a profile'),
  keepsOwn: z.boolean(),
});

/** Puts the settings and events of another profile into the editor. Nothing is saved. */
export function ProfileDialog({ unit, settings, draft, onClose }: ProfileDialogProps) {
  const form = useForm({
    schema: Schema,
    initial: { keepsOwn: true },
    onSubmit: async ({ ProfileKey, keepsOwn }) => {
      const template = await call(unitConfiguration.template, {
        key: ProfileKey,
        UnitModel: unit.UnitModel,
        UnitFirmVer: draft.version.UnitFirmVer,
      });
      draft.take({
        ProfileKey,
        ProfileName: template.ProfileName,
        tabs: { ...template.tabs, ...(keepsOwn && keptSettings(settings, draft.desired)) },
        Events: template.Events,
      });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Change the profile of ${unit.UnitSerNum}`}
      form={form}
      submitLabel="Use this profile"
      onClose={onClose}
    >
      <UnitProfileField unit={unit} {...form.field('ProfileKey')} />
      <CheckboxField
        label="Keep the settings of this unit"
        help="Settings that differ from the present profile, and your unsaved changes of settings, stay as they are."
        {...form.field('keepsOwn')}
      />
      <chakra.p color="fg.muted">You can review every change before you save.</chakra.p>
    </FormDialog>
  );
}
