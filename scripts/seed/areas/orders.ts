import { FIRST_DETAILS, type OrderRecord, type StoredItem } from '#core/orders/order.ts';
import type { Shipment } from '#core/orders/shipment.ts';
import { unitIDOf } from '#core/orders/unit-ids.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { DAY, instant } from '#core/time.ts';
import { CounterEntity } from '#data/kit/counters.ts';
import {
  LineEntity,
  ListedOrderEntity,
  OrderEntity,
  OrderUnitEntity,
  UnitInOrderEntity,
} from '#data/orders/entities.ts';
import { isShipped, listedOrder } from '#data/orders/listed-order.ts';
import { DEALERS } from '../dealers.ts';
import { seededOrderKey } from '../orders.ts';
import { standardProfileKey } from '../profile-keys.ts';
import type { Seed } from '../seed.ts';
import { type SeedOptions, seedUnits } from '../units.ts';
import { itemOf } from '../write.ts';

/** Orders of each dealer that wait for their units. The newest order of a dealer that has units has begun to ship. */
const WAITING_PER_DEALER = 3;
const QUANTITY = 25;

const FIRST_ITEM = {
  ...{ profileName: 'Standard', fileName: '', transmitter1: '', transmitter2: '' },
  product: 'MXD-LTE',
  uidLength: 4,
  label: 'Default',
  serviceStandardSelected: 'AT&T',
} as const;

/** Some orders of each dealer, each dealer with a line of its own. */
export const seed: Seed = function* (options) {
  const { now } = options;
  const units = unitsToShip(options);
  let OrderNumber = 0;
  for (const [place, { DealerKey, dealerPath, DealerName }] of DEALERS.entries()) {
    const LineID = `N${DealerKey}`;
    const orderOf = (index: number) => ({
      ...{ orderKey: seededOrderKey('R', DealerKey, index), OrderNumber: ++OrderNumber },
      ...{ DealerKey, dealerPath, version: 1, submittedBy: 'Sam Seeder' },
      details: { ...FIRST_DETAILS, dealerPO: `PO-${DealerKey}-${index + 1}` },
      shippingLocation: {
        ...{ attention: DealerName, address1: '77 Dock Street', address2: '', city: 'Salem', state: 'OR' },
        ...{ zipCode: '97301', country: 'USA' },
      },
      submittedAt: instant(now - (WAITING_PER_DEALER + 1 - index) * 20 * DAY),
    });
    const itemAt = (index: number) => ({
      ...{ orderItemKey: seededOrderKey('T', DealerKey, index), profile: standardProfileKey('MXD-LTE', 'Standard') },
    });
    for (let index = 0; index < WAITING_PER_DEALER; index++) {
      const from = 1 + index * QUANTITY;
      const item: StoredItem = {
        ...{ ...FIRST_ITEM, ...itemAt(index), orderItemQuantity: QUANTITY, LineID, UnitIDOptions: 'Default' },
        ...{ startingUnitID: unitIDOf(from, 4), endingUnitID: unitIDOf(from + QUANTITY - 1, 4) },
      };
      yield* orderItems({ ...orderOf(index), items: [item] });
    }
    const taken = [{ from: 1, to: WAITING_PER_DEALER * QUANTITY }];
    yield itemOf(LineEntity, { LineID, taken, version: WAITING_PER_DEALER });
    const own = units.get(DealerKey) ?? [];
    if (own.length === 0) continue;
    const isPart = place % 2 === 0;
    const order = orderOf(WAITING_PER_DEALER);
    const item: StoredItem = {
      ...{ ...FIRST_ITEM, ...itemAt(WAITING_PER_DEALER), LineID: '', UnitIDOptions: "No Unit ID's" },
      ...{ orderItemQuantity: own.length + (isPart ? NOT_ALLOTTED : 0), startingUnitID: '', endingUnitID: '' },
    };
    yield* orderItems({ ...order, items: [item], shipments: shipmentsOf(DealerKey, own.length, now) });
    for (const [index, UnitSerNum] of own.entries()) {
      const at = { orderKey: order.orderKey, orderItem: 1, place: index + 1, UnitSerNum };
      yield itemOf(OrderUnitEntity, at);
      yield itemOf(UnitInOrderEntity, at);
    }
  }
  // New orders go on after these.
  yield itemOf(CounterEntity, { name: 'order', value: OrderNumber });
};

function* orderItems(order: OrderRecord) {
  for (const above of dealerKeysOf(order.dealerPath)) yield itemOf(ListedOrderEntity, listedOrder(above, order));
  yield itemOf(OrderEntity, { ...order, ...(!isShipped(order) && { waiting: 'orders' as const }) });
}

const MOST_SHIPPED = 12;
/** Units that a partly shipped order still waits for. */
const NOT_ALLOTTED = 3;
/** Enough to find units of each dealer. */
const MOST_UNITS = 5_000;
const IN_SERVICE = 9;

/** The serial numbers that an order of each dealer has shipped: units that are in service by now. */
function unitsToShip(options: SeedOptions): ReadonlyMap<number, string[]> {
  const units = new Map<number, string[]>();
  for (const unit of seedUnits({ ...options, count: Math.min(options.count, MOST_UNITS) })) {
    if (unit.UnitModel !== FIRST_ITEM.product || unit.UnitStatus !== IN_SERVICE) continue;
    const own = units.get(unit.DealerKey) ?? [];
    if (own.length < MOST_SHIPPED) units.set(unit.DealerKey, [...own, unit.UnitSerNum]);
  }
  return units;
}

/** The units of an order in two shipments. */
function shipmentsOf(DealerKey: number, quantity: number, now: number): Shipment[] {
  const half = Math.ceil(quantity / 2);
  const parts = [
    {
      ...{ from: 1, to: half },
      shipper: 'UPS',
      ...{ trackingNumber: `1Z999AA1${trackingDigits(DealerKey)}`, days: 14 },
    },
    {
      ...{ from: half + 1, to: quantity },
      shipper: 'FedEx',
      ...{ trackingNumber: trackingDigits(DealerKey), days: 6 },
    },
  ] as const;
  return parts
    .filter(({ from, to }) => from <= to)
    .map(({ from, to, shipper, trackingNumber, days }, index) => ({
      ...{ shipmentKey: seededOrderKey('S', DealerKey, index), shipper, trackingNumber },
      ...{ shippedOn: instant(now - days * DAY).slice(0, 10), recordedAt: instant(now - days * DAY) },
      ...{ recordedBy: 'Sam Seeder', places: [{ orderItem: 1, ranges: [{ from, to }] }] },
    }));
}

const trackingDigits = (DealerKey: number) => `${7_700_000_000 + DealerKey}`;
