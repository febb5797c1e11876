import type { DemoUnit } from '#core/demo-units/demo-unit.ts';
import { units } from '#core/units/contract.ts';
import { SwitchButton } from '#web/components/form/switch-button.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useMay } from '#web/lib/session/session.tsx';
import { useDemoReporting } from './use-demo-reporting.ts';

/** The switch for the reporting of a demo unit. */
export function DemoReportSwitch({ unit }: { unit: DemoUnit }) {
  const may = useMay(units.setReporting.access);
  const toggle = useDemoReporting();
  return (
    <DisabledReason reason={may ? undefined : 'You may view units, but not change them'}>
      <SwitchButton
        type="button"
        role="switch"
        aria-checked={unit.Report === 1}
        aria-label={`Reporting of ${unit.UnitSerNum}`}
        onClick={() => void toggle(unit)}
      >
        <span data-thumb aria-hidden />
      </SwitchButton>
    </DisabledReason>
  );
}
