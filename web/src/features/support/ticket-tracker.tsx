import { Box } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { support } from '#core/support/contract.ts';
import type { Ticket, TicketState } from '#core/support/ticket.ts';
import { TICKET_STATES } from '#core/support/ticket-values.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import type { LinkTabsProps } from '#web/components/page/link-tabs.tsx';
import { PageAction } from '#web/components/page/page-action.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { OpenTicketDialog } from './open-ticket-dialog.tsx';
import { TicketDialog } from './ticket-dialog.tsx';
import { PriorityBadge, TicketStatusBadge } from './ticket-words.tsx';

const TABLE = { name: 'ticketTracker', pageSizes: [25, 50, 100], defaultPageSize: 50 } as const;
const STATES = TICKET_STATES.map((value) => ({ value, label: value === 'open' ? 'Open tickets' : 'Closed tickets' }));

const stateIn = (parameters: URLSearchParams): TicketState =>
  TICKET_STATES.find((state) => state === parameters.get('state')) ?? 'open';

const listReads = (parameters: URLSearchParams): ListReads<typeof support.tickets> => ({
  ...TABLE,
  input: () => ({ state: stateIn(parameters) }),
});

export const ticketReads = (parameters: URLSearchParams) =>
  firstReadsOfList(support.tickets, listReads(parameters), parameters);

/** The tickets of the dealer and its sub-dealers. */
export function TicketTracker({ tabs }: { tabs: LinkTabsProps }) {
  const { parameters, change } = useAddressParameters();
  const [isOpening, setOpening] = useState(false);
  const state = stateIn(parameters);
  const shown = parameters.get('ticket');
  const list = useListPage(support.tickets, {
    ...listReads(parameters),
    rowId: ({ TicketKey }) => TicketKey,
    part: state,
    onFailure: showFailureAs('The tickets could not be loaded'),
  });
  const open = <PageAction label="Open ticket" icon={Plus} onClick={() => setOpening(true)} />;
  return (
    <ListPage<Ticket>
      title="Support"
      label="Tickets"
      tabs={tabs}
      primary={open}
      list={list}
      columns={COLUMNS}
      exportColumns={COLUMNS}
      rowHref={({ TicketKey }) =>
        `/support?${new URLSearchParams({ ...(state !== 'open' && { state }), ticket: TicketKey })}`
      }
      controls={
        <Box w="12rem">
          <SelectField<TicketState>
            name="state"
            label="Show"
            labelHidden
            options={STATES}
            value={state}
            onChange={(chosen) => change({ state: chosen === 'open' ? undefined : chosen })}
          />
        </Box>
      }
      empty={
        state === 'open'
          ? { title: 'No ticket is open', description: 'Open one if something does not work.' }
          : { title: 'No ticket is closed yet', description: 'Tickets that are done are listed here.' }
      }
    >
      {isOpening && <OpenTicketDialog onClose={() => setOpening(false)} />}
      {shown && <TicketDialog key={shown} TicketKey={shown} onClose={() => change({ ticket: undefined })} />}
    </ListPage>
  );
}

const COLUMNS: readonly DataColumn<Ticket>[] = [
  { accessorKey: 'Subject', size: 320, meta: { label: 'Subject', locked: true, grows: true, card: 'title' } },
  {
    accessorKey: 'Status',
    size: 120,
    cell: ({ row }) => <TicketStatusBadge status={row.original.Status} />,
    meta: { label: 'Status', card: 'aside' },
  },
  {
    accessorKey: 'Priority',
    size: 110,
    cell: ({ row }) => <PriorityBadge priority={row.original.Priority} />,
    meta: { label: 'Priority' },
  },
  { accessorKey: 'DealerName', size: 180, meta: { label: 'Dealer' } },
  { accessorKey: 'authorName', size: 160, meta: { label: 'Opened by' } },
  {
    accessorKey: 'changedAt',
    size: TIME_WIDTH,
    cell: ({ row }) => <RelativeTime at={row.original.changedAt} />,
    meta: { label: 'Last change' },
  },
  { accessorKey: 'comments', size: 110, meta: { label: 'Comments', align: 'end' } },
];
