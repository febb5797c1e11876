import { Box, Flex } from '@chakra-ui/react';
import { passkeys } from '#core/passkeys/contract.ts';
import { secondFactor } from '#core/second-factor/contract.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { PasskeysSection } from '#web/shared/passkeys/passkeys-section.tsx';
import { SecondFactorSection } from '#web/shared/second-factor/second-factor-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TimesSection } from './times-section.tsx';

export const firstReads: FirstReads = (_, { user }) =>
  user.actor
    ? []
    : [userSettings.read, userSettings.sessions, secondFactor.read, passkeys.list].map((each) => readOf(each, {}));

/** The user's own settings: profile, sign-in and sessions. */
export default function UserSettingsPage() {
  const { user } = useSession();
  const { data, error, isValidating, mutate, staleSince } = useEndpoint(userSettings.read, {});

  if (user.actor)
    return (
      <EmptyState
        title="These are not your settings"
        description="You use the access of somebody else. End that first, to get to your own settings."
      />
    );
  if (!data && error && !isValidating)
    return (
      <ErrorState
        title="Your settings could not be loaded"
        failure={error}
        onRetry={() => void mutate()}
        retrying={isValidating}
      />
    );
  if (!data)
    return (
      <Box p={{ base: '4', md: '6' }}>
        <PageSkeleton shape="settings" />
      </Box>
    );
  return (
    <Flex direction="column" p={{ base: '4', md: '6' }} pt={{ base: '3', md: '5' }} maxW="60rem">
      <PageHeader title="User settings" />
      {staleSince && <StaleMark since={staleSince} onRetry={() => void mutate()} retrying={isValidating} />}
      <ProfileSection settings={data} />
      <TimesSection times={data.times} />
      <PasswordSection settings={data} />
      {data.hasPassword && <SecondFactorSection />}
      {data.hasPassword && <PasskeysSection />}
      <SessionsSection />
    </Flex>
  );
}
