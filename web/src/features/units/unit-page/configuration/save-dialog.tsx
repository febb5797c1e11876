import { chakra, Flex, RadioGroup } from '@chakra-ui/react';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { profiles } from '#core/profiles/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { ChangeList } from '#web/components/form/changes-bar.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { useSaveUnit } from './use-save-unit.ts';
import type { UnitDraft } from './use-unit-draft.ts';

interface SaveDialogProps {
  unit: Unit;
  draft: UnitDraft;
  onClose: () => void;
}

const Schema = z.object({
  saveMethod: z.enum(['unit', 'newProfile']),
  newName: z.string().trim().max(60, 'At most 60 characters'),
});
type SaveMethod = z.infer<typeof Schema>['saveMethod'];

/** Shows what changes, and the options of saving: for this unit only, or as a new profile that the unit uses. */
export function SaveDialog({ unit, draft, onClose }: SaveDialogProps) {
  const mayProfile = useMay(profiles.save.access);
  const save = useSaveUnit(unit, draft);
  const offersProfile = mayProfile && draft.desired.edited && draft.desired.content.ProfileKey !== undefined;
  const form = useForm({
    schema: Schema,
    initial: { saveMethod: 'unit', newName: '' },
    onSubmit: async ({ saveMethod, newName }) => {
      if (saveMethod === 'newProfile' && newName === '') throw missingName();
      const done = await save(saveMethod === 'newProfile' ? newName : undefined);
      if (done) onClose();
      return done;
    },
  });
  return (
    <FormDialog title={`Save ${unit.UnitSerNum}`} form={form} submitLabel="Save unit" onClose={onClose}>
      {offersProfile && (
        <RadioGroup.Root
          value={form.values.saveMethod ?? null}
          onValueChange={({ value }) => form.set({ saveMethod: value as SaveMethod })}
          aria-label="How to save"
        >
          <Flex direction="column" gap="2">
            <Choice
              value="unit"
              label="Save for this unit only"
              help={`${draft.desired.content.ProfileName || 'Its profile'} stays as it is.`}
            />
            <Choice
              value="newProfile"
              label="Save as a new profile"
              help="The unit uses the new profile. Other units can use it too."
            />
          </Flex>
        </RadioGroup.Root>
      )}
      {form.values.saveMethod === 'newProfile' && (
        <TextField label="Name of the new profile" maxLength={60} {...form.field('newName')} required />
      )}
      <chakra.section aria-label="What changes" maxH="40vh" overflowY="auto" tabIndex={0}>
        <ChangeList changes={draft.changes} />
      </chakra.section>
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

const missingName = () =>
  new AppError('INVALID', 'The name is missing', [{ path: 'newName', message: 'The name is missing' }]);
