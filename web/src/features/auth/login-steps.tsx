import { type ReactNode, useState } from 'react';
import type { LoginAnswer, SecondStep } from '#core/auth/login-answer.ts';
import { keepSession } from '#web/lib/session-token.ts';
import { PasswordStep } from './password-step.tsx';

type LoginStep = { name: 'password' } | { name: 'code'; challenge: SecondStep };

/** The steps of a login: the password, then a second proof where the answer asks for one. `aside` stands below the first. */
export function LoginSteps({ aside }: { aside: ReactNode }) {
  const [step, setStep] = useState<LoginStep>({ name: 'password' });

  const goOn = (answer: LoginAnswer) => {
    if ('token' in answer) keepSession(answer.token);
    else setStep({ name: 'code', challenge: answer });
  };

  switch (step.name) {
    case 'password':
      return <PasswordStep onAnswer={goOn} aside={aside} />;
    case 'code':
      // The component of the second step stands here: it is given `step.challenge`, calls `goOn` with a token, and goes back by
      // setStep({ name: 'password' }).
      return null;
  }
}
