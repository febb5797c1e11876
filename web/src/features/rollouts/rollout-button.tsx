import { Button } from '@chakra-ui/react';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import type { MainAction } from './use-rollout-actions.ts';

/** The button of the action that a rollout waits for. */
export const RolloutButton = ({
  action: { label, icon: Icon, disabledReason, isRunning, run },
}: {
  action: MainAction;
}) => (
  <DisabledReason reason={disabledReason}>
    <Button onClick={run} loading={isRunning} loadingText={label}>
      <Icon size={15} aria-hidden />
      {label}
    </Button>
  </DisabledReason>
);
