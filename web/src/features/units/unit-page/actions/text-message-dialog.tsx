import { z } from 'zod';
import { isInterruptingText } from '#core/interlock/held-back.ts';
import { sims } from '#core/sims/contract.ts';
import { TextMessage } from '#core/sims/text-message.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { call } from '#web/lib/api/api.ts';
import { showFailureUnder, showSuccess } from '#web/lib/messages/show.ts';
import { rebootQuestion } from '#web/shared/consoles/command-question.ts';

const Schema = z.object({ by: z.enum(['active', 'att']), textMessage: TextMessage });
const SIMS = [
  { value: 'active', label: 'Its active SIM' },
  { value: 'att', label: 'Its AT&T SIM' },
] as const;
/** P2-M75. */
const FAILED = 'An error occurred, please try again.';

/** Asks a carrier to send a unit a text message. */
export function TextMessageDialog({ UnitSerNum, onClose }: { UnitSerNum: string; onClose: () => void }) {
  const confirm = useConfirm();
  const form = useForm({
    schema: Schema,
    initial: { by: 'active', textMessage: '' },
    onSubmit: async ({ by, textMessage }) => {
      if (isInterruptingText(textMessage) && !(await confirm(rebootQuestion(UnitSerNum)))) return false;
      try {
        await call(by === 'att' ? sims.smsMessageAT : sims.smsMessage, { UnitSerNum, textMessage });
      } catch (error) {
        showFailureUnder(FAILED, error);
        throw error;
      }
      showSuccess('The carrier has taken the text message');
      return onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Send ${UnitSerNum} a text message`}
      description="The carrier delivers it when it reaches the unit. DoPing makes the unit connect."
      formLabel="Send text message"
      submitLabel="Send text message"
    >
      <TextField label="Text" {...form.field('textMessage')} autoComplete="off" />
      <SelectField label="Sent to" options={SIMS} {...form.field('by')} />
    </FormDialog>
  );
}
