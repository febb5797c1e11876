import { z } from 'zod';
import { readCommandLine } from '#core/consoles/command-line.ts';
import { consoleCommands } from '#core/consoles/commands.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { commandQuestion } from '#web/shared/consoles/command-question.ts';
import { recordedWords } from './recorded.ts';

const Schema = z.object({ command: z.string().trim().min(1, 'Enter a command').max(200) });

interface CommandDialogProps {
  UnitSerNum: string;
  UnitModel: UnitModel;
  onClose: () => void;
}

/** Gives a unit a command that waits if the unit is away; asks first if nobody could call for help meanwhile. */
export function CommandDialog({ UnitSerNum, UnitModel, onClose }: CommandDialogProps) {
  const confirm = useConfirm();
  const engineer = useSession().has('ENGINEER');
  const give = useEndpointMutation(unitActions.tcpMessage, { success: recordedWords });
  const form = useForm({
    schema: Schema,
    initial: { command: '' },
    onSubmit: async ({ command }) => {
      const read = readCommandLine(command, consoleCommands(UnitModel, { engineer }));
      const question = read.command && commandQuestion(UnitSerNum, read.command, read.arguments);
      if (question && !(await confirm(question))) return false;
      await give.submit({ UnitSerNum, command });
      return onClose();
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
