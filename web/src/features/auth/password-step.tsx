import { Button, Flex, Input } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { auth } from '#core/auth/contract.ts';
import type { LoginAnswer } from '#core/auth/login-answer.ts';
import { call } from '#web/lib/api/api.ts';
import { LabelledField } from './labelled-field.tsx';
import { LoginError } from './login-error.tsx';
import { loginFailure } from './login-failure.ts';
import { PasswordInput } from './password-input.tsx';

interface Missing {
  userName?: string;
  password?: string;
}

interface PasswordStepProps {
  onAnswer: (answer: LoginAnswer) => void;
  aside: ReactNode;
}

/** The first step of a login: user name and password. */
export function PasswordStep({ onAnswer, aside }: PasswordStepProps) {
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<Missing>({});
  const [failure, setFailure] = useState<string>();
  const [isSigningIn, setIsSigningIn] = useState(false);
  const userNameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    if (isSigningIn) return;
    const found = missingIn(userName, password);
    setMissing(found);
    if (found.userName) return userNameInput.current?.focus();
    if (found.password) return passwordInput.current?.focus();

    setIsSigningIn(true);
    setFailure(undefined);
    try {
      onAnswer(await call(auth.login, { userName, password }));
    } catch (error) {
      setFailure(loginFailure(error));
      setIsSigningIn(false);
      passwordInput.current?.select();
    }
  };

  return (
    <form onSubmit={signIn} noValidate>
      <Flex direction="column" gap="4">
        {failure && <LoginError>{failure}</LoginError>}
        <LabelledField id="user-name" label="User name" error={missing.userName}>
          <Input
            ref={userNameInput}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={userName}
            onChange={({ target }) => setUserName(target.value)}
          />
        </LabelledField>
        <LabelledField id="password" label="Password" error={missing.password}>
          <PasswordInput
            ref={passwordInput}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </LabelledField>
        <Button type="submit" size="md" mt="1" loading={isSigningIn} loadingText="Signing in">
          Sign in
        </Button>
        {aside}
      </Flex>
    </form>
  );
}

const missingIn = (userName: string, password: string): Missing => ({
  ...(userName.trim() === '' ? { userName: 'Enter your user name' } : {}),
  ...(password === '' ? { password: 'Enter your password' } : {}),
});
