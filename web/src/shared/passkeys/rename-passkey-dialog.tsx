import { z } from 'zod';
import { passkeys } from '#core/passkeys/contract.ts';
import { type Passkey, PasskeyName } from '#core/passkeys/passkey.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

const Schema = z.object({ name: PasskeyName });

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey: { passkeyId, name }, onClose }: RenamePasskeyDialogProps) {
  const { submit } = useEndpointMutation(passkeys.rename, { success: 'Passkey renamed', refreshes: [passkeys.list] });
  const form = useForm({
    schema: Schema,
    initial: { name },
    onSubmit: async (given) => {
      await submit({ passkeyId, name: given.name });
      onClose();
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} size="sm" title="Rename the passkey" submitLabel="Rename">
      <TextField label="Name" maxLength={60} autoFocus {...form.field('name')} />
    </FormDialog>
  );
}
