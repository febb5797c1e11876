import { chakra } from '@chakra-ui/react';
import { DisabledReason } from '#web/components/disabled-reason.tsx';

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
        <SwitchButton type="button" role="switch" aria-checked={on} mt="4" onClick={() => void onChange(!on)}>
          <span aria-hidden />
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

const SwitchButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minH: '6',
    textAlign: 'start',
    borderRadius: 'l1',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    '& > span': {
      position: 'relative',
      flexShrink: 0,
      w: '8',
      h: '4',
      borderRadius: 'full',
      bg: 'border.emphasized',
      transition: 'background 100ms',
    },
    '& > span::after': {
      content: '""',
      position: 'absolute',
      top: '2px',
      left: '2px',
      boxSize: '3',
      borderRadius: 'full',
      bg: 'white',
      transition: 'transform 100ms',
    },
    '&[aria-checked=true] > span': { bg: 'accent.solid' },
    '&[aria-checked=true] > span::after': { transform: 'translateX(16px)', bg: 'accent.contrast' },
    '&[aria-disabled=true]': { cursor: 'not-allowed' },
    '&[aria-disabled=true] > span': { opacity: 0.55 },
  },
});
