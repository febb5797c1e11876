import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { previousRoute } from '#web/lib/previous-route.ts';
import type { SessionEnding } from '#web/lib/session-token.ts';
import { useSessionToken } from '#web/lib/use-session-token.ts';
import { wantedRoute } from '#web/lib/wanted-route.ts';
import { LoginLayout } from './login-layout.tsx';
import { LoginNotice } from './login-notice.tsx';
import { PasswordStep } from './password-step.tsx';

/**
 * The login. Somebody who is signed in, or has just become so, goes on: to the remembered route, else to the one that was
 * open before, else to the start.
 */
export function LoginPage() {
  const token = useSessionToken();
  const { search, state } = useLocation();
  useEffect(() => {
    document.title = 'Sign in · Watchkeep';
  }, []);

  if (token !== null) {
    return <Navigate to={wantedRoute(search, window.location.origin) ?? previousRoute() ?? '/'} replace />;
  }
  return (
    <LoginLayout title="Sign in">
      <LoginNotice ending={(state as { ending?: SessionEnding } | null)?.ending} />
      <PasswordStep />
    </LoginLayout>
  );
}
