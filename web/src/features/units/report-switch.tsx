import { chakra } from '@chakra-ui/react';
import { units } from '#core/units/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { DisabledReason } from '#web/components/disabled-reason.tsx';
import { useMay } from '#web/lib/session.tsx';
import { useSetReporting } from './use-set-reporting.ts';

/**
 * Whether a unit's reporting is on, and the switch for it. A button rather than a checkbox: it shows what is so, also while
 * a question is open and after the answer was no.
 */
export function ReportSwitch({ unit, labelled = false }: { unit: Unit; labelled?: boolean }) {
  const may = useMay(units.setReporting.access);
  const toggle = useSetReporting();
  const on = unit.Report === 1;
  return (
    <DisabledReason reason={may ? undefined : 'You may look at units, not change them'}>
      <SwitchButton
        type="button"
        role="switch"
        aria-checked={on}
        aria-label={`Reporting of ${unit.UnitSerNum}`}
        onClick={() => void toggle(unit)}
      >
        <span aria-hidden />
        {labelled && (on ? 'On' : 'Off')}
      </SwitchButton>
    </DisabledReason>
  );
}

const SwitchButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minH: '6',
    verticalAlign: 'middle',
    borderRadius: 'full',
    cursor: 'pointer',
    focusVisibleRing: 'outside',
    '& span': {
      position: 'relative',
      w: '8',
      h: '4',
      borderRadius: 'full',
      bg: 'border.emphasized',
      transition: 'background 100ms',
    },
    '& span::after': {
      content: '""',
      position: 'absolute',
      top: '2px',
      left: '2px',
      boxSize: '3',
      borderRadius: 'full',
      bg: 'white',
      transition: 'transform 100ms',
    },
    '&[aria-checked=true] span': { bg: 'accent.solid' },
    '&[aria-checked=true] span::after': { transform: 'translateX(16px)', bg: 'accent.contrast' },
    '&[aria-disabled=true]': { cursor: 'not-allowed', opacity: 0.55 },
  },
});
