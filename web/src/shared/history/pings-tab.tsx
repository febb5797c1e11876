import type { Ping } from '#core/history/ping.ts';
import { DEFAULT_UNIT_MODEL, type Unit } from '#core/units/unit.ts';
import { LogTable } from './log-table.tsx';
import { pingColumns } from './ping-columns.tsx';
import { usePingLog } from './use-unit-log.ts';

/** Every ping of the unit in a range of days. */
export function PingsTab({ unit }: { unit: Pick<Unit, 'UnitSerNum' | 'UnitModel'> }) {
  const log = usePingLog(unit.UnitSerNum, unit.UnitModel === DEFAULT_UNIT_MODEL ? 'unitPings' : 'wearablePings');
  return (
    <LogTable<Ping>
      label="Pings"
      UnitSerNum={unit.UnitSerNum}
      columns={pingColumns(unit.UnitModel)}
      log={log}
      emptyTitle="No ping in this range"
    />
  );
}
