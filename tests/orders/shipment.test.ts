import { describe, expect, it } from 'vitest';
import { shippedOccurrence, submittedOccurrence } from '#core/orders/occurrences.ts';
import { MAX_QUANTITY, type OrderRecord } from '#core/orders/order.ts';
import { MAX_ORDER_ITEMS } from '#core/orders/order-key.ts';
import {
  itemShipping,
  NO_ROOM_FOR_SHIPMENTS,
  orderState,
  placesToShip,
  requireRoom,
  requireShippedOn,
  requireWithdrawable,
  type Shipment,
  ShipmentFields,
  shipmentOf,
  shipmentSize,
  shipmentsLeft,
  shippedInWords,
  trackingLink,
  waitingUnits,
  whyNotShipped,
} from '#core/orders/shipment.ts';
import { withMessage } from '#support/with-message.ts';
import { seededRandom } from '../../scripts/seed/random.ts';

const shipment = (places: Shipment['places'], more: Partial<Shipment> = {}): Shipment => ({
  ...{ shipmentKey: '01KAJN9FR00000000000007107', shipper: 'UPS', trackingNumber: '1Z9', shippedOn: '2026-11-21' },
  ...{ recordedAt: '2026-11-21T10:00:00.000Z', recordedBy: 'Pia', places },
  ...more,
});
const places = (orderItem: number, ...numbers: number[]) => numbers.map((place) => ({ orderItem, place }));

it('a shipment cannot be withdrawn once one of its own units has another place', () => {
  const sent = shipment([{ orderItem: 1, ranges: [{ from: 3, to: 5 }] }]);
  expect(() => requireWithdrawable(sent, places(1, 5))).toThrow(
    withMessage('A unit of this shipment came back and was allotted again. The shipment cannot be withdrawn any more'),
  );
  expect(() => requireWithdrawable(sent, [...places(1, 2, 6), ...places(2, 4)])).not.toThrow();
});

describe('a shipment', () => {
  it('contains the allotted places that have not shipped, as ranges, item by item', () => {
    const shipments = [shipment([{ orderItem: 1, ranges: [{ from: 1, to: 2 }] }])];
    expect(placesToShip({ shipments }, [...places(2, 1), ...places(1, 5, 3, 2, 4, 1, 9)])).toEqual([
      {
        orderItem: 1,
        ranges: [
          { from: 3, to: 5 },
          { from: 9, to: 9 },
        ],
      },
      { orderItem: 2, ranges: [{ from: 1, to: 1 }] },
    ]);
    expect(() => placesToShip({ shipments }, places(1, 1, 2))).toThrow(
      withMessage('All allotted units have shipped. Allot the other units of the order to ship them'),
    );
    const leaving = places(1, 3).map((place) => ({ ...place, leaving: true }));
    expect(() => placesToShip({ shipments }, leaving)).toThrow(
      /^The units that are left are being taken out of the order\. /,
    );
  });

  it('has so many units of each item as people were told before', () => {
    const shipments = [shipment([{ orderItem: 1, ranges: [{ from: 1, to: 2 }] }])];
    const leaving = places(2, 9).map((place) => ({ ...place, leaving: true }));
    const allotted = [...places(2, 1), ...places(1, 5, 3, 2, 1), ...places(4, 7), ...leaving];
    expect(waitingUnits({ shipments }, allotted)).toEqual([
      { orderItem: 1, quantity: 2 },
      { orderItem: 2, quantity: 1 },
      { orderItem: 4, quantity: 1 },
    ]);
    expect(shipmentSize({ places: placesToShip({ shipments }, allotted) })).toBe(4);
    expect(waitingUnits({ shipments }, places(1, 1, 2))).toEqual([]);
    expect(waitingUnits({ shipments: [] }, [{ orderItem: 1, place: 1, lacksProfile: true }])).toEqual([]);
  });

  it('ships each place once, whatever is allotted in between', () => {
    const random = seededRandom(149);
    for (let round = 0; round < 200; round++) {
      const shipments: Shipment[] = [];
      const allotted = new Set<number>();
      for (let step = 0; step < 8; step++) {
        for (let count = 0; count < 5; count++) allotted.add(random.between(1, 40));
        const before = shipments.reduce((sum, one) => sum + shipmentSize(one), 0);
        if (before === allotted.size) continue;
        shipments.push(shipment(placesToShip({ shipments }, places(1, ...allotted))));
        expect(shipments.reduce((sum, one) => sum + shipmentSize(one), 0)).toBe(allotted.size);
      }
      for (let place = 1; place <= 40; place++)
        expect(shipments.filter((one) => shipmentOf({ shipments: [one] }, 1, place))).toHaveLength(
          allotted.has(place) ? 1 : 0,
        );
    }
  });

  it('finds room in the largest order that ships by the thousand, with the longest texts', () => {
    const longest = { trackingNumber: '9'.repeat(40), recordedBy: 'Ñ'.repeat(101), shipper: 'Canada Post' } as const;
    const all: Shipment[] = [];
    for (let orderItem = 1; orderItem <= MAX_ORDER_ITEMS; orderItem++)
      for (let from = 1; from < MAX_QUANTITY; from += 1_000)
        all.push(shipment([{ orderItem, ranges: [{ from, to: from + 999 }] }], longest));
    expect(all.reduce((sum, one) => sum + shipmentSize(one), 0)).toBe(200_000);
    expect(() => requireRoom(all)).not.toThrow();
    expect(shipmentsLeft(all)).toBeUndefined();
  });

  it('is refused before its order is too large for an item, and people are told before', () => {
    const small = shipment([{ orderItem: 1, ranges: [{ from: 1, to: 1 }] }]);
    const of = (count: number, one = small) => Array.from({ length: count }, () => one);
    expect([479, 480, 499, 500].map((count) => shipmentsLeft(of(count)))).toEqual([undefined, 20, 1, 0]);
    expect(() => requireRoom(of(500))).not.toThrow();
    expect(() => requireRoom(of(501))).toThrow(withMessage(NO_ROOM_FOR_SHIPMENTS));
    // Places far apart need a range each.
    const ranges = Array.from({ length: 1_000 }, (_, index) => ({ from: 2 * index + 1, to: 2 * index + 1 }));
    const large = shipment([{ orderItem: 1, ranges }]);
    const size = JSON.stringify(large).length + 1;
    const most = Math.floor((250_000 - 1) / size);
    expect(() => requireRoom(of(most, large))).not.toThrow();
    expect(() => requireRoom(of(most + 1, large))).toThrow(withMessage(NO_ROOM_FOR_SHIPMENTS));
    expect([0, 1, most].map((count) => shipmentsLeft(of(count, large)))).toEqual([undefined, most - 1, 1]);
  });

  it('makes its order partly shipped, then shipped', () => {
    const items = [{ orderItemQuantity: 2 }, { orderItemQuantity: 1 }];
    const first = shipment([{ orderItem: 1, ranges: [{ from: 1, to: 2 }] }]);
    const second = shipment([{ orderItem: 2, ranges: [{ from: 1, to: 1 }] }]);
    expect(orderState({ items })).toBe('Submitted');
    expect(orderState({ items, shipments: [first] })).toBe('Partly shipped');
    expect(orderState({ items, shipments: [first, second] })).toBe('Shipped');
  });

  it('has a day between the order and today', () => {
    expect(() => requireShippedOn('2026-11-21', '2026-11-21', '2026-11-21')).not.toThrow();
    expect(() => requireShippedOn('2026-11-22', '2026-11-20', '2026-11-21')).toThrow(
      /^The day of the shipment is today or earlier$/,
    );
    expect(() => requireShippedOn('2026-11-19', '2026-11-20', '2026-11-21')).toThrow(
      /^The order was submitted later than this day$/,
    );
  });

  it('has a link to its carrier, whose text cannot leave the number', () => {
    expect(trackingLink({ shipper: 'UPS', trackingNumber: '1Z 9' })).toBe('https://www.ups.com/track?tracknum=1Z%209');
    expect(trackingLink({ shipper: 'Other', trackingNumber: '1Z9' })).toBeUndefined();
    expect(trackingLink({ shipper: 'FedEx', trackingNumber: '' })).toBeUndefined();
    const fields = { shipper: 'UPS', shippedOn: '2026-11-21' };
    for (const trackingNumber of ['<b>', '=1+1', 'a'.repeat(41), '1Z\n9', 'é'])
      expect(ShipmentFields.safeParse({ ...fields, trackingNumber }).success).toBe(false);
    expect(ShipmentFields.safeParse({ ...fields, shipper: 'Pigeon' }).success).toBe(false);
    expect(ShipmentFields.safeParse({ ...fields, shippedOn: '2026-02-30' }).success).toBe(false);
  });
});

describe('the dealer is told', () => {
  const order = {
    ...{ orderKey: 'K', OrderNumber: 5001, DealerKey: 22, submittedBy: 'Olive', items: [{ orderItemQuantity: 3 }] },
  } as OrderRecord;

  it('that an order was submitted', () => {
    expect(submittedOccurrence(order)).toEqual({
      ...{ id: 'Order Submitted:K', reason: 'Order Submitted', DealerKey: 22, subject: 'Order Submitted: order 5001' },
      text: 'Olive submitted the order 5001 of 3 units.',
    });
  });

  it('what was shipped, and whether more follows', () => {
    const part = shipment([{ orderItem: 1, ranges: [{ from: 1, to: 1 }] }]);
    expect(shippedOccurrence({ ...order, shipments: [part] }, part)).toMatchObject({
      ...{ id: `Order Shipped:K:${part.shipmentKey}`, reason: 'Order Shipped', subject: 'Order Shipped: order 5001' },
      text: '1 unit of the order 5001 was shipped by UPS on 2026-11-21. The tracking number is 1Z9. The rest of the order follows.',
    });
    const rest = shipment([{ orderItem: 1, ranges: [{ from: 2, to: 3 }] }], { shipper: 'Other', trackingNumber: '' });
    expect(shippedOccurrence({ ...order, shipments: [part, rest] }, rest).text).toBe(
      '2 units of the order 5001 were shipped on 2026-11-21. The order is complete.',
    );
  });
});

it('says of each item how much of it has shipped, and of each place why it has not', () => {
  const order = {
    items: [{ orderItemQuantity: 3 }, { orderItemQuantity: 1 }, { orderItemQuantity: 2 }],
    shipments: [
      shipment([
        { orderItem: 1, ranges: [{ from: 1, to: 1 }] },
        { orderItem: 2, ranges: [{ from: 1, to: 1 }] },
      ]),
    ],
  };
  const said = [1, 2, 3].map((item) => {
    const shipping = itemShipping(order, item);
    return [shipping.state, shippedInWords(shipping)];
  });
  expect(said).toEqual([
    ['Partly shipped', '1 of 3 units has shipped.'],
    ['Shipped', 'The unit has shipped.'],
    ['Submitted', 'No unit has shipped yet.'],
  ]);
  const place = { UnitSerNum: '400022', shippedOn: '' };
  expect(whyNotShipped({ ...place, UnitSerNum: '' })).toBe('No unit allotted yet');
  expect(whyNotShipped(place)).toBe('Not shipped yet');
  expect(whyNotShipped({ ...place, leaving: true })).toBe('Being taken out');
  expect(whyNotShipped({ ...place, isIncomplete: true })).toBe('Not complete: allot it again');
  expect(whyNotShipped({ ...place, shippedOn: '2026-11-21' })).toBeUndefined();
});
