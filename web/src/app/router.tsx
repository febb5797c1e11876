import { lazy, type ReactNode, Suspense } from 'react';
import { createBrowserRouter } from 'react-router';
import { LoginPage } from '#web/features/auth/login-page.tsx';
import { SignOnReturn } from '#web/features/auth/sign-on-return.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { FirstPaint } from './first-paint.tsx';
import { PageBoundary } from './page-boundary.tsx';

// The login needs none of the screens, and no contract but its own: what is behind it, or leads past it, loads later.

/** Frame, live connection and the other code for signed-in users. The first screen's code and reads load at the same time. */
const SignedIn = lazy(() => {
  // Only to have them sooner: the screen itself loads them again where this fails.
  import('./prepare-screen.ts').then(({ prepareFirstScreen }) => prepareFirstScreen()).catch(() => undefined);
  return import('./signed-in.tsx');
});
const entryPage = (name: keyof typeof import('./entry-pages.tsx')) =>
  lazy(async () => ({ default: (await import('./entry-pages.tsx'))[name] }));
const ConvertPage = entryPage('ConvertPage');
const PreAuthPage = entryPage('PreAuthPage');
const LinkToLoginPage = entryPage('LinkToLoginPage');
const TelusPage = lazy(() => import('#web/features/auth/telus-page.tsx'));
const ConfirmEmailPage = lazy(() => import('#web/features/auth/confirm-email-page.tsx'));
const ResetPasswordPage = lazy(() => import('#web/features/auth/reset-password-page.tsx'));

/** A lazily loaded page without the frame. */
const Alone = ({ page }: { page: ReactNode }) => (
  <PageBoundary onRetry={() => window.location.reload()}>
    <Suspense fallback={<FirstPaint />}>{page}</Suspense>
  </PageBoundary>
);

/** Public screens. Every other path is one of the route table, inside the frame. */
export const router = createBrowserRouter([
  { path: paths.login, element: <LoginPage /> },
  { path: '/login/OAuth/cb/telus', element: <SignOnReturn /> },
  { path: paths.telus, element: <Alone page={<TelusPage />} /> },
  { path: '/resetPassword', element: <Alone page={<ResetPasswordPage />} /> },
  { path: '/confirmEmail', element: <Alone page={<ConfirmEmailPage />} /> },
  { path: '/convert', element: <Alone page={<ConvertPage />} /> },
  { path: '/preAuth/monitoringcenter', element: <Alone page={<PreAuthPage />} /> },
  { path: '/linkToLogin', element: <Alone page={<LinkToLoginPage />} /> },
  { path: '*', element: <Alone page={<SignedIn />} /> },
]);
