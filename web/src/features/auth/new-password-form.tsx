import { Button, Flex } from '@chakra-ui/react';
import { type FormEvent, useRef, useState } from 'react';
import { confirmationError, NewPassword } from '#core/auth/password-rules.ts';
import { PasswordRequirements } from '#web/shared/auth/password-requirements.tsx';
import { LabelledField } from './labelled-field.tsx';
import { PasswordInput } from './password-input.tsx';

interface NewPasswordFormProps {
  userName: string;
  /** The server's message about the password. */
  fault: string | undefined;
  onSubmit: (password: string) => Promise<void>;
}

/** A new password, typed twice, with its rules. */
export function NewPasswordForm({ userName, fault, onSubmit }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [asked, setAsked] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  const confirmationInput = useRef<HTMLInputElement>(null);
  const passwordFault = NewPassword.safeParse(password).error?.issues[0]?.message;
  const unequal = confirmationError(password, confirmation);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    setAsked(true);
    if (passwordFault) return passwordInput.current?.focus();
    if (unequal) return confirmationInput.current?.focus();
    setIsSaving(true);
    await onSubmit(password);
    setIsSaving(false);
  };

  return (
    <form onSubmit={save} noValidate>
      <Flex direction="column" gap="4">
        {/* Password managers file the new password under this name. */}
        <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
        <LabelledField id="new-password" label="New password" error={asked ? (passwordFault ?? fault) : undefined}>
          <PasswordInput
            ref={passwordInput}
            name="new-password"
            autoComplete="new-password"
            autoFocus
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </LabelledField>
        <PasswordRequirements password={password} />
        <LabelledField id="confirm-password" label="Confirm password" error={asked ? unequal : undefined}>
          <PasswordInput
            ref={confirmationInput}
            name="confirm-password"
            autoComplete="new-password"
            value={confirmation}
            onChange={({ target }) => setConfirmation(target.value)}
          />
        </LabelledField>
        <Button type="submit" size="md" mt="1" loading={isSaving} loadingText="Saving">
          Save new password
        </Button>
      </Flex>
    </form>
  );
}
