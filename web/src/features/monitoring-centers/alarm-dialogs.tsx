import { useState } from 'react';
import { z } from 'zod';
import { AlarmChange, type AlarmKey, type AlarmState, CLOSE_CODES, CloseCode } from '#core/monitoring-centers/alarm.ts';
import { alarmWords } from '#core/monitoring-centers/board.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextAreaField } from '#web/components/form/text-area-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { useAlarmChange } from './use-alarm-change.ts';

interface AlarmDialogProps {
  alarmKey: AlarmKey & { version: number };
  eventType: string;
  onClose: () => void;
  onChanged: (alarm: AlarmState) => void;
}

const MAX_TEXT = 1000;
const OPTIONS = Object.entries(CLOSE_CODES).map(([value, label]) => ({ value: Number(value) as CloseCode, label }));
const Note = z.object({ text: AlarmChange.shape.text });
const Closing = Note.extend({ closeCode: CloseCode });

/** Writes a note on an alarm, in the version that was opened. */
export function NoteDialog({ alarmKey, eventType, onClose, onChanged }: AlarmDialogProps) {
  const [opened] = useState(alarmKey);
  const { submit } = useAlarmChange();
  const form = useForm({
    schema: Note,
    initial: { text: '' },
    requireChange: true,
    onSubmit: async (entered) => {
      onChanged(await submit({ ...opened, action: 'note', ...entered }));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Write a note on the alarm of ${opened.UnitSerNum}`}
      description={alarmWords(eventType)}
      formLabel="Note on the alarm"
      submitLabel="Save note"
    >
      <TextAreaField label="Text" maxLength={MAX_TEXT} {...form.field('text')} />
    </FormDialog>
  );
}

/** Closes an alarm with a code, in the version that was opened. */
export function CloseDialog({ alarmKey, eventType, onClose, onChanged }: AlarmDialogProps) {
  const [opened] = useState(alarmKey);
  const { submit } = useAlarmChange();
  const form = useForm({
    schema: Closing,
    initial: { text: '' },
    onSubmit: async (entered) => {
      onChanged(await submit({ ...opened, action: 'close', ...entered }));
      showSuccess(`The alarm of ${opened.UnitSerNum} is closed`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Close the alarm of ${opened.UnitSerNum}`}
      description={`${alarmWords(eventType)}. A closed alarm cannot be changed.`}
      formLabel="End of the alarm"
      submitLabel="Close alarm"
    >
      <SelectField label="Ended as" {...form.field('closeCode')} options={OPTIONS} />
      <TextAreaField label="Note" maxLength={MAX_TEXT} {...form.field('text')} />
    </FormDialog>
  );
}
