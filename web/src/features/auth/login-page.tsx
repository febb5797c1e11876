import { useState } from 'react';
import { useLocation } from 'react-router';
import { ForgottenPassword } from './forgotten-password.tsx';
import { LedOn } from './led-on.tsx';
import { LoginLayout } from './login-layout.tsx';
import { type LoginNews, LoginNotice } from './login-notice.tsx';
import { LoginSteps } from './login-steps.tsx';
import { isSignOnReturn } from './sign-on.ts';
import { SignOnReturn } from './sign-on-return.tsx';
import { TextButton } from './text-button.tsx';

/** The login, with the forgotten password on the back of its card. An identity provider may redirect to it as well. */
export function LoginPage() {
  const { search, state } = useLocation();
  const [forgotten, setForgotten] = useState(false);

  if (isSignOnReturn(search)) return <SignOnReturn />;
  return (
    <LedOn>
      {forgotten ? (
        <LoginLayout title="Forgotten password" side="back">
          <ForgottenPassword onBack={() => setForgotten(false)} />
        </LoginLayout>
      ) : (
        <LoginLayout title="Sign in">
          <LoginNotice news={state as LoginNews | null} />
          <LoginSteps aside={<TextButton onClick={() => setForgotten(true)}>Forgot your password?</TextButton>} />
        </LoginLayout>
      )}
    </LedOn>
  );
}
