import { Flex, RadioCard } from '@chakra-ui/react';
import { Mail, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { secondFactor } from '#core/second-factor/contract.ts';
import type { SecondFactorMethod } from '#core/second-factor/second-factor.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { PasswordForm } from './password-form.tsx';
import type { SetUp } from './set-up.ts';

interface MethodStepProps {
  sentTo: string;
  onBegun: (setUp: SetUp) => void;
}

/** The choice of a second factor, and the password. */
export function MethodStep({ sentTo, onBegun }: MethodStepProps) {
  const [method, setMethod] = useState<SecondFactorMethod>('app');
  const { submit } = useEndpointMutation(secondFactor.begin);
  const methods = [
    { value: 'app', icon: Smartphone, label: 'Authenticator app', help: 'Works without reception. The safer choice.' },
    { value: 'mail', icon: Mail, label: 'Code by e-mail', help: `Sent to ${sentTo} each time you sign in.` },
  ] as const;
  return (
    <PasswordForm action="Continue" onSubmit={async (password) => onBegun(await submit({ method, password }))}>
      <RadioCard.Root
        value={method}
        onValueChange={({ value }) => setMethod(value as SecondFactorMethod)}
        aria-label="How codes reach you"
        size="sm"
        colorPalette="accent"
      >
        <Flex direction="column" gap="2">
          {methods.map(({ value, icon: Icon, label, help }) => (
            <RadioCard.Item key={value} value={value}>
              <RadioCard.ItemHiddenInput />
              <RadioCard.ItemControl alignItems="center">
                <Icon size={18} aria-hidden />
                <RadioCard.ItemContent>
                  <RadioCard.ItemText>{label}</RadioCard.ItemText>
                  <RadioCard.ItemDescription>{help}</RadioCard.ItemDescription>
                </RadioCard.ItemContent>
                <RadioCard.ItemIndicator />
              </RadioCard.ItemControl>
            </RadioCard.Item>
          ))}
        </Flex>
      </RadioCard.Root>
    </PasswordForm>
  );
}
