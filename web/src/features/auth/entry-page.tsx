import { Flex, Spinner } from '@chakra-ui/react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { AppError } from '#core/errors.ts';
import { loginPathTo } from '#web/lib/session/wanted-route.ts';
import { type EntryInput, enter } from './entry.ts';
import { LoginLayout } from './login-layout.tsx';
import type { LoginNews } from './login-notice.tsx';
import { once } from './once.ts';

interface EntryPageProps {
  input: EntryInput;
  /** The page that the link names; undefined is the first screen. */
  routeFor: (phoneNumber: string | undefined) => string | undefined;
  /** True if the link is of use only with a phone number. Without one it leads to the login. */
  needsNumber?: boolean;
}

/** Links from other systems arrive here. The page exchanges their token for a session, or opens the login if there is none. */
export function EntryPage({ input, routeFor, needsNumber = false }: EntryPageProps) {
  const navigate = useNavigate();

  const arrive = useEffectEvent(async () => {
    const wanted = routeFor(input.phonenumber);
    if (input.token === '') return navigate(loginPathTo(wanted), { replace: true });
    try {
      const { phoneNumber } = await once(input.token, () => enter(input, needsNumber));
      return navigate(routeFor(phoneNumber) ?? (needsNumber ? loginPathTo(undefined) : '/'), { replace: true });
    } catch (error) {
      const failure = error instanceof AppError ? error.message : 'Please try again';
      return navigate(loginPathTo(wanted), { replace: true, state: { failure } satisfies LoginNews });
    }
  });
  useEffect(() => void arrive(), []);

  return (
    <LoginLayout title="Sign in">
      <Flex role="status" align="center" gap="2.5" color="fg.muted">
        <Spinner size="sm" />
        Signing you in
      </Flex>
    </LoginLayout>
  );
}
