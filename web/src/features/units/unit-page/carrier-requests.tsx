import { chakra, Flex } from '@chakra-ui/react';
import { whoWords } from '#core/audit/actor.ts';
import { BULK_ACTION_ACCESS } from '#core/bulk-actions/bulk-action.ts';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import {
  ACTION_WORDS,
  type CarrierRequest,
  REQUEST_REASONS,
  type RequestStep,
  STEP_WORDS,
} from '#core/sims/carrier-request.ts';
import { sims } from '#core/sims/contract.ts';
import { simStateLabel } from '#core/sims/sim-state.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { ListTable } from '#web/lib/list/list-table.tsx';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';

/** What the carriers of a unit's SIMs were asked, by whom and why. Absent before anything was asked. */
export function CarrierRequests({ UnitSerNum }: { UnitSerNum: string }) {
  const list = useListPage(sims.requests, {
    name: 'carrierRequests',
    pageSizes: [25, 50, 100],
    defaultPageSize: 50,
    rowId: ({ reference, iccid }) => `${reference} ${iccid}`,
    input: () => ({ id: UnitSerNum }),
  });
  if (!list.error && (!list.rows || (list.rows.length === 0 && list.pageNumber === 0))) return null;
  return (
    <Flex direction="column" gap="2">
      <chakra.h2 textStyle="sectionTitle">Requests to the carriers</chakra.h2>
      <ListTable<CarrierRequest>
        label="Requests to the carriers"
        list={list}
        columns={COLUMNS}
        fileName={`carrier requests ${UnitSerNum}`}
        empty={{ title: 'No request', description: 'No request was sent to the carriers of these SIMs.' }}
      />
    </Flex>
  );
}

const NOT_RECORDED = 'Not recorded';

const whoOf = ({ origin }: CarrierRequest): string => (origin ? whoWords(origin) : NOT_RECORDED);

const whyOf = ({ origin }: CarrierRequest) =>
  origin
    ? [REQUEST_REASONS[origin.why], origin.bchKey]
        .filter(Boolean)
        .join(origin.why === 'bulkAction' ? ' ' : ', bulk action ')
    : NOT_RECORDED;

/** Leads to the bulk action, if the request was part of one that the user may open. */
function Why({ request }: { request: CarrierRequest }) {
  const mayOpen = useMay(BULK_ACTION_ACCESS);
  const bchKey = request.origin?.bchKey;
  const words = whyOf(request);
  return mayOpen && bchKey !== undefined ? <TextLink to={paths.bulkAction(bchKey)}>{words}</TextLink> : words;
}

const whatOf = ({ action, target, plan }: CarrierRequest) =>
  [ACTION_WORDS[action], target === undefined ? plan : simStateLabel(target, { engineer: true })]
    .filter(Boolean)
    .join(': ');

const TONES: Record<RequestStep, Tone> = {
  asked: 'muted',
  accepted: 'muted',
  confirmed: 'ok',
  refused: 'danger',
  unknown: 'warning',
  withdrawn: 'muted',
  givenUp: 'danger',
};

const COLUMNS: DataColumn<CarrierRequest>[] = [
  {
    accessorKey: 'askedAt',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.askedAt} />,
    meta: { label: 'Asked', locked: true, card: 'title' },
  },
  { id: 'carrier', accessorFn: ({ carrier }) => CARRIER_NAMES[carrier], size: 90, meta: { label: 'Carrier' } },
  { id: 'what', accessorFn: whatOf, size: 190, meta: { label: 'Request' } },
  {
    id: 'step',
    accessorFn: ({ step }) => STEP_WORDS[step],
    size: 120,
    cell: ({ row }) => (
      <StatusBadge tone={TONES[row.original.step]} label={STEP_WORDS[row.original.step]} look="plain" />
    ),
    meta: { label: 'Result', card: 'aside' },
  },
  { id: 'who', accessorFn: whoOf, size: 160, meta: { label: 'Asked by' } },
  {
    id: 'why',
    accessorFn: whyOf,
    size: 210,
    cell: ({ row }) => <Why request={row.original} />,
    meta: { label: 'Why' },
  },
  { accessorKey: 'reason', size: 240, meta: { label: 'Details', grows: true } },
  { accessorKey: 'iccid', size: 225, meta: { label: 'SIM', monospace: true, copyable: true, shownByDefault: false } },
];
