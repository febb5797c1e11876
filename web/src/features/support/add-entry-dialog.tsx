import { support } from '#core/support/contract.ts';
import { type LibraryKind, NewLibraryEntry } from '#core/support/library.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

/** Adds a video or a download. */
export function AddEntryDialog({ kind, noun, onClose }: { kind: LibraryKind; noun: string; onClose: () => void }) {
  const add = useEndpointMutation(support.addEntry, {
    refreshes: [support.getTrainingVideos, support.downloads],
    success: ({ title }) => `${title} was added`,
  });
  const form = useForm({
    schema: NewLibraryEntry,
    initial: { kind, group: '', title: '', description: '', link: '' },
    onSubmit: async (entry) => {
      await add.submit(entry);
      onClose();
    },
  });
  return (
    <FormDialog title={`Add ${noun}`} form={form} submitLabel={`Add ${noun}`} onClose={onClose}>
      <TextField label="Group" maxLength={60} {...form.field('group')} />
      <TextField label="Title" maxLength={120} {...form.field('title')} />
      <TextField label="Link" help="Starts with https://" maxLength={500} {...form.field('link')} />
      <TextAreaField label="Description" maxLength={400} {...form.field('description')} />
    </FormDialog>
  );
}
