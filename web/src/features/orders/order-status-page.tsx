import { Box } from '@chakra-ui/react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { mayAccess } from '#core/access.ts';
import { dealers } from '#core/dealers/contract.ts';
import { DealerKeyInput } from '#core/dealers/dealer.ts';
import { FULFILLERS } from '#core/orders/access.ts';
import { orders } from '#core/orders/contract.ts';
import type { OrderRow } from '#core/orders/order.ts';
import type { OrderState } from '#core/orders/shipment.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { SwitchField } from '#web/components/form/toggle-fields.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import { Day, ExactTime } from '#web/components/text/relative-time.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { DealerField, readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';
import { orderHref } from './order-hrefs.ts';

const dealerIn = (parameters: URLSearchParams) => DealerKeyInput.safeParse(parameters.get('dealer') ?? undefined).data;

const showsUnderWay = (parameters: URLSearchParams) => parameters.get('show') === 'underWay';

const listReads = (parameters: URLSearchParams): ListReads<typeof orders.allOrders> => {
  const dealerKey = dealerIn(parameters);
  const underWay = showsUnderWay(parameters);
  return {
    name: 'orderStatus',
    pageSizes: [5, 10, 25, 50, 100],
    defaultPageSize: 10,
    input: () => ({ ...(dealerKey !== undefined && { dealerKey }), ...(underWay && { underWay: 'true' as const }) }),
  };
};

const showsWaiting = (parameters: URLSearchParams) => parameters.get('show') === 'waiting';
const WAITING_READS: ListReads<typeof orders.waiting> = {
  ...{ name: 'waitingOrders', pageSizes: [5, 10, 25, 50, 100], defaultPageSize: 25 },
  input: () => ({}),
};

export const firstReads: FirstReads = (parameters, session) =>
  showsWaiting(parameters) && mayAccess(FULFILLERS, session.holder)
    ? firstReadsOfList(orders.waiting, WAITING_READS, parameters)
    : firstReadsOfAll(parameters, session);

const firstReadsOfAll: FirstReads = (parameters, { user }) => [
  ...firstReadsOfList(orders.allOrders, listReads(parameters), parameters),
  ...(user.hasSubDealers ? [readOfDealerField()] : []),
];

/** The orders of the dealer and its sub-dealers, or those of all dealers that have not shipped. */
export default function OrderStatusPage() {
  const [parameters] = useSearchParams();
  return useMay(FULFILLERS) && showsWaiting(parameters) ? <WaitingOrders /> : <AllOrders />;
}

/** What production works from: the orders that have not shipped as a whole, the oldest first. */
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
      controls={<WaitingSwitch />}
      empty={{ title: 'No order waits', description: 'Orders appear here until all of their units have shipped.' }}
    />
  );
}

function WaitingSwitch() {
  const [parameters, setParameters] = useSearchParams();
  return (
    <SwitchField
      name="waiting"
      label="Not shipped yet"
      value={showsWaiting(parameters)}
      onChange={(on) => setParameters(on ? { show: 'waiting' } : {})}
    />
  );
}

function AllOrders() {
  const [parameters, setParameters] = useSearchParams();
  const show = (dealer: number | undefined, underWay: boolean) =>
    setParameters({
      ...(dealer !== undefined && { dealer: String(dealer) }),
      ...(underWay && { show: 'underWay' }),
    });
  const mayShip = useMay(FULFILLERS);
  const { user } = useSession();
  const mayFilter = useMay(dealers.list.access) && user.hasSubDealers;
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
      controls={
        <>
          {mayShip && <WaitingSwitch />}
          <SwitchField
            name="underWay"
            label="Under way"
            value={showsUnderWay(parameters)}
            onChange={(on) => show(dealerIn(parameters), on)}
          />
          {mayFilter && (
            <Box w={{ base: 'full', md: '18rem' }}>
              <DealerField
                name="dealer"
                label="Sub-dealer"
                labelHidden
                placeholder="All dealers"
                clearable
                value={dealerIn(parameters)}
                onChange={(dealer) => show(dealer, showsUnderWay(parameters))}
              />
            </Box>
          )}
        </>
      }
      empty={emptyOf(parameters)}
    />
  );
}

function emptyOf(parameters: URLSearchParams): { title: string; description: string } {
  const ofDealer = dealerIn(parameters) !== undefined;
  if (showsUnderWay(parameters))
    return {
      title: ofDealer ? 'No order of this dealer is under way' : 'No order is under way',
      description: 'Orders appear here until all of their units have shipped.',
    };
  if (ofDealer) return { title: 'This dealer has no order', description: 'Choose another dealer, or all.' };
  return { title: 'No order yet', description: 'Submitted orders appear here.' };
}

const TONES: Readonly<Record<OrderState, Tone>> = { Submitted: 'notice', 'Partly shipped': 'warning', Shipped: 'ok' };

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
    cell: ({ row: { original } }) => <StatusBadge tone={TONES[original.state]} label={original.state} look="plain" />,
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
