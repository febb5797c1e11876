import { Button, Flex, Input, Text } from '@chakra-ui/react';
import { type FormEvent, useRef, useState } from 'react';
import type { SecondStep } from '#core/auth/login-answer.ts';
import { AppError } from '#core/errors.ts';
import { secondFactor } from '#core/second-factor/contract.ts';
import { enteredCode, SIGN_IN_AGAIN } from '#core/second-factor/second-factor.ts';
import { call } from '#web/lib/api/api.ts';
import { LabelledField } from './labelled-field.tsx';
import { LoginError } from './login-error.tsx';
import { LoginSuccess } from './login-success.tsx';
import { TextButton } from './text-button.tsx';

interface CodeStepProps {
  challenge: SecondStep;
  onToken: (answer: { token: string }) => void;
  /** Returns to user name and password. */
  onCancel: () => void;
}

/** The second step of a login: a code from an app or an e-mail, or a recovery code, in one field. */
export function CodeStep({ challenge, onToken, onCancel }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [sentAgain, setSentAgain] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { tfToken, tfUK } = challenge;
  const isOver = failure === SIGN_IN_AGAIN;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isChecking) return;
    if (isOver) return onCancel();
    const wrongShape = enteredCode(code) ? undefined : recovery ? NO_RECOVERY_CODE : NO_CODE;
    setFault(wrongShape);
    if (wrongShape) return input.current?.focus();
    setIsChecking(true);
    setFailure(undefined);
    setSentAgain(false);
    try {
      onToken(await call(secondFactor.submit, { tfCode: code, tfToken, tfUK }));
    } catch (error) {
      setFailure(wordsOf(error));
      setIsChecking(false);
      input.current?.select();
    }
  };

  const sendAgain = async () => {
    setFailure(undefined);
    setSentAgain(false);
    try {
      await call(secondFactor.sendAgain, { tfToken, tfUK });
      setSentAgain(true);
      setCode('');
    } catch (error) {
      setFailure(wordsOf(error));
    }
    input.current?.focus();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Flex direction="column" gap="4">
        {failure && <LoginError>{failure}</LoginError>}
        {sentAgain && <LoginSuccess>Another code is on its way. The one before no longer works.</LoginSuccess>}
        {!isOver && (
          <>
            <Text color="fg.muted">{recovery ? ASK_RECOVERY : askFor(challenge)}</Text>
            <LabelledField id="code" label={recovery ? 'Recovery code' : 'Code'} error={fault}>
              <Input
                // A new element opens the keyboard of a phone for the kind of code.
                key={String(recovery)}
                ref={input}
                name="code"
                autoComplete="one-time-code"
                inputMode={recovery ? 'text' : 'numeric'}
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
                maxLength={64}
                textStyle="identifier"
                value={code}
                onChange={({ target }) => setCode(target.value)}
              />
            </LabelledField>
          </>
        )}
        <Button type="submit" size="md" mt="1" loading={isChecking} loadingText="Checking">
          {isOver ? 'Sign in again' : 'Continue'}
        </Button>
        {!isOver && (
          <Flex direction="column" align="center" gap="1">
            {challenge.tfMethod === 'mail' && !recovery && (
              <TextButton onClick={() => void sendAgain()}>Send another code</TextButton>
            )}
            <TextButton onClick={() => setRecovery(!recovery)}>
              {recovery ? 'Use a code instead' : 'Use a recovery code'}
            </TextButton>
            <TextButton onClick={onCancel}>Cancel</TextButton>
          </Flex>
        )}
      </Flex>
    </form>
  );
}

const NO_CODE = 'Enter the six digits';
const NO_RECOVERY_CODE = 'Enter all sixteen letters and digits';
const ASK_RECOVERY = 'Enter one of the recovery codes that you kept. Each of them works once.';

const askFor = ({ tfMethod, tfSentTo }: SecondStep) =>
  tfMethod === 'app'
    ? 'Open your authenticator app and enter the code that it shows for Watchkeep.'
    : `Enter the code that we have sent to ${tfSentTo ?? 'your e-mail address'}.`;

const wordsOf = (error: unknown) => (error instanceof AppError ? error.message : 'Please try again');
