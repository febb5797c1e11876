import { Button, Flex, SimpleGrid } from '@chakra-ui/react';
import { Plus, Trash2 } from 'lucide-react';
import { z } from 'zod';
import { Announcement, DETAIL_TYPES, type ReleaseNotes } from '#core/ota/announcement.ts';
import { ota } from '#core/ota/contract.ts';
import { FirmwareNumber } from '#core/ota/firmware-version.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { DateField } from '#web/components/form/date-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

/** People enter the day of the release. */
const Entered = Announcement.omit({ releaseDate: true }).extend({
  version: FirmwareNumber,
  releasedOn: z.union([z.literal(''), z.iso.date()]),
});
const TYPES = DETAIL_TYPES.map((value) => ({ value, label: value }));

/** Edits the release notes of a version. */
export function NotesDialog({ notes, onClose }: { notes: ReleaseNotes; onClose: () => void }) {
  const { releaseDate = '', ...shown } = notes.details;
  const save = useEndpointMutation(ota.saveNotes, { refreshes: [ota.loadVersions], success: 'Version Updated' });
  const form = useForm({
    schema: Entered,
    initial: { ...shown, version: notes.version, releasedOn: releaseDate.slice(0, 10) },
    requireChange: true,
    onSubmit: async ({ version, releasedOn, ...entered }) => {
      const details = { ...entered, ...(releasedOn && { releaseDate: `${releasedOn}T00:00:00.000Z` }) };
      await save.submit({ version, details, type: notes.type, revision: notes.revision });
      onClose();
    },
  });
  const details = form.values.details ?? [];
  const change = (next: typeof details) => form.set({ details: next });
  return (
    <FormDialog
      title={notes.version ? `Release notes of ${notes.version}` : 'New release notes'}
      form={form}
      submitLabel="Save release notes"
      onClose={onClose}
    >
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField
          label="Version"
          maxLength={40}
          {...form.field('version')}
          {...(notes.version && { disabledReason: 'Notes belong to their version' })}
        />
        <DateField label="Released on" {...form.field('releasedOn')} />
        <TextField label="Cost over the air" {...form.field('costOTA')} />
        <TextField label="Cost over a bridge" {...form.field('costBridge')} />
      </SimpleGrid>
      <TextAreaField label="Summary" maxLength={2_000} {...form.field('summary')} />
      <TextField label="More information" help="A link that starts with https://" {...form.field('moreInfoLink')} />
      {details.map((detail, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a detail has no key of its own, and its place is what people see
        <Flex key={index} gap="2" align="flex-end">
          <Flex w="9rem" flexShrink="0" direction="column">
            <SelectField
              name={`details.${index}.type`}
              label={`Detail ${index + 1}`}
              value={detail.type}
              options={TYPES}
              onChange={(type) => type && change(details.map((one, at) => (at === index ? { ...one, type } : one)))}
            />
          </Flex>
          <Flex flex="1" direction="column">
            <TextField
              name={`details.${index}.text`}
              label={`Text ${index + 1}`}
              labelHidden
              maxLength={500}
              value={detail.text}
              error={form.errorAt(`details.${index}.text`)}
              onChange={(text) => change(details.map((one, at) => (at === index ? { ...one, text } : one)))}
            />
          </Flex>
          <Button
            variant="outline"
            aria-label={`Remove detail ${index + 1}`}
            onClick={() => change(details.filter((_, at) => at !== index))}
          >
            <Trash2 size={14} aria-hidden />
          </Button>
        </Flex>
      ))}
      <Button
        variant="outline"
        size="sm"
        alignSelf="flex-start"
        onClick={() => change([...details, { type: 'Information', text: '' }])}
      >
        <Plus size={14} aria-hidden />
        Add detail
      </Button>
    </FormDialog>
  );
}
