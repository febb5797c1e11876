import { z } from 'zod';
import { sims } from '#core/sims/contract.ts';
import { TextMessage } from '#core/sims/text-message.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { showFailureUnder } from '#web/lib/messages/show.ts';

const Schema = z.object({ by: z.enum(['active', 'att']), textMessage: TextMessage });
const SIMS = [
  { value: 'active', label: 'Its active SIM' },
  { value: 'att', label: 'Its AT&T SIM' },
] as const;
/** P2-M75. */
const FAILED = 'An error occurred, please try again.';
const success = 'The carrier has taken the text message';

/** Asks a carrier to send a unit a text message. */
export function TextMessageDialog({ UnitSerNum, onClose }: { UnitSerNum: string; onClose: () => void }) {
  const byActive = useEndpointMutation(sims.smsMessage, { success });
  const byAtt = useEndpointMutation(sims.smsMessageAT, { success });
  const form = useForm({
    schema: Schema,
    initial: { by: 'active', textMessage: '' },
    onSubmit: async ({ by, textMessage }) => {
      const send = by === 'att' ? byAtt : byActive;
      try {
        await send.submit({ UnitSerNum, textMessage });
      } catch (error) {
        showFailureUnder(FAILED, error);
        throw error;
      }
      onClose();
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
