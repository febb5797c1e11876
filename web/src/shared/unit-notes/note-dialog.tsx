import { useState } from 'react';
import { z } from 'zod';
import { unitNotes } from '#core/unit-notes/contract.ts';
import { MAX_NOTE_LENGTH, type Note, NoteText } from '#core/unit-notes/note.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

interface NoteDialogProps {
  UnitSerNum: string;
  /** Undefined for a new one. */
  note: Note | undefined;
  onClose: () => void;
}

const Schema = z.object({ text: NoteText });

/** Writes a note on a unit, or changes an own one. */
export function NoteDialog({ UnitSerNum, note: opened, onClose }: NoteDialogProps) {
  const [note] = useState(opened);
  const add = useEndpointMutation(unitNotes.addNote, { refreshes: [unitNotes.notes] });
  const edit = useEndpointMutation(unitNotes.editNote, { refreshes: [unitNotes.notes] });
  const form = useForm({
    schema: Schema,
    initial: { text: note?.text ?? '' },
    requireChange: true,
    onSubmit: async ({ text }) => {
      if (note) await edit.submit({ UnitSerNum, noteKey: note.noteKey, version: note.version, text });
      else await add.submit({ UnitSerNum, text });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={note ? `Edit your note on ${UnitSerNum}` : `Write a note on ${UnitSerNum}`}
      formLabel={note ? 'Edit note' : 'Write a note'}
      submitLabel="Save note"
    >
      <TextAreaField label="Note" {...form.field('text')} rows={6} maxLength={MAX_NOTE_LENGTH} />
    </FormDialog>
  );
}
