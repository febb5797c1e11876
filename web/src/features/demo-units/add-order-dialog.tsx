import { Text } from '@chakra-ui/react';
import { z } from 'zod';
import { demoUnits } from '#core/demo-units/contract.ts';
import { DemoStatus, UNCHANGED } from '#core/demo-units/demo-status.ts';
import { type DemoCandidate, MAX_AT_ONCE } from '#core/demo-units/demo-unit.ts';
import { orders } from '#core/orders/contract.ts';
import { OrderKey } from '#core/orders/order-key.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { call, type Output } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { statusOptions } from './status-options.ts';
import { useStatusChange } from './use-status-change.ts';

const Schema = z.object({ orderKey: OrderKey, UnitStatus: DemoStatus });
const SHOWN_ORDERS = 1000;

/** All units of the order, page by page. */
async function readUnits({ id }: { id: string }): Promise<Output<typeof demoUnits.order>> {
  const items: DemoCandidate[] = [];
  let cursor: string | null = null;
  do {
    const page: Output<typeof demoUnits.order> = await call(demoUnits.order, { id, ...(cursor && { cursor }) });
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor);
  return { items, cursor };
}

/** Adds the units of an order to the demo units, as many at once as one call takes. */
export function AddOrderDialog({ onClose }: { onClose: () => void }) {
  const change = useStatusChange();
  const listed = useEndpoint(orders.allOrders, { pageSize: SHOWN_ORDERS });
  const form = useForm({
    schema: Schema,
    initial: { UnitStatus: UNCHANGED },
    onSubmit: async ({ UnitStatus }) => {
      for (let first = 0; first < toAdd.length; first += MAX_AT_ONCE)
        if (!(await change(toAdd.slice(first, first + MAX_AT_ONCE), UnitStatus))) return false;
      return onClose();
    },
  });
  const { orderKey } = form.values;
  const { data, error } = useEndpoint(demoUnits.order, orderKey === undefined ? null : { id: orderKey }, {
    read: readUnits,
  });
  const units = orderKey === undefined ? undefined : data?.items;
  const candidates = units?.filter(({ isDemo }) => !isDemo) ?? [];
  const toAdd = candidates.map(({ UnitSerNum }) => UnitSerNum);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Add the units of an order"
      formLabel="Demo units"
      submitLabel="Add demo units"
      disabledReason={
        units === undefined
          ? 'Choose an order'
          : toAdd.length === 0
            ? 'The order has no unit that can become a demo unit'
            : undefined
      }
    >
      <SearchSelectField
        label="Order"
        placeholder="Order number, dealer or dealer PO"
        {...form.field('orderKey')}
        options={(listed.data?.items ?? []).map(({ orderKey: value, OrderNumber, DealerName, dealerPO }) => ({
          ...{ value, label: `${OrderNumber}, ${DealerName}`, hint: dealerPO },
        }))}
      />
      <Text aria-live="polite" color="fg.muted">
        {units && `${unitCount(units.length)}, of which demo units already: ${units.length - toAdd.length}`}
        {!units && error?.message}
      </Text>
      <SelectField label="Status" {...form.field('UnitStatus')} options={statusOptions(candidates)} />
    </FormDialog>
  );
}
