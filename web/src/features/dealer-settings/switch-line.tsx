import { chakra } from '@chakra-ui/react';
import { DisabledReason } from '#web/components/disabled-reason.tsx';
import { SwitchButton } from '#web/components/switch-button.tsx';

interface SwitchLineProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => unknown;
  /** Why it cannot be switched now. */
  reason?: string | undefined;
}

/** A switch that shows what is kept: a button rather than a checkbox, which would show what was clicked though it was refused. */
export function SwitchLine({ label, on, onChange, reason }: SwitchLineProps) {
  return (
    <>
      <DisabledReason reason={reason}>
        <SwitchButton
          type="button"
          role="switch"
          aria-checked={on}
          mt="4"
          textAlign="start"
          onClick={() => void onChange(!on)}
        >
          <span data-thumb aria-hidden />
          {label}
        </SwitchButton>
      </DisabledReason>
      {reason && (
        <chakra.p color="fg.muted" textStyle="xs">
          {reason}
        </chakra.p>
      )}
    </>
  );
}
