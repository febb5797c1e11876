import { units } from '#core/units/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { SwitchButton } from '#web/components/form/switch-button.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useMay } from '#web/lib/session/session.tsx';
import { useSetReporting } from './use-set-reporting.ts';

/** The switch for a unit's reporting. */
export function ReportSwitch({ unit, labelled = false }: { unit: Unit; labelled?: boolean }) {
  const may = useMay(units.setReporting.access);
  const toggle = useSetReporting();
  const on = unit.Report === 1;
  return (
    <DisabledReason reason={may ? undefined : 'You may view units, but not change them'}>
      <SwitchButton
        type="button"
        role="switch"
        aria-checked={on}
        aria-label={`Reporting of ${unit.UnitSerNum}`}
        onClick={() => void toggle(unit)}
      >
        <span data-thumb aria-hidden />
        {labelled && (on ? 'On' : 'Off')}
      </SwitchButton>
    </DisabledReason>
  );
}
