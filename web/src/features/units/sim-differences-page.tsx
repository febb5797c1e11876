import { Button, Flex, Text } from '@chakra-ui/react';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import { sims } from '#core/sims/contract.ts';
import { DIFFERENCE_CAUSES, type FleetReading, MENDS, type SimDifference } from '#core/sims/difference.ts';
import { SIM_STATE, type SimState, simStateLabel } from '#core/sims/sim-state.ts';
import { acknowledgementsFor, weightOf } from '#core/sims/state-change.ts';
import { MINUTE } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import { badgeText, type DataColumn } from '#web/components/data-table/columns.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { SimStateBadge } from './sim-state-badge.tsx';

const READS: ListReads<typeof sims.differences> = {
  name: 'simDifferences',
  pageSizes: [25, 50, 100],
  defaultPageSize: 50,
  input: () => ({}),
};

export const firstReads: FirstReads = (parameters) => firstReadsOfList(sims.differences, READS, parameters);

/** The SIMs of which the portal says something else than their carriers, with what mends each. */
export default function SimDifferencesPage() {
  const list = useListPage(sims.differences, {
    ...READS,
    rowId: ({ UnitSerNum, iccid }) => `${UnitSerNum} ${iccid}`,
    refreshInterval: () => MINUTE,
  });
  const readings = list.answer?.readings ?? [];
  return (
    <ListPage<SimDifference>
      title="SIM differences"
      description="SIMs whose state differs between the portal and the carrier. Each SIM is read once a day."
      list={list}
      columns={[...COLUMNS, MEND]}
      exportColumns={COLUMNS}
      sortable={false}
      rowHref={({ UnitSerNum }) => paths.unit(UnitSerNum)}
      above={readings.length > 0 && <Readings readings={readings} />}
      empty={{
        title: 'No difference',
        description: 'The portal and the carriers agree on every SIM that was read.',
      }}
    />
  );
}

/** How far the carriers have been read: a list without a row says little before that. */
const Readings = ({ readings }: { readings: readonly FleetReading[] }) => (
  <Flex gap="5" wrap="wrap" color="fg.muted" textStyle="sm">
    {readings.map(({ carrier, read, startedAt, endedAt }) => (
      <Text key={carrier}>
        {`${CARRIER_NAMES[carrier]}: ${read === undefined ? '' : `${read.toLocaleString('en-US')} SIMs read, `}`}
        {endedAt === undefined ? 'begun ' : 'finished '}
        <RelativeTime at={endedAt ?? startedAt} focusable />
      </Text>
    ))}
  </Flex>
);

/** Engineers get another word for one state, which the badge knows. */
const wordOf = (state: SimState) => simStateLabel(state, { engineer: true });
/** A state that has no name in the portal goes by the carrier's own. */
const toldOf = ({ told, status }: SimDifference) => (told === null ? status || 'Not known' : wordOf(told));

const COLUMNS: DataColumn<SimDifference>[] = [
  {
    accessorKey: 'UnitSerNum',
    size: 105,
    meta: { label: 'Serial number', locked: true, monospace: true, card: 'title' },
  },
  { accessorKey: 'DealerName', size: 150, meta: { label: 'Dealer', shownByDefault: false } },
  {
    id: 'carrier',
    accessorFn: ({ carrier }) => CARRIER_NAMES[carrier],
    size: 72,
    meta: { label: 'Carrier' },
  },
  { accessorKey: 'iccid', size: 225, meta: { label: 'SIM', monospace: true, copyable: true } },
  {
    id: 'stored',
    accessorFn: ({ stored }) => wordOf(stored),
    size: 140,
    cell: ({ row: { original } }) => <SimStateBadge state={original.stored} look="plain" />,
    meta: { label: 'We say', text: ({ stored }) => badgeText(wordOf(stored)) },
  },
  {
    id: 'told',
    accessorFn: toldOf,
    size: 140,
    cell: ({ row: { original } }) =>
      original.told === null ? (
        toldOf(original)
      ) : (
        <SimStateBadge state={original.told} look="plain" inUse={original.inUse} />
      ),
    meta: { label: 'Carrier says', text: (difference) => badgeText(toldOf(difference)) },
  },
  {
    id: 'cause',
    accessorFn: ({ cause }) => DIFFERENCE_CAUSES[cause],
    size: 195,
    meta: { label: 'Likely cause', grows: true },
  },
  {
    accessorKey: 'foundAt',
    size: 120,
    cell: ({ row }) => <RelativeTime at={row.original.foundAt} />,
    meta: { label: 'Found', shownByDefault: false },
  },
  { accessorKey: 'UnitModel', size: 130, meta: { label: 'Model', shownByDefault: false } },
  { accessorKey: 'status', size: 150, meta: { label: 'State at the carrier', shownByDefault: false } },
];

const MEND: DataColumn<SimDifference> = {
  id: 'mend',
  header: '',
  size: 142,
  enableSorting: false,
  cell: ({ row }) => <Mend difference={row.original} />,
  meta: { label: 'Action', locked: true, align: 'end', card: 'aside' },
};

const WORDS = { store: 'Store what it says', activate: 'Activate again', deactivate: 'Deactivate' } as const;
const refreshes = [sims.differences, sims.simData, units.get];

/** The button that mends a difference. */
function Mend({ difference }: { difference: SimDifference }) {
  const { UnitSerNum, slot, iccid, inUse, cause } = difference;
  const mend = MENDS[cause];
  const mayMend = useMay(sims.changeState.access);
  const confirm = useConfirm();
  const store = useEndpointMutation(sims.correctState, {
    success: ({ corrected }) =>
      corrected ? 'The portal has the state of the carrier' : 'The carrier has the state of the portal again',
    refreshes,
  });
  const change = useEndpointMutation(sims.changeState, {
    success: ({ outcome }) =>
      outcome === 'done' ? 'The carrier has changed the SIM' : 'The carrier will change the SIM',
    refreshes,
  });
  if (mend === undefined || !mayMend) return null;
  const act = async () => {
    if (mend === 'store') return store.trigger({ UnitSerNum, slot });
    const state = mend === 'activate' ? SIM_STATE.activated : SIM_STATE.deactivated;
    const acknowledged = acknowledgementsFor({ target: state, activeCarrier: inUse });
    const confirmed = await confirm({
      ...weightOf(acknowledged),
      title: `Change SIM ${iccid} to “${simStateLabel(state, { engineer: false })}”?`,
      actionLabel: 'Change the SIM',
    });
    if (confirmed)
      await change.trigger({ UnitSerNum, slot, iccid, state, acknowledged: [...acknowledged], why: 'difference' });
  };
  return (
    <Button
      size="2xs"
      variant="outline"
      onClick={() => void act()}
      loading={store.isMutating || change.isMutating}
      aria-label={`${WORDS[mend]}: SIM ${iccid}`}
    >
      {WORDS[mend]}
    </Button>
  );
}
