import { z } from 'zod';
import { unitActions } from '#core/unit-actions/contract.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { recordedWords } from './recorded.ts';

const Schema = z.object({ command: z.string().trim().min(1, 'Enter a command').max(200) });

/** Gives a unit a command that waits if the unit is away. */
export function CommandDialog({ UnitSerNum, onClose }: { UnitSerNum: string; onClose: () => void }) {
  const give = useEndpointMutation(unitActions.tcpMessage, { success: recordedWords });
  const form = useForm({
    schema: Schema,
    initial: { command: '' },
    onSubmit: async ({ command }) => {
      await give.submit({ UnitSerNum, command });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Send ${UnitSerNum} a command`}
      description="Written as in the console. If the unit is away, the command waits 10 minutes."
      formLabel="Send command"
      submitLabel="Send command"
    >
      <TextField label="Command" {...form.field('command')} autoComplete="off" />
    </FormDialog>
  );
}
