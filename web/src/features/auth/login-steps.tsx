import { type ReactNode, useState } from 'react';
import type { LoginAnswer, SecondStep } from '#core/auth/login-answer.ts';
import { keepSession } from '#web/lib/session/session-token.ts';
import { CodeStep } from './code-step.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { PasswordStep } from './password-step.tsx';

type LoginStep = { name: 'password' } | { name: 'code'; challenge: SecondStep };

/** The steps of a login: the password, then the code if the server asks for one. `aside` is shown below the first. */
export function LoginSteps({ aside }: { aside: ReactNode }) {
  const [step, setStep] = useState<LoginStep>({ name: 'password' });

  const goOn = (answer: LoginAnswer) => {
    if ('token' in answer) keepSession(answer.token);
    else setStep({ name: 'code', challenge: answer });
  };

  switch (step.name) {
    case 'password':
      return (
        <PasswordStep
          onAnswer={goOn}
          aside={
            <>
              <PasskeySignIn onToken={goOn} />
              {aside}
            </>
          }
        />
      );
    case 'code':
      return <CodeStep challenge={step.challenge} onToken={goOn} onCancel={() => setStep({ name: 'password' })} />;
  }
}
