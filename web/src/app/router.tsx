import { lazy, Suspense } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import { LoginPage } from '#web/features/auth/login-page.tsx';
import { paths } from '#web/lib/paths.ts';
import { FirstPaint } from './first-paint.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { SCREENS } from './routes.ts';
import { ScreenView } from './screen-view.tsx';

/** Frame, live connection and the rest of what only signed-in people need; loaded beside their first screen. */
const SignedIn = lazy(() => import('./signed-in.tsx'));

/** Public screens, then the screens of the route table inside the frame. An unknown path leads to the first screen. */
export const router = createBrowserRouter([
  { path: paths.login, element: <LoginPage /> },
  {
    element: (
      <PageBoundary onRetry={() => window.location.reload()}>
        <Suspense fallback={<FirstPaint />}>
          <SignedIn />
        </Suspense>
      </PageBoundary>
    ),
    children: [
      ...SCREENS.map((screen) => ({ path: screen.path, element: <ScreenView key={screen.path} screen={screen} /> })),
      { path: '*', element: <Navigate to={paths.home} replace /> },
    ],
  },
]);
