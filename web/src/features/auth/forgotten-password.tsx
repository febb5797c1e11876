import { Button, Flex, Input, Text } from '@chakra-ui/react';
import { type FormEvent, useRef, useState } from 'react';
import { auth } from '#core/auth/contract.ts';
import { AppError } from '#core/errors.ts';
import { call } from '#web/lib/api/api.ts';
import { LabelledField } from './labelled-field.tsx';
import { LoginError } from './login-error.tsx';
import { LoginSuccess } from './login-success.tsx';
import { TextButton } from './text-button.tsx';

/** Asks for the account's mail address and has a recovery link sent there. */
export function ForgottenPassword({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string>();
  const [outcome, setOutcome] = useState<{ sent: boolean; message: string }>();
  const [isSending, setIsSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const given = auth.sendRecoveryLink.input.safeParse({ email });
    setFault(given.success ? undefined : 'Enter the e-mail address of your account');
    setOutcome(undefined);
    if (!given.success) return input.current?.focus();

    setIsSending(true);
    try {
      const { message } = await call(auth.sendRecoveryLink, given.data);
      setOutcome({ sent: true, message });
    } catch (error) {
      setOutcome({ sent: false, message: error instanceof AppError ? error.message : 'Please try again' });
      input.current?.select();
    } finally {
      setIsSending(false);
    }
  };

  return (
    <form onSubmit={send} noValidate>
      <Flex direction="column" gap="4">
        {outcome?.sent && <LoginSuccess>{outcome.message}</LoginSuccess>}
        {outcome && !outcome.sent && <LoginError>{outcome.message}</LoginError>}
        <Text color="fg.muted">
          We send a link to your account's e-mail address. It lets you choose a new password.
        </Text>
        <LabelledField id="email" label="E-mail address" error={fault}>
          <Input
            ref={input}
            type="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </LabelledField>
        <Button type="submit" size="md" mt="1" loading={isSending} loadingText="Sending">
          Send recovery link
        </Button>
        <TextButton onClick={onBack}>Back to sign in</TextButton>
      </Flex>
    </form>
  );
}
