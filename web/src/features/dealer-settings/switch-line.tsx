import { chakra } from '@chakra-ui/react';
import { SwitchButton } from '#web/components/form/switch-button.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';

interface SwitchLineProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => unknown;
  /** Why the switch is disabled. */
  reason?: string | undefined;
}

/** A switch that shows the saved value. A checkbox would show the click even if saving failed. */
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
