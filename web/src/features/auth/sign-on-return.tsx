import { Button, Flex, Spinner } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { AppError } from '#core/errors.ts';
import { paths } from '#web/lib/page/paths.ts';
import { forgetRoute } from '#web/lib/page/previous-route.ts';
import { keepSession } from '#web/lib/session/session-token.ts';
import { loginPathTo } from '#web/lib/session/wanted-route.ts';
import { LoginError } from './login-error.tsx';
import { LoginLayout } from './login-layout.tsx';
import { once } from './once.ts';
import { endSignOn } from './sign-on.ts';

/** The identity provider redirects here: the page exchanges the code for a session and goes on. */
export function SignOnReturn() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    once(search, () => endSignOn(search))
      .then((outcome) => {
        if ('failure' in outcome) return setFailure(outcome.failure);
        forgetRoute();
        keepSession(outcome.token);
        return navigate(loginPathTo(outcome.next), { replace: true });
      })
      .catch((error: unknown) => setFailure(error instanceof AppError ? error.message : 'Please try again'));
  }, [search, navigate]);

  return (
    <LoginLayout title="Sign in">
      {failure ? (
        <>
          <LoginError>{failure}</LoginError>
          <Button size="md" asChild>
            <Link to={paths.telus} replace>
              Try again
            </Link>
          </Button>
        </>
      ) : (
        <Flex role="status" align="center" gap="2.5" color="fg.muted">
          <Spinner size="sm" />
          Signing you in
        </Flex>
      )}
    </LoginLayout>
  );
}
