import { Button, Flex } from '@chakra-ui/react';
import { Download, type LucideIcon, Printer } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { mayDoAction } from '#core/bulk-actions/bulk-action.ts';
import { FULFILLERS } from '#core/orders/access.ts';
import { orders } from '#core/orders/contract.ts';
import { hasUnitIDLabels } from '#core/orders/labels.ts';
import type { Order, OrderItem } from '#core/orders/order.ts';
import { OrderKey } from '#core/orders/order-key.ts';
import { otherUnitIDsInWords } from '#core/orders/other-unit-ids.ts';
import { DEFAULT_UNIT_MODEL } from '#core/units/unit.ts';
import { FailedRecordPage } from '#web/components/page/failed-record-page.tsx';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { SettingSection } from '#web/components/page/setting-section.tsx';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { Day, ExactTime } from '#web/components/text/relative-time.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { showFailureUnder } from '#web/lib/messages/show.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { AllotUnitsDialog } from './allot-units-dialog.tsx';
import { MakeVerizonDialog } from './make-verizon-dialog.tsx';
import { ORDER_STATUS, shippingHref } from './order-hrefs.ts';
import { OrderStateBadge } from './order-state-badge.tsx';
import { ShipmentsSection } from './shipments-section.tsx';

const keyIn = (parameters: URLSearchParams) => OrderKey.safeParse(parameters.get('orderKey')).data;

export const firstReads: FirstReads = (parameters) => {
  const orderKey = keyIn(parameters);
  return orderKey ? [readOf(orders.get, { orderKey })] : [];
};

const failedPage = { noun: 'order', list: { label: 'All orders', to: ORDER_STATUS } };

/** An order with its items. Without one in the address the list opens. */
export default function OrderPage() {
  const [parameters] = useSearchParams();
  const orderKey = keyIn(parameters);
  if (!parameters.get('orderKey')) return <Navigate to={ORDER_STATUS} replace />;
  if (!orderKey) return <FailedRecordPage {...failedPage} />;
  return <Loader key={orderKey} orderKey={orderKey} />;
}

function Loader({ orderKey }: { orderKey: string }) {
  const { data, error, mutate, isValidating } = useEndpoint(
    orders.get,
    { orderKey },
    { isRecord: true, onError: () => undefined },
  );
  if (data) return <OrderView order={data} />;
  if (error && !isValidating) return <FailedRecordPage {...failedPage} failure={error} onRetry={() => void mutate()} />;
  return (
    <Page>
      <PageSkeleton shape="settings" />
    </Page>
  );
}

const dayOf = (day: string | null) => (day ? <Day day={day} /> : '');

function OrderView({ order }: { order: Order }) {
  const { details, shippingLocation: to } = order;
  return (
    <Page>
      <PageHeader
        title={`Order ${order.OrderNumber}`}
        description={order.DealerName}
        badge={<OrderStateBadge state={order.state} />}
        primary={
          <DownloadButton
            label="Download CSV"
            icon={Download}
            failure="The CSV file could not be written"
            write={async () => (await import('./order-csv.ts')).downloadOrder(order)}
          />
        }
      />
      <SettingSection title="Order">
        <KeyValueList
          items={[
            { label: 'Submitted', value: <ExactTime at={order.submittedAt} seconds={false} /> },
            { label: 'Submitted by', value: order.submittedBy },
            { label: 'Units', value: order.quantity },
            { label: 'Dealer PO', value: details.dealerPO },
            { label: 'Requested ship date', value: dayOf(details.requestedShipDate) },
            { label: 'Earliest ship date', value: dayOf(order.earliestShipDate) },
            { label: 'Transmitter quantity', value: details.transmitterQty },
            { label: 'Transmitter kit default', value: details.transmitterKitDefault ? 'Yes' : 'No' },
            { label: 'Private label', value: details.privateLabel },
            { label: 'Order notes', value: details.orderNotes },
          ]}
        />
      </SettingSection>
      <SettingSection title="Shipping location">
        <KeyValueList
          items={[
            { label: 'Attention to', value: to.attention },
            { label: 'Address', value: [to.address1, to.address2].filter(Boolean).join(', ') },
            { label: 'City', value: [to.city, to.state, to.zipCode].filter(Boolean).join(', ') },
            { label: 'Country', value: to.country },
          ]}
        />
      </SettingSection>
      <ShipmentsSection order={order} />
      {order.orderItems.map((item) => (
        <SettingSection key={item.orderItemKey} title={`Item ${item.orderItem}`} description={item.product}>
          <KeyValueList items={itemFacts(item)} />
          <Flex mt="3" gap="4" align="center" wrap="wrap">
            <TextLink to={shippingHref({ orderKey: order.orderKey, orderItem: item.orderItem })}>
              {`Shipping details of item ${item.orderItem}`}
            </TextLink>
            <ItemActions order={order} item={item} />
            {hasUnitIDLabels(order, item) && (
              <DownloadButton
                label={`Print unit ID labels of item ${item.orderItem}`}
                icon={Printer}
                failure="The labels could not be written"
                write={async () => (await import('./download-labels.ts')).downloadLabels(order, item)}
              />
            )}
          </Flex>
        </SettingSection>
      ))}
    </Page>
  );
}

/** What people of the root dealer, and people who may change SIMs, do with the units of an item. */
function ItemActions({ order, item }: { order: Order; item: OrderItem }) {
  const [open, setOpen] = useState<'allot' | 'verizon'>();
  const mayAllot = useMay(FULFILLERS);
  const { holder } = useSession();
  const mayActivate = mayDoAction('makeVerizon', holder) && item.product === DEFAULT_UNIT_MODEL;
  const close = () => setOpen(undefined);
  return (
    <>
      {mayAllot && (
        <Button size="sm" variant="outline" onClick={() => setOpen('allot')}>
          {`Allot units to item ${item.orderItem}`}
        </Button>
      )}
      {mayActivate && (
        <Button size="sm" variant="outline" onClick={() => setOpen('verizon')}>
          make Verizon
        </Button>
      )}
      {open === 'allot' && <AllotUnitsDialog order={order} item={item} onClose={close} />}
      {open === 'verizon' && <MakeVerizonDialog order={order} onClose={close} />}
    </>
  );
}

interface DownloadButtonProps {
  label: string;
  icon: LucideIcon;
  /** Its code is loaded when it is used. */
  write: () => Promise<void>;
  failure: string;
}

function DownloadButton({ label, icon: Icon, write, failure }: DownloadButtonProps) {
  const [isWriting, setWriting] = useState(false);
  const run = async () => {
    setWriting(true);
    try {
      await write();
    } catch (error) {
      showFailureUnder(failure, error);
    } finally {
      setWriting(false);
    }
  };
  return (
    <Button size="sm" variant="outline" loading={isWriting} loadingText={label} onClick={() => void run()}>
      <Icon size={16} aria-hidden />
      {label}
    </Button>
  );
}

const itemFacts = (item: OrderItem) => [
  { label: 'Profile', value: item.profileName },
  { label: 'Quantity', value: item.orderItemQuantity },
  { label: 'Unit ID options', value: item.UnitIDOptions },
  { label: 'Line ID', value: item.LineID },
  { label: 'Unit IDs', value: item.startingUnitID && `${item.startingUnitID} to ${item.endingUnitID}` },
  { label: 'Other unit IDs', value: otherUnitIDsInWords(item) },
  { label: 'Label', value: item.label },
  { label: 'Transmitters', value: [item.transmitter1, item.transmitter2].filter(Boolean).join(', ') },
  { label: 'Service standard', value: item.serviceStandardSelected },
  { label: 'UDI file', value: item.fileName },
];
