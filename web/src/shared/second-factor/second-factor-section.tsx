import { Button, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { secondFactor } from '#core/second-factor/contract.ts';
import type { SecondFactorState } from '#core/second-factor/second-factor.ts';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { NewRecoveryCodesDialog } from './new-recovery-codes-dialog.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { TurnOffDialog } from './turn-off-dialog.tsx';

/** With fewer, the user is asked to make new ones. */
const FEW_CODES = 3;

/** The state of the second factor and its actions. */
export function SecondFactorSection() {
  const { data, error, isValidating, mutate } = useEndpoint(secondFactor.read, {});
  return (
    <SettingSection
      title="Two-step sign-in"
      description="Signing in needs your phone or mailbox as well as your password."
      badge={data && (data.method ? <StatusBadge tone="ok" label="On" /> : <StatusBadge tone="muted" label="Off" />)}
    >
      {data ? (
        <State state={data} />
      ) : error && !isValidating ? (
        <ErrorState title="This could not be loaded" failure={error} onRetry={() => void mutate()} />
      ) : (
        <Loading>
          <TextSkeleton lines={2} />
        </Loading>
      )}
    </SettingSection>
  );
}

function State({ state }: { state: SecondFactorState }) {
  const [open, setOpen] = useState<'setUp' | 'codes' | 'turnOff'>();
  const close = () => setOpen(undefined);
  const { method, since, recoveryCodesLeft, sentTo } = state;
  return (
    <Flex direction="column" gap="3">
      <Text>
        {method === 'app' && 'Signing in asks for a code of your authenticator app'}
        {method === 'mail' && `Signing in asks for a code that is sent to ${sentTo}`}
        {method === null ? (
          'Signing in asks for your password only.'
        ) : (
          <>
            , since <ExactTime at={since} seconds={false} />.
          </>
        )}
      </Text>
      {method && (
        <Flex align="center" gap="2" wrap="wrap">
          {recoveryCodesLeft < FEW_CODES ? (
            <StatusBadge tone="warning" label={codesLeft(recoveryCodesLeft)} />
          ) : (
            <Text color="fg.muted">{codesLeft(recoveryCodesLeft)}</Text>
          )}
        </Flex>
      )}
      <Flex gap="2" wrap="wrap">
        <Button variant={method ? 'outline' : 'solid'} onClick={() => setOpen('setUp')}>
          {method ? 'Change how' : 'Set up two-step sign-in'}
        </Button>
        {method && (
          <>
            <Button variant="outline" onClick={() => setOpen('codes')}>
              New recovery codes
            </Button>
            <Button variant="outline" colorPalette="danger" onClick={() => setOpen('turnOff')}>
              Turn off
            </Button>
          </>
        )}
      </Flex>
      <SetUpDialog sentTo={sentTo} open={open === 'setUp'} onClose={close} />
      <NewRecoveryCodesDialog open={open === 'codes'} onClose={close} />
      <TurnOffDialog open={open === 'turnOff'} onClose={close} />
    </Flex>
  );
}

const codesLeft = (count: number) => {
  if (count === 0) return 'No recovery codes left: create new ones';
  return `${count} recovery ${count === 1 ? 'code' : 'codes'} left`;
};
