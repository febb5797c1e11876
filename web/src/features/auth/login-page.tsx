import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { forgetRoute, previousRoute } from '#web/lib/previous-route.ts';
import type { SessionEnding } from '#web/lib/session-token.ts';
import { useSessionToken } from '#web/lib/use-session-token.ts';
import { routeFromLogin, wantedRoute } from '#web/lib/wanted-route.ts';
import { LoginLayout } from './login-layout.tsx';
import { LoginNotice } from './login-notice.tsx';
import { LoginSteps } from './login-steps.tsx';

/** The login. Somebody who is signed in, or has just become so, is led on. */
export function LoginPage() {
  const token = useSessionToken();
  const { search, state } = useLocation();
  const [wasSignedIn] = useState(token !== null);

  useEffect(() => {
    document.title = 'Sign in · Watchkeep';
    if (!wasSignedIn) forgetRoute();
  }, [wasSignedIn]);

  if (token !== null) {
    const wanted = wantedRoute(search, window.location.origin);
    return <Navigate to={routeFromLogin({ wanted, previous: previousRoute(), wasSignedIn })} replace />;
  }
  return (
    <LoginLayout title="Sign in">
      <LoginNotice ending={(state as { ending?: SessionEnding } | null)?.ending} />
      <LoginSteps />
    </LoginLayout>
  );
}
