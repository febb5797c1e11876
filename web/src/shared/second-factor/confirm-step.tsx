import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { z } from 'zod';
import { secondFactor } from '#core/second-factor/contract.ts';
import { enteredCode } from '#core/second-factor/second-factor.ts';
import { Form, SubmitButton } from '#web/components/form/form.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { Copyable } from '#web/components/text/copyable.tsx';
import { QrCode } from '#web/components/text/qr-code.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import type { SetUp } from './set-up.ts';

interface ConfirmStepProps {
  setUp: SetUp;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onBack: () => void;
}

const Schema = z.object({
  code: z.string().refine((code) => enteredCode(code)?.kind === 'code', 'Enter the six digits'),
});

/** The secret for the app, or the address that got the code, and the field for the first code. */
export function ConfirmStep({ setUp, onConfirmed, onBack }: ConfirmStepProps) {
  const { submit } = useEndpointMutation(secondFactor.confirm, {
    success: 'Two-step sign-in is on',
    refreshes: [secondFactor.read],
  });
  const form = useForm({
    schema: Schema,
    initial: { code: '' },
    onSubmit: async ({ code }) => {
      const { recoveryCodes } = await submit({ code, setUpToken: setUp.setUpToken });
      onConfirmed(recoveryCodes);
    },
  });
  return (
    <Form form={form} label="First code">
      {setUp.address && setUp.secret ? (
        <AppSecret address={setUp.address} secret={setUp.secret} />
      ) : (
        <Text>We have sent a code to {setUp.sentTo}. It is valid for ten minutes.</Text>
      )}
      <TextField label="Code" identifier autoComplete="one-time-code" autoFocus {...form.field('code')} />
      <Flex justify="flex-end" gap="2">
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
        <SubmitButton form={form}>Turn on</SubmitButton>
      </Flex>
    </Form>
  );
}

const AppSecret = ({ address, secret }: { address: string; secret: string }) => (
  <Flex direction="column" gap="3" align="center">
    <Text alignSelf="flex-start">Scan this with your authenticator app, then enter the code that it shows.</Text>
    <QrCode text={address} label="QR code for your authenticator app" />
    <chakra.div textStyle="xs" color="fg.muted" textAlign="center" overflowWrap="anywhere">
      Cannot scan? Enter this key:
      <br />
      <Copyable value={secret} label="key">
        {secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </Copyable>
    </chakra.div>
  </Flex>
);
