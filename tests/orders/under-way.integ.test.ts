import { beforeAll, describe, expect, it } from 'vitest';
import { dashboard } from '#core/dashboard/contract.ts';
import { orders } from '#core/orders/contract.ts';
import { FIRST_DETAILS, type StoredItem } from '#core/orders/order.ts';
import { orderState, type Shipment } from '#core/orders/shipment.ts';
import { covers } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { AREAS } from '#data/areas.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { newId } from '#data/kit/id.ts';
import { orderFollower } from '#data/orders/dealer-follower.ts';
import { ListedOrderEntity, OrderEntity } from '#data/orders/entities.ts';
import { listOrder, listOrders } from '#data/orders/list-orders.ts';
import { ask } from '#support/call.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';

const PATHS = { 22: '/1/22/', 220: '/1/22/220/', 49: '/1/49/' } as const;
let readers: Record<keyof typeof PATHS, UserRecord>;
let stream: Awaited<ReturnType<typeof aStreamReader>>;
let numbers = 9_000;

beforeAll(async () => {
  await someDealers();
  const reader = (dealer: number) => aUser({ dealer, flags: ['ORDERS'] });
  readers = { 22: await reader(22), 220: await reader(220), 49: await reader(49) };
  stream = await aStreamReader();
});

const shipmentOf = (to: number): Shipment => ({
  ...{ shipmentKey: newId(TODAY), shipper: 'UPS', trackingNumber: '1Z9', shippedOn: '2026-11-21' },
  ...{ recordedAt: instant(TODAY), recordedBy: 'Pia', places: [{ orderItem: 1, ranges: [{ from: 1, to }] }] },
});

/** An order of three units, as an earlier version has stored it: in no list. */
async function anOrder(dealer: keyof typeof PATHS): Promise<string> {
  const orderKey = newId(TODAY);
  const item: StoredItem = {
    ...{ orderItemKey: newId(TODAY), profile: 1, product: 'MXD-LTE', profileName: 'Standard', orderItemQuantity: 3 },
    ...{ LineID: 'W1', startingUnitID: '0001', endingUnitID: '0003', uidLength: 4, label: 'Default' },
    ...{ transmitter1: '', transmitter2: '', serviceStandardSelected: 'AT&T', UnitIDOptions: 'Default', fileName: '' },
  };
  const shippingLocation = {
    ...{ attention: '', address1: '', address2: '', city: 'Salem', state: 'OR', zipCode: '97301', country: 'USA' },
  };
  await OrderEntity.put({
    ...{ orderKey, OrderNumber: ++numbers, DealerKey: dealer, dealerPath: PATHS[dealer], version: 1, items: [item] },
    ...{ details: FIRST_DETAILS, shippingLocation, submittedAt: instant(TODAY), submittedBy: 'Dee', waiting: 'orders' },
  }).go();
  return orderKey;
}

/** What a change of the shipments of an order writes. */
async function shipped(orderKey: string, shipments: Shipment[]): Promise<void> {
  const { data } = await OrderEntity.get({ orderKey }).go();
  const patch = OrderEntity.patch({ orderKey }).set({ shipments, version: data!.version + 1 });
  await (orderState({ ...data!, shipments }) === 'Shipped'
    ? patch.remove(['waiting'])
    : patch.set({ waiting: 'orders' })
  ).go();
}

/** Counts every order of a dealer and all below it, as no request does. */
async function recount(dealer: keyof typeof PATHS): Promise<string[]> {
  const { data } = await OrderEntity.query.byTree({ tree: 'all' }).go({ pages: 'all' });
  const open = data.filter((order) => orderState(order) !== 'Shipped');
  return open
    .filter(({ dealerPath }) => covers({ dealerPath: PATHS[dealer] }, dealerPath))
    .map(({ orderKey }) => orderKey);
}

/** The number on the dashboard and the list to which it leads are those of a recount. */
async function expectAgreement(): Promise<void> {
  for (const dealer of [22, 220, 49] as const) {
    const as = readers[dealer];
    const counted = await recount(dealer);
    const { ordersUnderWay } = await ask(dashboard.read, { dateOffset: 0, as });
    expect(ordersUnderWay, `dealer ${dealer}`).toEqual({ count: counted.length, more: false });
    const { items } = await ask(orders.allOrders, { underWay: 'true', pageSize: 1000, as });
    expect(items.map(({ orderKey }) => orderKey).sort()).toEqual(counted.sort());
  }
}

describe('the orders under way', () => {
  it('are counted and listed from their submission until all of their units have shipped, and again if a shipment is withdrawn', async () => {
    const [first, second] = [await anOrder(22), await anOrder(220), await anOrder(49)];
    await listOrders();
    await stream.next();
    expect(await recount(22)).toHaveLength(2);
    await expectAgreement();

    await shipped(first, [shipmentOf(2)]);
    await follow(await stream.next(), { times: 2 });
    expect(await recount(22)).toContain(first);
    await expectAgreement();

    await shipped(first, [shipmentOf(3)]);
    const toShipped = await stream.next();
    await shipped(second, [shipmentOf(3)]);
    await follow([...(await stream.next()), ...toShipped], { times: 2 });
    expect(await recount(22)).toEqual([]);
    await expectAgreement();
    const { items } = await ask(orders.allOrders, { pageSize: 1000, as: readers[22] });
    expect(items.map(({ orderKey }) => orderKey)).toEqual(expect.arrayContaining([first, second]));

    await shipped(first, []);
    await follow([...(await stream.next()), ...toShipped]);
    expect(await recount(22)).toEqual([first]);
    await expectAgreement();
  });

  describe('that ship at the same moment', () => {
    const underWay = async (orderKey: string, above: number) =>
      (await ListedOrderEntity.get({ above, orderKey }).go({ consistent: true })).data?.underWay;

    it('are not among them after they are listed', async () => {
      const orderKey = await anOrder(49);
      const ships = beforeNextTransaction(() => shipped(orderKey, [shipmentOf(3)]));
      await listOrder(orderKey);
      expect([ships(), await underWay(orderKey, 1), await underWay(orderKey, 49)]).toEqual([true, 0, 0]);
    });

    it('are not among them after they followed their dealer', async () => {
      const [{ dealerPath: from }, to] = [readers[220], '/1/49/220/'];
      const movedTo = (dealerPath: string) =>
        DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath, tree: 'all' }).go();
      const follows = async () => {
        const moved = { DealerKey: 220, from, to, startedAt: instant(TODAY) };
        for (let cursor: string | null | undefined; cursor !== null; )
          ({ cursor } = await orderFollower.step(moved, cursor));
      };
      await movedTo(to);
      // The other orders of the dealer.
      await follows();
      const orderKey = await anOrder(220);
      const ships = beforeNextTransaction(() => shipped(orderKey, [shipmentOf(3)]));
      await follows();
      await movedTo(from);
      expect([ships(), await underWay(orderKey, 1), await underWay(orderKey, 49)]).toEqual([true, 0, 0]);
    });
  });

  it('are told to the dashboards of all dealers above', () => {
    const [news] = AREAS.orders!.news!;
    const { Item } = ListedOrderEntity.put({ above: 22, orderKey: 'R1', underWay: 1 }).params() as {
      Item: Record<string, unknown>;
    };
    expect(news!.newsOf(Item, 0)).toEqual({ topic: 'dashboard:22', message: {} });
  });
});
