import { Text } from '@chakra-ui/react';
import { secondFactor } from '#core/second-factor/contract.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { PasswordForm } from './password-form.tsx';

/** Turns the second factor off. Needs the password. */
export function TurnOffDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { submit } = useEndpointMutation(secondFactor.turnOff, {
    success: 'Two-step sign-in is off',
    refreshes: [secondFactor.read],
  });
  return (
    <Dialog open={open} onClose={onClose} title="Turn off two-step sign-in?" role="alertdialog">
      <PasswordForm
        action="Turn off"
        tone="danger"
        onSubmit={async (password) => {
          await submit({ password });
          onClose();
        }}
      >
        <Text>Signing in will ask for your password only, and your recovery codes will no longer work.</Text>
      </PasswordForm>
    </Dialog>
  );
}
