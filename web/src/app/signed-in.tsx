import { Button } from '@chakra-ui/react';
import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { SWRConfig } from 'swr';
import { auth } from '#core/auth/contract.ts';
import { ConfirmProvider } from '#web/components/dialog/confirm-provider.tsx';
import { Toasts } from '#web/components/toaster.tsx';
import { IdleWarning } from '#web/features/auth/idle-warning.tsx';
import { ShownDealerBar } from '#web/features/dealer-switch/shown-dealer-bar.tsx';
import { startLive } from '#web/lib/live.ts';
import { RequestError } from '#web/lib/request-error.ts';
import { SessionProvider } from '#web/lib/session.tsx';
import { sessionEnding } from '#web/lib/session-token.ts';
import { signOut } from '#web/lib/sign-out.ts';
import { swrConfiguration } from '#web/lib/swr-configuration.ts';
import { useEndpoint } from '#web/lib/use-endpoint.ts';
import { useSessionToken } from '#web/lib/use-session-token.ts';
import { loginPathFor } from '#web/lib/wanted-route.ts';
import { Frame } from './frame/frame.tsx';
import { FrameSkeleton } from './frame/frame-skeleton.tsx';
import { PageFailure } from './page-failure.tsx';

/** Everything behind the login. A visitor without a session is sent to it, with the wanted route and its parameters. */
export default function SignedIn() {
  const token = useSessionToken();
  const location = useLocation();
  if (token === null) {
    const ending = sessionEnding();
    const to = ending === 'signed-out' ? '/login' : loginPathFor(location);
    return <Navigate to={to} state={{ ending }} replace />;
  }
  return (
    // What was read for one session is never shown in another.
    <SWRConfig key={token} value={swrConfiguration}>
      <ConfirmProvider>
        <KnownUser />
      </ConfirmProvider>
      <Toasts />
    </SWRConfig>
  );
}

function KnownUser() {
  const { data, error, isValidating, mutate } = useEndpoint(auth.access, {});
  useEffect(startLive, []);

  if (!data && error && !isValidating) {
    return (
      <PageFailure
        message={error.message}
        reference={error instanceof RequestError ? error.correlationId : undefined}
        onRetry={() => void mutate()}
        action={
          <Button variant="ghost" onClick={() => signOut()}>
            Sign out
          </Button>
        }
      />
    );
  }
  if (!data) return <FrameSkeleton />;
  return (
    <SessionProvider answer={data}>
      <Frame banner={<ShownDealerBar />} />
      <IdleWarning />
    </SessionProvider>
  );
}
