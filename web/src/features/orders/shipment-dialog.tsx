import { chakra, Flex } from '@chakra-ui/react';
import { z } from 'zod';
import { orders } from '#core/orders/contract.ts';
import type { Order } from '#core/orders/order.ts';
import { SHIPPER_NAMES, type Shipment, ShipmentFields, type WaitingUnits } from '#core/orders/shipment.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { DateField } from '#web/components/form/date-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { call } from '#web/lib/api/api.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { READS_OF_UNITS } from './order-reads.ts';

const Fields = ShipmentFields.extend({
  orderItems: z.array(z.number().int()).min(1, 'Choose an item'),
});

const SHIPPERS = SHIPPER_NAMES.map((value) => ({ value, label: value }));
/** The day where the person is, as the server computes it. */
const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

interface ShipmentDialogProps {
  order: Order;
  waitingUnits: readonly WaitingUnits[];
  /** The shipment to correct. Absent: a new one. */
  shipment?: Shipment | undefined;
  onClose: () => void;
}

/** Records a shipment of the allotted units that have not shipped, or corrects one. */
export function ShipmentDialog({ order, waitingUnits, shipment, onClose }: ShipmentDialogProps) {
  const readAgain = useReadAgain();
  const { orderKey } = order;
  const form = useForm({
    schema: Fields,
    initial: shipment
      ? { ...shipment, orderItems: shipment.places.map(({ orderItem }) => orderItem) }
      : { trackingNumber: '', shippedOn: today(), orderItems: waitingUnits.map(({ orderItem }) => orderItem) },
    onSubmit: async ({ orderItems: chosen, ...fields }) => {
      const given = { ...fields, orderKey, dateOffset: new Date().getTimezoneOffset() };
      await (shipment
        ? call(orders.changeShipment, { ...given, shipmentKey: shipment.shipmentKey })
        : call(orders.ship, { ...given, orderItems: chosen }));
      showSuccess(shipment ? 'Shipment corrected' : 'Shipment recorded');
      await readAgain(...READS_OF_UNITS);
      onClose();
    },
  });
  const items = form.field('orderItems');
  const chosen = items.value ?? [];
  const quantity = waitingUnits
    .filter(({ orderItem }) => chosen.includes(orderItem))
    .reduce((sum, one) => sum + one.quantity, 0);
  const productOf = (orderItem: number) => order.orderItems.find((one) => one.orderItem === orderItem)?.product;
  const toggle = (orderItem: number, on: boolean) =>
    items.onChange(on ? [...chosen, orderItem] : chosen.filter((one) => one !== orderItem));
  return (
    <FormDialog
      title={shipment ? 'Correct a shipment' : `Ship units of order ${order.OrderNumber}`}
      description={shipment ? undefined : `${unitCount(quantity)}: all that are allotted and have not shipped`}
      formLabel="Shipment"
      form={form}
      submitLabel={shipment ? 'Save' : 'Record shipment'}
      onClose={onClose}
    >
      <SelectField label="Carrier" options={SHIPPERS} placeholder="Choose…" {...form.field('shipper')} />
      <TextField label="Tracking number" maxLength={40} {...form.field('trackingNumber')} />
      <DateField
        label="Shipped on"
        earliest={order.submittedAt.slice(0, 10)}
        latest={today()}
        {...form.field('shippedOn')}
      />
      {!shipment && waitingUnits.length > 1 && (
        <chakra.fieldset>
          <chakra.legend fontWeight="600" mb="2">
            Items
          </chakra.legend>
          <Flex direction="column" gap="2">
            {waitingUnits.map(({ orderItem, quantity: own }) => (
              <CheckboxField
                key={orderItem}
                name={`item${orderItem}`}
                label={`Item ${orderItem}: ${unitCount(own)} of ${productOf(orderItem)}`}
                value={chosen.includes(orderItem)}
                onChange={(on) => toggle(orderItem, on)}
              />
            ))}
          </Flex>
          {items.error && (
            <chakra.p role="alert" color="fg.error" mt="2">
              {items.error}
            </chakra.p>
          )}
        </chakra.fieldset>
      )}
    </FormDialog>
  );
}
