import { Button, Flex, Text } from '@chakra-ui/react';
import { z } from 'zod';
import { auth } from '#core/auth/contract.ts';
import { Form, SubmitButton } from '#web/components/form/form.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';

const Schema = z.object({ email: z.email('Enter the e-mail address of your account').max(254) });

/** The back of the password card: requests a link for a new password. A toast reports the result. */
export function ForgottenPasswordCard({ email, onBack }: { email: string; onBack: () => void }) {
  const { trigger } = useEndpointMutation(auth.sendRecoveryLink, { success: ({ message }) => message });
  const form = useForm({
    schema: Schema,
    initial: { email },
    onSubmit: async (asked) => {
      if (await trigger(asked)) onBack();
    },
  });
  return (
    <Form form={form} label="Forgotten password">
      <Text color="fg.muted">We send a link to the address of your account. It lets you choose a new password.</Text>
      <TextField label="E-mail address" type="email" autoComplete="email" autoFocus {...form.field('email')} />
      <Flex gap="2" wrap="wrap">
        <SubmitButton form={form}>Send recovery link</SubmitButton>
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
      </Flex>
    </Form>
  );
}
