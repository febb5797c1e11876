import { Box } from '@chakra-ui/react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { dealers } from '#core/dealers/contract.ts';
import { DealerKeyInput } from '#core/dealers/dealer.ts';
import { orders } from '#core/orders/contract.ts';
import type { OrderRow } from '#core/orders/order.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { Day, ExactTime } from '#web/components/text/relative-time.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { DealerField, readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';
import { orderHref } from './order-hrefs.ts';

const dealerIn = (parameters: URLSearchParams) => DealerKeyInput.safeParse(parameters.get('dealer') ?? undefined).data;

const listReads = (parameters: URLSearchParams): ListReads<typeof orders.allOrders> => {
  const dealerKey = dealerIn(parameters);
  return {
    name: 'orderStatus',
    pageSizes: [5, 10, 25, 50, 100],
    defaultPageSize: 10,
    input: () => (dealerKey === undefined ? {} : { dealerKey }),
  };
};

export const firstReads: FirstReads = (parameters, { user }) => [
  ...firstReadsOfList(orders.allOrders, listReads(parameters), parameters),
  ...(user.hasSubDealers ? [readOfDealerField()] : []),
];

/** The orders of the dealer and its sub-dealers. */
export default function OrderStatusPage() {
  const [parameters, setParameters] = useSearchParams();
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
        mayFilter && (
          <Box w={{ base: 'full', md: '18rem' }}>
            <DealerField
              name="dealer"
              label="Sub-dealer"
              labelHidden
              placeholder="All"
              clearable
              value={dealerIn(parameters)}
              onChange={(dealer) => setParameters(dealer === undefined ? {} : { dealer: String(dealer) })}
            />
          </Box>
        )
      }
      empty={{ title: 'No order yet', description: 'Submitted orders appear here.' }}
    />
  );
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
  { accessorKey: 'dealerPO', size: 130, meta: { label: 'Dealer PO', monospace: true } },
  {
    accessorKey: 'requestedShipDate',
    size: 150,
    meta: { label: 'Requested ship date' },
    cell: ({ row: { original } }) =>
      original.requestedShipDate === '' ? '' : <Day day={original.requestedShipDate} />,
  },
];
