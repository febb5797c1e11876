import { SimpleGrid } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { ota } from '#core/ota/contract.ts';
import {
  CURRENT_NEEDS_FILE,
  currentMeans,
  defaultLocation,
  FIRMWARE_TYPES,
  NewVersionFields,
  OLDEST_NOT_ABOVE,
  ownFirmware,
} from '#core/ota/firmware-version.ts';
import { DEFAULT_UNIT_MODEL, UNIT_MODELS } from '#core/units/unit.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { FileUpload } from './file-upload.tsx';

/** People enter dollars; the portal keeps whole cents. */
const Dollars = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d\d)?$/, 'A price has dollars and cents, such as 12.50');
const Entered = NewVersionFields.extend({ upgradePrice: Dollars }).refine(...OLDEST_NOT_ABOVE);
const OWN_TYPE = ownFirmware(DEFAULT_UNIT_MODEL);
const centsOf = (dollars: string) => Math.round(Number(dollars) * 100);

const optionsOf = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, label: value }));

/** Creates a version, with its file or for a file that comes later. */
export function NewVersionDialog({ onClose }: { onClose: () => void }) {
  const create = useEndpointMutation(ota.create, {
    refreshes: [ota.loadVersions],
    success: ({ firmVerType, version }) => `${firmVerType} ${version} was created`,
  });
  const [uploaded, setUploaded] = useState<string>();
  const [pending, setPending] = useState<string>();
  const form = useForm({
    schema: Entered,
    initial: { unitModel: DEFAULT_UNIT_MODEL, firmVerType: OWN_TYPE, upgradePrice: '0.00', makeCurrent: false },
    onSubmit: async ({ upgradePrice, ...version }) => {
      await create.submit({ ...version, upgradePrice: centsOf(upgradePrice), ...(uploaded && { file: uploaded }) });
      onClose();
    },
  });
  const { unitModel = DEFAULT_UNIT_MODEL, firmVerType = OWN_TYPE, version } = form.values;
  return (
    <FormDialog title="New version" form={form} submitLabel="Create version" disabledReason={pending} onClose={onClose}>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <SelectField label="Model" options={optionsOf(UNIT_MODELS)} {...form.field('unitModel')} />
        <SelectField label="Type" options={optionsOf(FIRMWARE_TYPES)} {...form.field('firmVerType')} />
        <TextField label="Version" maxLength={40} {...form.field('version')} />
        <TextField label="Price in dollars" help="0.00 is shown as FREE" {...form.field('upgradePrice')} />
      </SimpleGrid>
      <FileUpload
        purpose="firmware"
        label="The file of the firmware"
        accept={['.bin', '.hex', '.img', '.zip']}
        onUploaded={setUploaded}
        onRemoved={() => {
          setUploaded(undefined);
          form.set({ makeCurrent: false });
        }}
        onPending={setPending}
      />
      {!uploaded && (
        <TextField
          label="Location"
          help={version ? `Usually ${defaultLocation(unitModel, version)}` : 'Where the file will be'}
          maxLength={200}
          {...form.field('location')}
        />
      )}
      <TextField
        label="Oldest version to go back to"
        help="A unit that has run the new version takes none below this one again. The limit of an older version stays, if it is higher."
        maxLength={40}
        {...form.field('oldestAllowed')}
      />
      <CheckboxField
        label="Make it the current version"
        help={currentMeans({ unitModel, firmVerType })}
        disabledReason={uploaded ? undefined : CURRENT_NEEDS_FILE}
        {...form.field('makeCurrent')}
      />
    </FormDialog>
  );
}
