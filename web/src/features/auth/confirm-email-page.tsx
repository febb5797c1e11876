import { Button, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { auth } from '#core/auth/contract.ts';
import { TOKEN_EXPIRED } from '#core/auth/gate-messages.ts';
import { AppError } from '#core/errors.ts';
import { call, type Output } from '#web/lib/api/api.ts';
import { paths } from '#web/lib/page/paths.ts';
import { LoginError } from './login-error.tsx';
import { LoginLayout } from './login-layout.tsx';
import { LoginSuccess } from './login-success.tsx';
import { TextButton } from './text-button.tsx';

const EXPIRED = 'This link has been used or is too old. The settings in the portal send another one.';

/** Users confirm an e-mail address here, by a button, because programs that scan mails open links too. */
export default function ConfirmEmailPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [confirmed, setConfirmed] = useState<Output<typeof auth.confirmEmail>>();

  const confirm = async () => {
    setRunning(true);
    setFailure(undefined);
    try {
      setConfirmed(await call(auth.confirmEmail, { token }));
    } catch (error) {
      setFailure(wordsOf(error));
    } finally {
      setRunning(false);
    }
  };

  return (
    <LoginLayout title="Confirm your e-mail address">
      {failure && <LoginError>{failure}</LoginError>}
      {confirmed ? (
        <LoginSuccess>{`${confirmed.email} is confirmed for ${confirmed.user ?? 'notifications'}.`}</LoginSuccess>
      ) : (
        <>
          <Text color="fg.muted">
            {parameters.get('for') === 'notifications'
              ? 'Then notifications about units reach you.'
              : 'Then mails for your account, such as a link to set a new password, reach you.'}
          </Text>
          <Button size="md" onClick={() => void confirm()} loading={running} loadingText="Confirm">
            Confirm
          </Button>
        </>
      )}
      <TextButton asChild>
        <Link to={paths.home}>Go to the portal</Link>
      </TextButton>
    </LoginLayout>
  );
}

function wordsOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'Please try again';
  return error.message === TOKEN_EXPIRED || error.code === 'INVALID' ? EXPIRED : error.message;
}
