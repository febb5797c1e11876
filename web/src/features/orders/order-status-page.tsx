import { Box } from '@chakra-ui/react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { mayAccess } from '#core/access.ts';
import { dealers } from '#core/dealers/contract.ts';
import { DealerKeyInput } from '#core/dealers/dealer.ts';
import { FULFILLERS } from '#core/orders/access.ts';
import { orders } from '#core/orders/contract.ts';
import type { OrderRow } from '#core/orders/order.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { SwitchField } from '#web/components/form/toggle-fields.tsx';
import { Day, ExactTime } from '#web/components/text/relative-time.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { DealerField, readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';
import { orderHref } from './order-hrefs.ts';
import { OrderStateBadge } from './order-state-badge.tsx';

const dealerIn = (parameters: URLSearchParams) => DealerKeyInput.safeParse(parameters.get('dealer') ?? undefined).data;

/** `waiting` is the address from before. */
const showsNotShipped = (parameters: URLSearchParams) => ['underWay', 'waiting'].includes(parameters.get('show') ?? '');

/** Production works from the orders of all dealers, the oldest first, unless it asks for those of one. */
const showsWaiting = (parameters: URLSearchParams) => showsNotShipped(parameters) && dealerIn(parameters) === undefined;

const listReads = (parameters: URLSearchParams): ListReads<typeof orders.allOrders> => {
  const dealerKey = dealerIn(parameters);
  return {
    name: 'orderStatus',
    pageSizes: [5, 10, 25, 50, 100],
    defaultPageSize: 10,
    input: () => ({
      ...(dealerKey !== undefined && { dealerKey }),
      ...(showsNotShipped(parameters) && { underWay: 'true' as const }),
    }),
  };
};

const WAITING_READS: ListReads<typeof orders.waiting> = {
  ...{ name: 'waitingOrders', pageSizes: [5, 10, 25, 50, 100], defaultPageSize: 25 },
  input: () => ({}),
};

export const firstReads: FirstReads = (parameters, { user, holder }) => [
  ...(showsWaiting(parameters) && mayAccess(FULFILLERS, holder)
    ? firstReadsOfList(orders.waiting, WAITING_READS, parameters)
    : firstReadsOfList(orders.allOrders, listReads(parameters), parameters)),
  ...(user.hasSubDealers ? [readOfDealerField()] : []),
];

/** The orders of the dealer and its sub-dealers, on request those that have not shipped as a whole. */
export default function OrderStatusPage() {
  const [parameters] = useSearchParams();
  return useMay(FULFILLERS) && showsWaiting(parameters) ? <WaitingOrders /> : <AllOrders />;
}

function WaitingOrders() {
  const list = useListPage(orders.waiting, { ...WAITING_READS, rowId: ({ orderKey }) => orderKey });
  return (
    <ListPage<OrderRow>
      title="Order status"
      label="Orders"
      description="Orders of all dealers that have not shipped as a whole, the oldest first."
      list={list}
      columns={columnsFor(true)}
      rowHref={orderHref}
      controls={<Controls />}
      empty={{ title: 'No order waits for shipment', description: UNTIL_SHIPPED }}
    />
  );
}

function AllOrders() {
  const [parameters] = useSearchParams();
  const { user } = useSession();
  const list = useListPage(orders.allOrders, {
    ...listReads(parameters),
    rowId: ({ orderKey }) => orderKey,
  });
  const columns = useMemo(() => columnsFor(user.hasSubDealers), [user.hasSubDealers]);
  return (
    <ListPage<OrderRow>
      title="Order status"
      description="Submitted orders of your dealer and its sub-dealers."
      list={list}
      columns={columns}
      rowHref={orderHref}
      controls={<Controls />}
      empty={emptyOf(parameters)}
    />
  );
}

function Controls() {
  const [parameters, setParameters] = useSearchParams();
  const { user } = useSession();
  const mayFilter = useMay(dealers.list.access) && user.hasSubDealers;
  const show = (dealer: number | undefined, notShipped: boolean) =>
    setParameters({
      ...(dealer !== undefined && { dealer: String(dealer) }),
      ...(notShipped && { show: 'underWay' }),
    });
  return (
    <>
      <Box alignSelf="center">
        <SwitchField
          name="notShipped"
          label="Not shipped yet"
          value={showsNotShipped(parameters)}
          onChange={(on) => show(dealerIn(parameters), on)}
        />
      </Box>
      {mayFilter && (
        <Box w="18rem">
          <DealerField
            name="dealer"
            label="Sub-dealer"
            labelHidden
            placeholder="All dealers"
            clearable
            value={dealerIn(parameters)}
            onChange={(dealer) => show(dealer, showsNotShipped(parameters))}
          />
        </Box>
      )}
    </>
  );
}

const UNTIL_SHIPPED = 'Orders appear here until all of their units have shipped.';

function emptyOf(parameters: URLSearchParams): { title: string; description: string } {
  const ofDealer = dealerIn(parameters) !== undefined;
  if (showsNotShipped(parameters))
    return {
      title: ofDealer ? 'No order of this dealer waits for shipment' : 'No order waits for shipment',
      description: UNTIL_SHIPPED,
    };
  if (ofDealer) return { title: 'This dealer has no order', description: 'Choose another dealer, or all.' };
  return { title: 'No order yet', description: 'Submitted orders appear here.' };
}

const columnsFor = (hasSubDealers: boolean): DataColumn<OrderRow>[] => [
  {
    id: 'number',
    accessorFn: ({ OrderNumber }) => String(OrderNumber),
    size: 110,
    meta: { label: 'Order', locked: true, monospace: true, card: 'title' },
  },
  { accessorKey: 'DealerName', size: 200, meta: { label: 'Dealer', grows: true, shownByDefault: hasSubDealers } },
  {
    accessorKey: 'submittedAt',
    size: 200,
    meta: { label: 'Submitted', exportValue: ({ submittedAt }) => submittedAt },
    cell: ({ row: { original } }) => <ExactTime at={original.submittedAt} seconds={false} />,
  },
  { accessorKey: 'submittedBy', size: 150, meta: { label: 'Submitted by' } },
  { accessorKey: 'quantity', size: 90, meta: { label: 'Units', align: 'end' } },
  {
    accessorKey: 'state',
    size: 150,
    meta: { label: 'Status' },
    cell: ({ row: { original } }) => <OrderStateBadge state={original.state} look="plain" />,
  },
  { accessorKey: 'dealerPO', size: 130, meta: { label: 'Dealer PO', monospace: true } },
  {
    accessorKey: 'requestedShipDate',
    size: 150,
    meta: { label: 'Requested ship date' },
    cell: ({ row: { original } }) =>
      original.requestedShipDate === '' ? '' : <Day day={original.requestedShipDate} />,
  },
];
