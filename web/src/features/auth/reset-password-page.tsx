import { Button, Flex, Spinner, Text } from '@chakra-ui/react';
import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { auth } from '#core/auth/contract.ts';
import { LINK_EXPIRED, TOKEN_EXPIRED } from '#core/auth/gate-messages.ts';
import { AppError } from '#core/errors.ts';
import { Toasts, toastWarning } from '#web/components/messages/toaster.tsx';
import { call } from '#web/lib/api/api.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { paths } from '#web/lib/page/paths.ts';
import { dropSession } from '#web/lib/session/session-token.ts';
import { LoginError } from './login-error.tsx';
import { LoginLayout } from './login-layout.tsx';
import type { LoginNews } from './login-notice.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { TextButton } from './text-button.tsx';

type LinkState =
  | { state: 'checking' }
  | { state: 'good'; user: string }
  | { state: 'expired' }
  | { state: 'unknown'; why: string };

/** The link of a recovery mail opens this page. It sets a new password, or says that the link has expired. */
export default function ResetPasswordPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  const navigate = useNavigate();
  const [link, setLink] = useState<LinkState>({ state: 'checking' });
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const expire = useCallback(() => {
    setLink({ state: 'expired' });
    toastWarning({
      title: LINK_EXPIRED,
      duration: TOAST_DURATION.withLink,
      action: { label: 'Go to sign in', run: () => void navigate(paths.login) },
    });
  }, [navigate]);

  const check = useCallback(async () => {
    setLink({ state: 'checking' });
    try {
      setLink({ state: 'good', user: (await call(auth.checkResetPasswordToken, { token })).user });
    } catch (error) {
      if (hasExpired(error)) expire();
      else setLink({ state: 'unknown', why: messageOf(error) });
    }
  }, [token, expire]);
  useEffect(() => void check(), [check]);

  const save = async (user: string, newPassword: string) => {
    setFault(undefined);
    setFailure(undefined);
    try {
      const { message } = await call(auth.resetThePassword, { user, newPassword, token });
      // All sessions of the user have ended, most likely the one in this browser too.
      dropSession('signed-out');
      await navigate(paths.login, { replace: true, state: { success: message } satisfies LoginNews });
    } catch (error) {
      if (hasExpired(error)) expire();
      else if (error instanceof AppError && error.code === 'INVALID') setFault(error.message);
      else setFailure(messageOf(error));
    }
  };

  return (
    <>
      <LoginLayout title={link.state === 'expired' ? 'The link has expired' : 'Choose a new password'}>
        {link.state === 'checking' && (
          <Flex role="status" align="center" gap="2.5" color="fg.muted">
            <Spinner size="sm" />
            Checking the link
          </Flex>
        )}
        {link.state === 'unknown' && (
          <>
            <LoginError>{link.why}</LoginError>
            <Button size="md" onClick={() => void check()}>
              Try again
            </Button>
          </>
        )}
        {link.state === 'expired' && (
          <>
            <Text color="fg.muted">A link works once, and only for a while. Ask for a new one where you sign in.</Text>
            <Button size="md" asChild>
              <Link to={paths.login}>Back to sign in</Link>
            </Button>
          </>
        )}
        {link.state === 'good' && (
          <>
            {failure && <LoginError>{failure}</LoginError>}
            <Text color="fg.muted">
              For <strong>{link.user}</strong>. All sessions end when it is saved.
            </Text>
            <NewPasswordForm userName={link.user} fault={fault} onSubmit={(password) => save(link.user, password)} />
            <TextButton asChild>
              <Link to={paths.login}>Back to sign in</Link>
            </TextButton>
          </>
        )}
      </LoginLayout>
      {/* Outside of the card: a transformed parent breaks fixed positions. */}
      <Toasts />
    </>
  );
}

const hasExpired = (error: unknown) => error instanceof AppError && error.message === TOKEN_EXPIRED;

const messageOf = (error: unknown) => (error instanceof AppError ? error.message : 'Please try again');
