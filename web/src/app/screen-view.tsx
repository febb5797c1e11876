import { Box } from '@chakra-ui/react';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { Navigate, useLocation } from 'react-router';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { rememberRoute } from '#web/lib/page/previous-route.ts';
import type { Screen } from '#web/lib/page/screen.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { NothingToOpen } from './nothing-to-open.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { homeFor, screenAt } from './route-table.ts';
import { SCREENS } from './routes.ts';

/** The screen at the address. An unknown address redirects to the first screen. */
export function CurrentScreen() {
  const screen = screenAt(SCREENS, useLocation().pathname);
  return screen ? <ScreenView key={screen.path} screen={screen} /> : <Navigate to={paths.home} replace />;
}

/** A screen of the route table, for users who may open it; others are redirected to their first screen. */
function ScreenView({ screen }: { screen: Screen }) {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const allowed = session.may(screen.access);

  useEffect(() => {
    if (allowed) rememberRoute(`${pathname}${search}${hash}`);
  }, [allowed, pathname, search, hash]);

  if (!allowed) {
    const home = homeFor(SCREENS, session.holder);
    return home ? <Navigate to={home.path} replace /> : <NothingToOpen />;
  }
  return (
    <PageBoundary>
      <Loaded {...screen} />
    </PageBoundary>
  );
}

/** Requests the screen's code each time that it is shown, so that a retry after a failure works. */
function Loaded({ load, shape = 'list' }: Pick<Screen, 'load' | 'shape'>) {
  const Page = useMemo(() => lazy(load), [load]);
  return (
    <Suspense
      fallback={
        <Box p={{ base: '4', md: '6' }}>
          <PageSkeleton shape={shape} />
        </Box>
      }
    >
      <Page />
    </Suspense>
  );
}
