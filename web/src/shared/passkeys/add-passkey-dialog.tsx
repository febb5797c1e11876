import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { passkeys } from '#core/passkeys/contract.ts';
import { PasskeyName } from '#core/passkeys/passkey.ts';
import { browserWords } from '#core/user-settings/own-session.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { PasswordField } from '#web/components/form/password-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { makePasskey, passkeyFailure } from './browser-passkeys.ts';

const Schema = z.object({
  name: PasskeyName,
  password: z.string().min(1, 'Enter your password').max(256),
});

/** Asks for a name and the password; then the browser asks for the passkey. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const begin = useEndpointMutation(passkeys.beginRegister);
  const register = useEndpointMutation(passkeys.register, {
    success: 'Passkey added',
    refreshes: [passkeys.list],
  });
  const form = useForm({
    schema: Schema,
    initial: { name: browserWords(navigator.userAgent), password: '' },
    onSubmit: async ({ name, password }) => {
      const options = await begin.submit({ password });
      const credential = await makePasskey(options).catch((error: unknown) => {
        throw new AppError('CONFLICT', passkeyFailure(error));
      });
      await register.submit({ name, credential });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="sm"
      title="Add a passkey"
      description="Your browser then asks where to keep it."
      submitLabel="Continue"
    >
      <TextField label="Name" help="Helps you tell your passkeys apart" maxLength={60} {...form.field('name')} />
      <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
    </FormDialog>
  );
}
