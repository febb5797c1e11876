import { Button, chakra, Flex } from '@chakra-ui/react';
import { LogOut } from 'lucide-react';
import type { SignInMethod } from '#core/auth/sign-in-method.ts';
import { ACTIONS } from '#core/severity.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { browserWords, type OwnSession } from '#core/user-settings/own-session.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { SettingList, SettingRow } from '#web/components/page/setting-list.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { showFailure } from '#web/lib/messages/show.ts';
import { signOutEverywhere } from '#web/lib/session/sign-out.ts';

/** The user's sessions, which can be ended one by one or all at once. */
export function SessionsSection() {
  const confirm = useConfirm();
  const { data, error, isValidating, mutate } = useEndpoint(userSettings.sessions, {});
  const end = useEndpointMutation(userSettings.endSession, {
    success: 'Session ended',
    refreshes: [userSettings.sessions],
  });

  const leaveEverywhere = async () => {
    const sure = await confirm({
      title: 'Sign out everywhere?',
      consequence: 'All your sessions end within a minute, this one at once.',
      actionLabel: 'Sign out everywhere',
      ...ACTIONS.signOutEverywhere,
    });
    if (!sure) return;
    await signOutEverywhere().catch(showFailure);
  };

  return (
    <SettingSection
      title="Where you are signed in"
      description="If you do not recognise a session, sign it out and change your password."
    >
      <Flex direction="column" gap="3" align="flex-start">
        {data ? (
          <SettingList label="Your sessions">
            {data.sessions.map((session) => (
              <SessionRow
                key={session.sessionId}
                session={session}
                onEnd={() => void end.trigger({ sessionId: session.sessionId })}
              />
            ))}
          </SettingList>
        ) : error && !isValidating ? (
          <ErrorState title="Your sessions could not be loaded" onRetry={() => void mutate()} />
        ) : (
          <Loading label="Loading your sessions">
            <TextSkeleton lines={2} />
          </Loading>
        )}
        <Button variant="outline" colorPalette="danger" onClick={() => void leaveEverywhere()}>
          <LogOut size={15} aria-hidden />
          Sign out everywhere
        </Button>
      </Flex>
    </SettingSection>
  );
}

const METHODS: Record<SignInMethod, string> = {
  password: 'with a password',
  app: 'with a password and an app',
  mail: 'with a password and a code by e-mail',
  recoveryCode: 'with a password and a recovery code',
  passkey: 'with a passkey',
  singleSignOn: 'through your company',
  link: 'by a link',
};

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { userAgent, sourceIp, method, startedAt, lastActiveAt, isCurrent } = session;
  const browser = browserWords(userAgent);
  return (
    <SettingRow
      title={
        <>
          {browser}
          {isCurrent && <StatusBadge tone="ok" label="This session" />}
        </>
      }
      facts={
        <>
          Active <RelativeTime at={lastActiveAt} focusable /> · signed in <RelativeTime at={startedAt} focusable />
          {method && ` ${METHODS[method]}`}
          {sourceIp && (
            <>
              {' from '}
              <chakra.span textStyle="identifier">{sourceIp}</chakra.span>
            </>
          )}
        </>
      }
      actions={
        !isCurrent && (
          <Button size="xs" variant="outline" onClick={onEnd} aria-label={`Sign out ${browser}`}>
            Sign out
          </Button>
        )
      }
    />
  );
}
