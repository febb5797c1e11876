import { lazy, type ReactNode, Suspense } from 'react';
import { createBrowserRouter, Navigate } from 'react-router';
import { LoginPage } from '#web/features/auth/login-page.tsx';
import { SignOnReturn } from '#web/features/auth/sign-on-return.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { ConvertPage, LinkToLoginPage, PreAuthPage } from './entry-pages.tsx';
import { FirstPaint } from './first-paint.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { screenAt } from './route-table.ts';
import { SCREENS } from './routes.ts';
import { ScreenView } from './screen-view.tsx';

/** Frame, live connection and the other code for signed-in users. The first screen's code loads at the same time. */
const SignedIn = lazy(() => {
  // Only to have it sooner: the screen itself loads it again where this fails.
  screenAt(SCREENS, window.location.pathname)
    ?.load()
    .catch(() => undefined);
  return import('./signed-in.tsx');
});
const TelusPage = lazy(() => import('#web/features/auth/telus-page.tsx'));
const ConfirmEmailPage = lazy(() => import('#web/features/auth/confirm-email-page.tsx'));
const ResetPasswordPage = lazy(() => import('#web/features/auth/reset-password-page.tsx'));

/** A lazily loaded page without the frame. */
const Alone = ({ page }: { page: ReactNode }) => (
  <PageBoundary onRetry={() => window.location.reload()}>
    <Suspense fallback={<FirstPaint />}>{page}</Suspense>
  </PageBoundary>
);

/** Public screens, then the screens of the route table inside the frame. An unknown path redirects to the first screen. */
export const router = createBrowserRouter([
  { path: paths.login, element: <LoginPage /> },
  { path: '/login/OAuth/cb/telus', element: <SignOnReturn /> },
  { path: paths.telus, element: <Alone page={<TelusPage />} /> },
  { path: '/resetPassword', element: <Alone page={<ResetPasswordPage />} /> },
  { path: '/confirmEmail', element: <Alone page={<ConfirmEmailPage />} /> },
  { path: '/convert', element: <ConvertPage /> },
  { path: '/preAuth/monitoringcenter', element: <PreAuthPage /> },
  { path: '/linkToLogin', element: <LinkToLoginPage /> },
  {
    element: <Alone page={<SignedIn />} />,
    children: [
      ...SCREENS.map((screen) => ({ path: screen.path, element: <ScreenView key={screen.path} screen={screen} /> })),
      { path: '*', element: <Navigate to={paths.home} replace /> },
    ],
  },
]);
