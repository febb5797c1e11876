import { Button } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { auth } from '#core/auth/contract.ts';
import { ConfirmProvider } from '#web/components/dialog/confirm-provider.tsx';
import { removeToasts, Toasts } from '#web/components/messages/toaster.tsx';
import { TimeStyleProvider } from '#web/components/text/time-style.tsx';
import { LeaveGuard } from '#web/components/unsaved/leave-guard.tsx';
import { IdleWarning } from '#web/features/auth/idle-warning.tsx';
import { ShownDealerBar } from '#web/features/dealer-switch/shown-dealer-bar.tsx';
import { ActingBar } from '#web/features/users/acting-bar.tsx';
import { isTemporary, RequestError } from '#web/lib/api/request-error.ts';
import { swrConfiguration } from '#web/lib/api/swr-configuration.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { startLive } from '#web/lib/live/live.ts';
import { paths } from '#web/lib/page/paths.ts';
import { keepAccess, keptAccess } from '#web/lib/session/kept-access.ts';
import { SessionProvider } from '#web/lib/session/session.tsx';
import { sessionEnding, tabEnding } from '#web/lib/session/session-token.ts';
import { signOut } from '#web/lib/session/sign-out.ts';
import { keepSignOutAddress, signOutAddress } from '#web/lib/session/sign-out-address.ts';
import { useSessionToken } from '#web/lib/session/use-session-token.ts';
import { loginPathFor } from '#web/lib/session/wanted-route.ts';
import { BulkActionWatch } from '#web/shared/bulk-actions/bulk-action-watch.tsx';
import { Frame } from './frame/frame.tsx';
import { FrameSkeleton } from './frame/frame-skeleton.tsx';
import { StaleBar } from './frame/stale-bar.tsx';
import { OpenableScreens } from './openable-screens.tsx';
import { PageFailure } from './page-failure.tsx';

/** Milliseconds until the access flags are requested again. */
const ACCESS_RETRY_MS = 500;

/** Everything behind the login. A visitor without a session is redirected to it, with the wanted route and its parameters. */
export default function SignedIn() {
  const token = useSessionToken();
  const location = useLocation();
  useEffect(() => removeToasts, []);
  if (token === null) {
    const ending = sessionEnding();
    // Without a session on this page it is a new visitor, whoever used the tab before.
    const login = ending === undefined ? paths.login : signOutAddress();
    const to = ending === 'signed-out' ? login : loginPathFor(location, login);
    return <Navigate to={to} state={{ ending: tabEnding() }} replace />;
  }
  return (
    // Data of one session is never shown in another.
    <SWRConfig key={token} value={swrConfiguration}>
      <ConfirmProvider>
        <LeaveGuard />
        <KnownUser token={token} />
      </ConfirmProvider>
      <Toasts />
    </SWRConfig>
  );
}

/**
 * Nothing can be shown without the access flags: they are requested until they arrive (portal-2 section 5). Flags that this session had before
 * show the page meanwhile.
 */
const UNTIL_AVAILABLE: Pick<SWRConfiguration, 'onErrorRetry'> = {
  onErrorRetry: (error, _key, _configuration, retry, { retryCount }) => {
    if (isTemporary(error)) setTimeout(() => void retry({ retryCount }), ACCESS_RETRY_MS);
  },
};

function KnownUser({ token }: { token: string }) {
  const [kept] = useState(() => keptAccess(token));
  const { data, error, mutate } = useEndpoint(
    auth.access,
    {},
    {
      ...UNTIL_AVAILABLE,
      isBackground: true,
      ...(kept && { fallbackData: kept }),
      onSuccess: (answer) => keepAccess(token, answer),
    },
  );
  useEffect(startLive, []);
  const ends = data?.user.signOutAddress;
  useEffect(() => {
    if (ends) keepSignOutAddress(ends);
  }, [ends]);

  if (!data && error) {
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
      <TimeStyleProvider preference={data.user.times}>
        <OpenableScreens>
          <Frame
            banner={
              <>
                <ActingBar />
                <ShownDealerBar />
                <StaleBar />
              </>
            }
          />
        </OpenableScreens>
        <IdleWarning />
        <BulkActionWatch />
      </TimeStyleProvider>
    </SessionProvider>
  );
}
