import { Switch } from '@chakra-ui/react';
import { units } from '#core/units/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { PROMPT_DELAY, Tooltip } from '#web/components/tooltip.tsx';
import { useMay } from '#web/lib/session.tsx';
import { useSetReporting } from './use-set-reporting.ts';

/** Whether a unit's reporting is on, and the switch for it. */
export function ReportSwitch({ unit, labelled = false }: { unit: Unit; labelled?: boolean }) {
  const may = useMay(units.setReporting.access);
  const toggle = useSetReporting();
  const words = unit.Report === 1 ? 'On' : 'Off';
  return (
    <Tooltip content={may ? undefined : 'You may look at units, not change them'} delay={PROMPT_DELAY}>
      <span style={{ display: 'inline-flex', verticalAlign: 'middle' }}>
        <Switch.Root
          size="sm"
          checked={unit.Report === 1}
          disabled={!may}
          onCheckedChange={() => void toggle(unit)}
          alignItems="center"
        >
          <Switch.HiddenInput aria-label={`Reporting of ${unit.UnitSerNum}`} />
          <Switch.Control />
          {labelled && <Switch.Label fontWeight="400">{words}</Switch.Label>}
        </Switch.Root>
      </span>
    </Tooltip>
  );
}
