import { Button, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { AppError } from '#core/errors.ts';
import { paths } from '#web/lib/page/paths.ts';
import { routeParameter } from '#web/lib/session/wanted-route.ts';
import { LedOn } from './led-on.tsx';
import { LoginError } from './login-error.tsx';
import { LoginLayout } from './login-layout.tsx';
import { type LoginNews, LoginNotice } from './login-notice.tsx';
import { beginSignOn } from './sign-on.ts';
import { TextButton } from './text-button.tsx';

/** The login for users with an account of their company. */
export default function TelusPage() {
  const { search, state } = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<string>();

  const signOn = async () => {
    setIsLeaving(true);
    setFailure(undefined);
    try {
      await beginSignOn('telus', routeParameter(search));
    } catch (error) {
      setFailure(error instanceof AppError ? error.message : 'Please try again');
      setIsLeaving(false);
    }
  };

  return (
    <LedOn>
      <LoginLayout title="Sign in">
        {failure ? <LoginError>{failure}</LoginError> : <LoginNotice news={state as LoginNews | null} />}
        <Text color="fg.muted">Use your TELUS account. TELUS signs you in and sends you back here.</Text>
        <Flex direction="column" gap="4">
          <Button size="md" autoFocus loading={isLeaving} loadingText="Opening TELUS" onClick={signOn}>
            Continue with TELUS
          </Button>
          <TextButton asChild>
            <Link to={`${paths.login}${search}`}>Sign in with user name and password</Link>
          </TextButton>
        </Flex>
      </LoginLayout>
    </LedOn>
  );
}
