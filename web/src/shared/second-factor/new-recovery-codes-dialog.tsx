import { Text } from '@chakra-ui/react';
import { useState } from 'react';
import { secondFactor } from '#core/second-factor/contract.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { PasswordForm } from './password-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Replaces the recovery codes and shows the new ones. */
export function NewRecoveryCodesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const { submit } = useEndpointMutation(secondFactor.newRecoveryCodes, { refreshes: [secondFactor.read] });
  const close = () => {
    setCodes(undefined);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title="New recovery codes" closable={!codes}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : (
        <PasswordForm
          action="Create new codes"
          onSubmit={async (password) => setCodes((await submit({ password })).recoveryCodes)}
        >
          <Text>The codes that you have kept so far will no longer work.</Text>
        </PasswordForm>
      )}
    </Dialog>
  );
}
