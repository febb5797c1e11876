import { Button, Flex } from '@chakra-ui/react';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { passkeys } from '#core/passkeys/contract.ts';
import { call } from '#web/lib/api/api.ts';
import { askForPasskey, hasPasskeys, passkeyFailure } from '#web/shared/passkeys/browser-passkeys.ts';
import { LoginError } from './login-error.tsx';

/** Signs in without name and password. Not shown if the browser has no passkeys. */
export function PasskeySignIn({ onToken }: { onToken: (answer: { token: string }) => void }) {
  const [failure, setFailure] = useState<string>();
  const [isWaiting, setIsWaiting] = useState(false);
  if (!hasPasskeys()) return null;

  const signIn = async () => {
    setIsWaiting(true);
    setFailure(undefined);
    try {
      const credential = await askForPasskey(await call(passkeys.beginSignIn, {}));
      onToken(await call(passkeys.signIn, { credential }));
    } catch (error) {
      setFailure(passkeyFailure(error));
      setIsWaiting(false);
    }
  };

  return (
    <Flex direction="column" gap="3">
      <Button
        type="button"
        variant="outline"
        size="md"
        loading={isWaiting}
        loadingText="Waiting for your passkey"
        onClick={() => void signIn()}
      >
        <Fingerprint size={16} aria-hidden />
        Sign in with a passkey
      </Button>
      {failure && <LoginError>{failure}</LoginError>}
    </Flex>
  );
}
