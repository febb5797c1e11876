import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { DialogCancel } from '#web/components/dialog/dialog.tsx';
import { Form, SubmitButton } from '#web/components/form/form.tsx';
import { PasswordField } from '#web/components/form/password-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';

const Schema = z.object({ password: z.string().min(1, 'Enter your password').max(256) });

interface PasswordFormProps {
  /** A verb: `Turn off`. */
  action: string;
  tone?: 'danger' | 'normal';
  /** Rejects if the password is wrong or the action fails. */
  onSubmit: (password: string) => Promise<unknown>;
  /** The consequence, above the password. */
  children?: ReactNode;
}

/** Asks for the password again, so that nobody else can act on a screen that was left open. */
export function PasswordForm({ action, tone = 'normal', onSubmit, children }: PasswordFormProps) {
  const form = useForm({
    schema: Schema,
    initial: { password: '' },
    onSubmit: ({ password }) => onSubmit(password),
  });
  return (
    <Form form={form} label={action}>
      {children}
      <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
      <Flex justify="flex-end" gap="2">
        <DialogCancel />
        <SubmitButton form={form} tone={tone}>
          {action}
        </SubmitButton>
      </Flex>
    </Form>
  );
}
