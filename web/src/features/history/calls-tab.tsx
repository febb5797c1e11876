import type { Call } from '#core/history/call.ts';
import { CALL_COLUMNS } from '#web/shared/history/call-columns.tsx';
import { LogTable } from '#web/shared/history/log-table.tsx';
import { useCallMetrics } from '#web/shared/history/use-unit-log.ts';

/** The calls of the unit in a range of days. */
export const CallsTab = ({ unit: { UnitSerNum } }: { unit: { UnitSerNum: string } }) => (
  <LogTable<Call>
    label="Calls"
    UnitSerNum={UnitSerNum}
    columns={CALL_COLUMNS}
    log={useCallMetrics(UnitSerNum)}
    emptyTitle="No call in this range"
  />
);
