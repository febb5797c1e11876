import { Button, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { OwnSettings } from '#core/user-settings/own-settings.ts';
import { FlipCard } from '#web/components/page/flip-card.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { ForgottenPasswordCard } from './forgotten-password-card.tsx';

/** A card with two sides: change a known password, or request a link for a forgotten one. */
export function PasswordSection({ settings }: { settings: OwnSettings }) {
  const [side, setSide] = useState<'known' | 'forgotten'>('known');
  const [isChanging, setIsChanging] = useState(false);
  return (
    <SettingSection title="Password" description="Changing it signs you out everywhere but here.">
      <FlipCard side={side} direction="column" gap="3" css={CARD}>
        {side === 'forgotten' ? (
          <ForgottenPasswordCard email={settings.UserEmail} onBack={() => setSide('known')} />
        ) : settings.hasPassword ? (
          <>
            <Text>You sign in with a password.</Text>
            <Flex gap="2" wrap="wrap">
              <Button variant="outline" onClick={() => setIsChanging(true)}>
                Change password
              </Button>
              <Button variant="ghost" onClick={() => setSide('forgotten')}>
                Forgot your password?
              </Button>
            </Flex>
          </>
        ) : (
          <Text>You sign in through your company, which keeps your password.</Text>
        )}
      </FlipCard>
      {isChanging && <ChangePasswordDialog userName={settings.UserName} onClose={() => setIsChanging(false)} />}
    </SettingSection>
  );
}

const CARD = {
  padding: '4',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'l2',
  background: 'bg.panel',
} as const;
