import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { forgetRoute, previousRoute } from '#web/lib/page/previous-route.ts';
import { useSessionToken } from '#web/lib/session/use-session-token.ts';
import { routeFromLogin, wantedRoute } from '#web/lib/session/wanted-route.ts';

/** Shows the login without a session. With one, it opens the page that the user wants. */
export function LedOn({ children }: { children: ReactNode }) {
  const token = useSessionToken();
  const { search } = useLocation();
  const [wasSignedIn] = useState(token !== null);

  useEffect(() => {
    if (!wasSignedIn) forgetRoute();
  }, [wasSignedIn]);

  if (token === null) return children;
  const wanted = wantedRoute(search, window.location.origin);
  return <Navigate to={routeFromLogin({ wanted, previous: previousRoute(), wasSignedIn })} replace />;
}
