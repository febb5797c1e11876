import { z } from 'zod';
import { confirmationError, NewPassword } from '#core/auth/password-rules.ts';
import { AppError } from '#core/errors.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { WRONG_PASSWORD } from '#core/user-settings/own-password.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { PasswordField } from '#web/components/form/password-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { call } from '#web/lib/api/api.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { keepSession } from '#web/lib/session/session-token.ts';
import { PasswordRequirements } from '#web/shared/auth/password-requirements.tsx';

const Schema = z
  .object({
    oldPassword: z.string().min(1, 'Enter your old password').max(256),
    newPassword: NewPassword,
    confirmation: z.string(),
  })
  .check(({ value: { newPassword, confirmation }, issues }) => {
    const message = confirmationError(newPassword, confirmation);
    if (message) issues.push({ code: 'custom', message, path: ['confirmation'], input: confirmation });
  });

interface ChangePasswordDialogProps {
  userName: string;
  onClose: () => void;
}

/** The old password, and the new one twice. */
export function ChangePasswordDialog({ userName, onClose }: ChangePasswordDialogProps) {
  const form = useForm({
    schema: Schema,
    initial: { oldPassword: '', newPassword: '', confirmation: '' },
    onSubmit: async ({ oldPassword, newPassword }) => {
      const { valid } = await call(userSettings.checkOldPasswordInBody, { value: oldPassword });
      if (!valid) throw new AppError('INVALID', WRONG_PASSWORD, [{ path: 'oldPassword', message: WRONG_PASSWORD }]);
      const { token } = await call(userSettings.changePassword, { oldPassword, newPassword });
      onClose();
      showSuccess('Password updated!');
      keepSession(token);
    },
  });
  const newPassword = form.field('newPassword');
  return (
    <FormDialog form={form} onClose={onClose} size="sm" title="Change password" submitLabel="Change password">
      {/* Password managers file the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <PasswordField label="Old password" autoComplete="current-password" {...form.field('oldPassword')} />
      <PasswordField label="New password" autoComplete="new-password" {...newPassword} />
      <PasswordRequirements password={newPassword.value ?? ''} />
      <PasswordField label="Confirm password" autoComplete="new-password" {...form.field('confirmation')} />
    </FormDialog>
  );
}
