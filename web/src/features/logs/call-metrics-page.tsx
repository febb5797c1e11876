import type { Call } from '#core/history/call.ts';
import { logs, UNIT_NOT_FOUND } from '#core/logs/contract.ts';
import type { Output } from '#web/lib/api/api.ts';
import { CALL_COLUMNS } from '#web/shared/history/call-columns.tsx';
import { columnsOfLog } from './log-reads.ts';
import { UnitLogPage } from './unit-log-page.tsx';
import { useUnitLog } from './use-unit-log.ts';

export const firstReads = columnsOfLog('callMetricsLog');

/** The calls of one unit. */
export default function CallMetricsPage() {
  const log = useUnitLog<typeof logs.callMetrics, Call>({
    endpoint: logs.callMetrics,
    name: 'callMetricsLog',
    pageSizes: [5, 10, 25, 50, 100],
    defaultPageSize: 10,
    rowId: ({ timeStamp, sequence }) => `${timeStamp} ${sequence}`,
    rowsOf: (answer) => (answer as Output<typeof logs.callMetrics>).callMetrics,
    notFound: UNIT_NOT_FOUND,
    failed: 'Could not get info for unit. Please check input and try again.',
    input: ({ text, ...of }) => ({ unit: text, ...of }),
  });
  return <UnitLogPage<Call> title="Call metrics log" label="Calls" log={log} columns={CALL_COLUMNS} />;
}
