import { Box } from '@chakra-ui/react';
import { rollouts } from '#core/rollouts/contract.ts';
import {
  ROLLOUT_UNIT_STATE_WORDS,
  ROLLOUT_UNIT_STATES,
  type RolloutUnit,
  RolloutUnitState,
  SETTLED,
} from '#core/rollouts/rollout.ts';
import { SECOND } from '#core/time.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { ListTable } from '#web/lib/list/list-table.tsx';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import type { RolloutDetail } from './rollout-page.tsx';
import { countOfState, firstShownState } from './words.ts';

/** The units of a rollout that are in one state. */
export function UnitsTab({ rollout: { rolloutId, counts, plan } }: { rollout: RolloutDetail }) {
  const { parameters, change } = useAddressParameters();
  const countOf = (state: RolloutUnitState) => countOfState(counts, state);
  const state = RolloutUnitState.safeParse(parameters.get('state')).data ?? firstShownState(counts);
  const list = useListPage(rollouts.units, {
    name: 'rolloutUnits',
    pageSizes: [25, 50, 100],
    defaultPageSize: 50,
    rowId: ({ UnitSerNum }) => UnitSerNum,
    input: () => ({ rolloutId, state }),
    refreshInterval: () => 30 * SECOND,
  });
  return (
    <ListTable<RolloutUnit>
      label="Units of the rollout"
      list={list}
      columns={columnsFor(
        plan.stages.map(({ name }) => name),
        SETTLED.includes(state) ? 'Since' : 'Next look',
      )}
      rowHref={({ UnitSerNum }) => paths.unit(UnitSerNum)}
      sortable={false}
      total={countOf(state)}
      fileName={`rollout ${plan.name} ${ROLLOUT_UNIT_STATE_WORDS[state]}`}
      controls={
        <Box w="16rem" maxW="full">
          <SelectField
            name="state"
            label="State"
            labelHidden
            options={ROLLOUT_UNIT_STATES.map((value) => ({
              value,
              label: `${ROLLOUT_UNIT_STATE_WORDS[value]} (${countOf(value).toLocaleString('en')})`,
            }))}
            value={state}
            onChange={(next) => change({ state: next })}
          />
        </Box>
      }
      empty={{ title: 'No unit is in this state', description: 'Choose another state above.' }}
    />
  );
}

const columnsFor = (stages: readonly string[], timeLabel: string): DataColumn<RolloutUnit>[] => [
  {
    accessorKey: 'UnitSerNum',
    size: 140,
    meta: { label: 'Serial number', locked: true, monospace: true, copyable: true, card: 'title' },
  },
  { id: 'stage', accessorFn: ({ stage }) => stages[stage], size: 140, meta: { label: 'Stage' } },
  { accessorKey: 'from', size: 120, meta: { label: 'Version before', monospace: true } },
  { accessorKey: 'tries', size: 110, meta: { label: 'Failed tries', align: 'end' } },
  { accessorKey: 'reason', size: 320, meta: { label: 'Reason', grows: true } },
  {
    accessorKey: 'nextAt',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.nextAt} />,
    meta: { label: timeLabel },
  },
];
