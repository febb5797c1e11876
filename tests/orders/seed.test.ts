import { expect, it } from 'vitest';
import type { OrderRecord } from '#core/orders/order.ts';
import { orderState, shippedQuantity } from '#core/orders/shipment.ts';
import { seed } from '#scripts/seed/areas/orders.ts';
import { seedUnits } from '#scripts/seed/units.ts';

it('numbers seeded orders from 1 on, and new ones after them', async () => {
  const items = [...(await seed({ count: 0, now: Date.now() }))];
  const numbers = items.flatMap(({ OrderNumber }) => (OrderNumber === undefined ? [] : [OrderNumber as number]));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(items).toContainEqual(expect.objectContaining({ name: 'order', value: numbers.length }));
});

it('seeds shipped and partly shipped orders, whose units exist at their dealer', async () => {
  const options = { count: 500, now: Date.now() };
  const items = [...(await seed(options))] as unknown as (OrderRecord & { place?: number; UnitSerNum: string })[];
  const orders = items.filter(({ OrderNumber }) => OrderNumber !== undefined);
  expect(new Set(orders.map(orderState))).toEqual(new Set(['Submitted', 'Partly shipped', 'Shipped']));
  const dealers = new Map([...seedUnits(options)].map(({ UnitSerNum, DealerKey }) => [UnitSerNum, DealerKey]));
  for (const order of orders) {
    const units = items.filter((one) => one.UnitSerNum && one.orderKey === order.orderKey);
    expect(new Set(units.map(({ UnitSerNum }) => UnitSerNum)).size).toBe(shippedQuantity(order));
    expect(units.every(({ UnitSerNum }) => dealers.get(UnitSerNum) === order.DealerKey)).toBe(true);
    expect((order.shipments ?? []).every(({ shipper, trackingNumber }) => shipper && trackingNumber)).toBe(true);
  }
});
