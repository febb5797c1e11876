import { Button, chakra } from '@chakra-ui/react';
import { Navigate, useSearchParams } from 'react-router';
import { FULFILLERS } from '#core/orders/access.ts';
import { whyNotReleased } from '#core/orders/allotment.ts';
import { orders } from '#core/orders/contract.ts';
import type { ShippingRow } from '#core/orders/order.ts';
import { OrderKey } from '#core/orders/order-key.ts';
import { type Shipper, shippedInWords, whyNotShipped } from '#core/orders/shipment.ts';
import { ACTIONS } from '#core/severity.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { SwitchField } from '#web/components/form/toggle-fields.tsx';
import { FailedRecordPage } from '#web/components/page/failed-record-page.tsx';
import { Day } from '#web/components/text/relative-time.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { withQuery } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { ORDER_STATUS } from './order-hrefs.ts';
import { READS_OF_UNITS } from './order-reads.ts';
import { OrderStateBadge } from './order-state-badge.tsx';
import { TrackingNumber } from './tracking-number.tsx';

/** The item that the address names. */
function itemIn(parameters: URLSearchParams): string | undefined {
  const orderKey = OrderKey.safeParse(parameters.get('orderKey')).data;
  const orderItem = parameters.get('orderItem') ?? '';
  return orderKey && /^\d{1,2}$/.test(orderItem) ? `${orderKey}-${orderItem}` : undefined;
}

const showsUDI = (parameters: URLSearchParams) => parameters.get('showUDI') === 'true';

const listReads = (parameters: URLSearchParams): ListReads<typeof orders.shippingDetails> => ({
  name: 'shippingDetails',
  pageSizes: [25, 50, 100],
  defaultPageSize: 25,
  input: () => {
    const uidOrderItemKey = itemIn(parameters);
    return uidOrderItemKey === undefined
      ? null
      : { uidOrderItemKey, showUDI: showsUDI(parameters) ? ('true' as const) : ('false' as const) };
  },
});

export const firstReads: FirstReads = (parameters) =>
  firstReadsOfList(orders.shippingDetails, listReads(parameters), parameters);

const failedPage = { noun: 'order item', list: { label: 'All orders', to: ORDER_STATUS } };

/** The units of an order item. Without an order in the address the list of orders opens. */
export default function ShippingDetailsPage() {
  const [parameters, setParameters] = useSearchParams();
  const withUDI = showsUDI(parameters);
  const mayAllot = useMay(FULFILLERS);
  const list = useListPage(orders.shippingDetails, {
    ...listReads(parameters),
    rowId: ({ place }) => String(place),
  });
  const shipping = list.answer?.shipping;
  if (!parameters.get('orderKey')) return <Navigate to={ORDER_STATUS} replace />;
  if (itemIn(parameters) === undefined) return <FailedRecordPage {...failedPage} />;
  return (
    <ListPage<ShippingRow>
      badge={shipping && <OrderStateBadge state={shipping.state} />}
      title={`Shipping details of item ${parameters.get('orderItem')}`}
      label="Shipping details"
      description={
        <>
          {shipping && `${shippedInWords(shipping)} `}
          <TextLink to={withQuery('/orderStatus/details', { orderKey: parameters.get('orderKey')! })}>
            Back to the order
          </TextLink>
        </>
      }
      list={list}
      columns={[...(withUDI ? WITH_UDI : WITHOUT_UDI), ...(mayAllot ? RELEASE : [])]}
      controls={
        <SwitchField
          name="showUDI"
          label="Show UDI"
          value={withUDI}
          onChange={(on) => {
            const next = new URLSearchParams(parameters);
            if (on) next.set('showUDI', 'true');
            else next.delete('showUDI');
            setParameters(next, { replace: true });
          }}
        />
      }
      empty={{ title: 'No unit', description: 'The units of the item appear here.' }}
    />
  );
}

const WITHOUT_UDI: readonly DataColumn<ShippingRow>[] = [
  { accessorKey: 'place', size: 90, meta: { label: 'Unit', align: 'end', locked: true, card: 'title' } },
  { accessorKey: 'UnitID', size: 140, meta: { label: 'Unit ID', monospace: true } },
  { accessorKey: 'UnitSerNum', size: 160, meta: { label: 'Serial number', monospace: true, grows: true } },
  {
    accessorKey: 'shippedOn',
    size: 160,
    meta: { label: 'Shipped on' },
    cell: ({ row: { original } }) => {
      const why = whyNotShipped(original);
      return why === undefined ? <Day day={original.shippedOn} /> : <chakra.span color="fg.muted">{why}</chakra.span>;
    },
  },
  { accessorKey: 'shipper', size: 120, meta: { label: 'Carrier' } },
  {
    accessorKey: 'trackingNumber',
    size: 200,
    meta: { label: 'Tracking number', monospace: true },
    cell: ({ row: { original } }) => (
      <TrackingNumber shipper={original.shipper as Shipper} trackingNumber={original.trackingNumber} />
    ),
  },
];
const WITH_UDI: readonly DataColumn<ShippingRow>[] = [
  ...WITHOUT_UDI,
  { accessorKey: 'UDI', size: 260, meta: { label: 'UDI', monospace: true } },
];

const RELEASE: readonly DataColumn<ShippingRow>[] = [
  {
    id: 'release',
    size: 120,
    enableSorting: false,
    cell: ({ row: { original } }) => original.UnitSerNum !== '' && <Release row={original} />,
    meta: { label: 'Take out' },
  },
];

/** Takes a unit out of the order of the address, after a question. */
function Release({ row }: { row: ShippingRow }) {
  const { UnitSerNum } = row;
  const [parameters] = useSearchParams();
  const orderKey = OrderKey.safeParse(parameters.get('orderKey')).data;
  const confirm = useConfirm();
  const release = useEndpointMutation(orders.releaseUnit, {
    success: `${UnitSerNum} is back in stock`,
    refreshes: READS_OF_UNITS,
  });
  const ask = async () => {
    const isSure = await confirm({
      title: `Take ${UnitSerNum} out of the order?`,
      consequence: 'The unit goes back to the root dealer and loses its unit ID.',
      actionLabel: 'Take out',
      ...ACTIONS.releaseFromOrder,
    });
    if (isSure && orderKey) await release.trigger({ orderKey, UnitSerNum });
  };
  return (
    <DisabledReason reason={whyNotReleased(row)}>
      <Button size="xs" variant="outline" aria-label={`Take out ${UnitSerNum}`} onClick={() => void ask()}>
        Take out
      </Button>
    </DisabledReason>
  );
}
