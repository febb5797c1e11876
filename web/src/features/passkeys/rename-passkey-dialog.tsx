import { Button, Flex } from '@chakra-ui/react';
import { z } from 'zod';
import { passkeys } from '#core/passkeys/contract.ts';
import { type Passkey, PasskeyName } from '#core/passkeys/passkey.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { Form, SubmitButton } from '#web/components/form/form.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

/** Open while there is a passkey to rename. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey | undefined; onClose: () => void }) {
  return (
    <Dialog open={passkey !== undefined} onClose={onClose} title="Rename the passkey">
      {passkey && <RenameForm passkey={passkey} onClose={onClose} />}
    </Dialog>
  );
}

const Schema = z.object({ name: PasskeyName });

function RenameForm({ passkey: { passkeyId, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
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
    <Form form={form} label="Rename the passkey">
      <TextField label="Name" maxLength={60} autoFocus {...form.field('name')} />
      <Flex justify="flex-end" gap="2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form}>Rename</SubmitButton>
      </Flex>
    </Form>
  );
}
