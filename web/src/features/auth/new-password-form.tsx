import { Button, chakra, Flex } from '@chakra-ui/react';
import { Check, Circle } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { confirmationFault, NewPassword, PASSWORD_RULES } from '#core/auth/password-rules.ts';
import { LabelledField } from './labelled-field.tsx';
import { PasswordInput } from './password-input.tsx';

interface NewPasswordFormProps {
  userName: string;
  /** What the server has found wrong with the password. */
  fault: string | undefined;
  onSubmit: (password: string) => Promise<void>;
}

/** A new password, typed twice, with what it must contain. */
export function NewPasswordForm({ userName, fault, onSubmit }: NewPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [asked, setAsked] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  const confirmationInput = useRef<HTMLInputElement>(null);
  const passwordFault = NewPassword.safeParse(password).error?.issues[0]?.message;
  const unequal = confirmationFault(password, confirmation);

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
        <Requirements password={password} />
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

/** Each rule with whether it holds: by an icon, a colour and, for screen readers, a word. */
export const Requirements = ({ password }: { password: string }) => (
  <chakra.ul textStyle="xs" display="grid" gap="1" aria-label="A password must have">
    {PASSWORD_RULES.map(({ requirement, holds }) => {
      const met = holds(password);
      const Icon = met ? Check : Circle;
      return (
        <chakra.li key={requirement} display="flex" alignItems="center" gap="2" color={met ? 'ok.fg' : 'fg.muted'}>
          <Icon size={met ? 14 : 10} aria-hidden style={{ width: 14 }} />
          {requirement}
          {met && <chakra.span srOnly>, met</chakra.span>}
        </chakra.li>
      );
    })}
  </chakra.ul>
);
