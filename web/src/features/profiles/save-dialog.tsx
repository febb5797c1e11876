import { chakra, Flex, RadioGroup } from '@chakra-ui/react';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { profiles } from '#core/profiles/contract.ts';
import { LineID, PROFILE_LABELS, type Profile, ProfileLabel } from '#core/profiles/profile.ts';
import type { Version } from '#core/profiles/settings/settings.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { ChangeList } from '#web/components/form/changes-bar.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import type { Input } from '#web/lib/api/api.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { shownChanges } from './change-words.ts';
import type { ProfileDraft } from './use-profile-draft.ts';

type SaveMethod = Input<typeof profiles.save>['saveMethod'];

interface SaveDialogProps {
  profile: Profile;
  version: Version;
  draft: ProfileDraft;
  /** The only way to save it. */
  only: SaveMethod | undefined;
  first: SaveMethod;
  onSaved: (saved: Profile) => void;
  onClose: () => void;
  onConflict: (newer: { message: string; changes: readonly string[] }) => void;
}

const Schema = z.object({
  saveMethod: z.enum(['profile', 'newProfile']),
  newName: z.string().trim().max(60, 'At most 60 characters'),
  newLabel: ProfileLabel,
  newLineID: LineID,
});

/** The options of saving a profile: this one, or a new one. Shows what changes. */
export function SaveDialog({ profile, version, draft, only, first, onSaved, onClose, onConflict }: SaveDialogProps) {
  const { submit } = useEndpointMutation(profiles.save, {
    success: ({ ProfileName, version: saved }) => `Saved ${ProfileName}, version ${saved}`,
    refreshes: [profiles.list, profiles.get, profiles.versions],
  });
  const { content, changes } = draft;
  const form = useForm({
    schema: Schema,
    initial: { saveMethod: first, newName: '', newLabel: content.Label, newLineID: content.LineID },
    onSubmit: async ({ saveMethod, newName, newLabel, newLineID }) => {
      const isNew = saveMethod === 'newProfile';
      if (isNew && newName === '') throw refused('newName', 'The name is missing');
      const saved = await submit({
        saveMethod,
        profData: { ProfileKey: profile.ProfileKey, ...version },
        newestRevision: draft.readVersion,
        newData: content.Settings,
        events: content.Events,
        ...(isNew && { newName }),
        newLineID: isNew ? newLineID : content.LineID,
        newLabel: isNew ? newLabel : content.Label,
        newSimOptions: content.SimOptions === 2 ? 2 : 1,
        newUnitIDOptions: content.UnitIDOptions,
        newUIDLength: content.UIDLength,
      }).catch((error: unknown) => {
        if (isNew || !(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
        onConflict({ message: error.message, changes: error.issues.map(({ message }) => message) });
        return undefined;
      });
      onClose();
      if (saved) onSaved(saved);
    },
  });
  const isNew = form.values.saveMethod === 'newProfile';
  const nothing = changes.length === 0 && !isNew ? 'Nothing has changed yet' : undefined;
  return (
    <FormDialog
      title="Save profile"
      form={form}
      submitLabel={isNew ? 'Save as new profile' : 'Save profile'}
      onClose={onClose}
      disabledReason={nothing}
    >
      <RadioGroup.Root
        value={form.values.saveMethod ?? null}
        onValueChange={({ value }) => form.set({ saveMethod: value as SaveMethod })}
        aria-label="How to save"
      >
        <Flex direction="column" gap="2">
          {only === undefined && (
            <Choice value="profile" label="Save this profile" help={`${profile.ProfileName} gets its next version.`} />
          )}
          <Choice
            value="newProfile"
            label="Save as a new profile"
            help={`For ${version.UnitModel} with firmware ${version.UnitFirmVer}. ${profile.ProfileName} stays as it is.`}
          />
        </Flex>
      </RadioGroup.Root>
      {isNew && (
        <>
          <TextField label="Name of the new profile" maxLength={60} {...form.field('newName')} required />
          <SelectField
            label="Label of the new profile"
            options={PROFILE_LABELS.map((value) => ({ value, label: value }))}
            {...form.field('newLabel')}
          />
          <TextField label="Line ID of the new profile" identifier maxLength={8} {...form.field('newLineID')} />
        </>
      )}
      {changes.length > 0 ? (
        <chakra.section aria-label="What changes" maxH="40vh" overflowY="auto" tabIndex={0}>
          <ChangeList changes={shownChanges(changes)} />
        </chakra.section>
      ) : (
        <chakra.p color="fg.muted">No setting differs from the loaded version.</chakra.p>
      )}
    </FormDialog>
  );
}

const Choice = ({ value, label, help }: { value: SaveMethod; label: string; help: string }) => (
  <RadioGroup.Item value={value} alignItems="flex-start">
    <RadioGroup.ItemHiddenInput />
    <RadioGroup.ItemIndicator mt="0.5" />
    <RadioGroup.ItemText fontWeight="400">
      <chakra.span display="block" fontWeight="600">
        {label}
      </chakra.span>
      <chakra.span color="fg.muted">{help}</chakra.span>
    </RadioGroup.ItemText>
  </RadioGroup.Item>
);

const refused = (path: string, message: string) => new AppError('INVALID', message, [{ path, message }]);
