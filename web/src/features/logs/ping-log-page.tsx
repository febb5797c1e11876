import { Box } from '@chakra-ui/react';
import type { Ping } from '#core/history/ping.ts';
import { logs, NO_SUCH_UNIT } from '#core/logs/contract.ts';
import { PING_CHOICES, type PingChoice } from '#core/logs/ping-choice.ts';
import { DEFAULT_UNIT_MODEL } from '#core/units/unit.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import type { Output } from '#web/lib/api/api.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { pingColumns } from '#web/shared/history/ping-columns.tsx';
import { columnsOfLog } from './log-reads.ts';
import { UnitLogPage } from './unit-log-page.tsx';
import { useUnitLog } from './use-unit-log.ts';

/** The parameter of the address that leaves pings out. */
const SHOW = 'showOnlyFailed';

export const firstReads = columnsOfLog('pingLog');

/** The pings of one unit. */
export default function PingLogPage() {
  const { parameters, change } = useAddressParameters();
  const show = PING_CHOICES.find((choice) => choice === parameters.get(SHOW)) ?? PING_CHOICES[0];
  const log = useUnitLog<typeof logs.pingLog, Ping>({
    endpoint: logs.pingLog,
    name: 'pingLog',
    pageSizes: [10, 25, 50, 100, 1000],
    defaultPageSize: 1000,
    rowId: ({ timeStamp, sequence }) => `${timeStamp} ${sequence}`,
    rowsOf: (answer) => (answer as Output<typeof logs.pingLog>).pingLog,
    notFound: NO_SUCH_UNIT,
    failed: 'Error getting Ping Log data',
    input: ({ text, ...of }) => ({ unitID: text, ...of, showOnlyFailed: show }),
  });
  return (
    <UnitLogPage<Ping>
      title="Ping log"
      label="Pings"
      log={log}
      columns={pingColumns(log.answer?.UnitModel ?? DEFAULT_UNIT_MODEL)}
      controls={
        <Box maxW="14rem">
          <SelectField<PingChoice>
            name="show"
            label="Show"
            value={show}
            onChange={(choice) => change({ [SHOW]: choice })}
            options={PING_CHOICES.map((value) => ({ value, label: value }))}
          />
        </Box>
      }
    />
  );
}
