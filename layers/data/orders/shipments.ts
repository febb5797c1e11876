import { AppError } from '#core/errors.ts';
import type { OrderRecord } from '#core/orders/order.ts';
import {
  incompleteUnits,
  placesToShip,
  requireRoom,
  requireWithdrawable,
  type Shipment,
  type ShipmentFields,
  shipmentSize,
  type WaitingUnits,
  waitingUnits,
} from '#core/orders/shipment.ts';
import type { Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { OrderEntity, OrderUnitEntity } from './entities.ts';
import { isShipped } from './listed-order.ts';
import { orderStore } from './orders.ts';

const BUSY = 'Others change this order right now. Please try again in a moment';
const missing = () => new AppError('NOT_FOUND', 'There is no such shipment');

type Changed = { shipments: Shipment[]; action: 'ship order' | 'change shipment' | 'withdraw shipment' } & {
  before?: Shipment;
  after?: Shipment;
};

/** The units that are allotted to items of an order. Reads all items at once: one after the other, a large order would take longer than a request may. */
async function allottedOf(orderKey: string, orderItems: readonly number[], options: { consistent?: true } = {}) {
  const found = await Promise.all(
    orderItems.map((orderItem) =>
      OrderUnitEntity.query
        .orderUnit({ orderKey, orderItem })
        .go({ ...options, pages: 'all', attributes: ['orderItem', 'place', 'leaving', 'lacksProfile'] }),
    ),
  );
  return found.flatMap(({ data }) => data);
}

export const shipmentStore = {
  /** How many units of each item of the order wait for their shipment, and how many are not complete. */
  async waiting(order: OrderRecord): Promise<{ items: WaitingUnits[]; incomplete: number }> {
    const orderItems = order.items.map((_, index) => index + 1);
    const allotted = await allottedOf(order.orderKey, orderItems);
    return { items: waitingUnits(order, allotted), incomplete: incompleteUnits(allotted) };
  },

  /** Ships the allotted units of these items that have not shipped. CONFLICT if there are none. Each place ships once, however many people ship at once. */
  ship(scope: Scope, orderKey: string, orderItems: readonly number[], fields: ShipmentFields, now: number) {
    return changeShipments(scope, orderKey, now, async ({ orderKey: key, shipments = [] }) => {
      const after: Shipment = {
        ...fields,
        shipmentKey: newId(now),
        places: placesToShip({ shipments }, await allottedOf(key, [...new Set(orderItems)], { consistent: true })),
        recordedAt: instant(now),
        recordedBy: scope.actor.fullName || scope.actor.userName,
      };
      const all = [...shipments, after];
      requireRoom(all);
      return { action: 'ship order', shipments: all, after };
    });
  },

  /** Corrects what people entered for a shipment. */
  edit: (scope: Scope, orderKey: string, shipmentKey: string, fields: ShipmentFields, now: number) =>
    changeShipments(scope, orderKey, now, ({ shipments = [] }) => {
      const before = shipments.find((one) => one.shipmentKey === shipmentKey);
      if (!before) throw missing();
      const after = { ...before, ...fields };
      return {
        ...{ action: 'change shipment', before, after },
        shipments: shipments.map((one) => (one === before ? after : one)),
      };
    }),

  /** Withdraws a shipment that was recorded by mistake: its units wait for their shipment again. */
  withdraw: (scope: Scope, orderKey: string, shipmentKey: string, now: number) =>
    changeShipments(scope, orderKey, now, async ({ orderKey: key, shipments = [] }) => {
      const before = shipments.find((one) => one.shipmentKey === shipmentKey);
      if (!before) throw missing();
      requireWithdrawable(before, await historyOf(key, before));
      return { action: 'withdraw shipment', shipments: shipments.filter((one) => one !== before), before };
    }),
};

/** The places, of the items of a shipment, whose units have another place by now, in this order or another one. */
async function historyOf(orderKey: string, { places }: Shipment) {
  const found = await Promise.all(
    places.map(({ orderItem }) =>
      OrderUnitEntity.query
        .orderUnit({ orderKey, orderItem })
        .where(({ isHistory }, { eq }) => eq(isHistory, true))
        .go({ pages: 'all', consistent: true }),
    ),
  );
  return found.flatMap(({ data }) => data);
}

/** Changes the shipments of the order as it is stored, with the audit entry. If the order changes meanwhile, it is read again. */
function changeShipments(
  scope: Scope,
  orderKey: string,
  now: number,
  decide: (order: OrderRecord) => Changed | Promise<Changed>,
): Promise<OrderRecord> {
  return retry(BUSY, async () => {
    const order = await orderStore.get(scope, orderKey);
    const { shipments, action, before, after } = await decide(order);
    const next: OrderRecord = { ...order, shipments, version: order.version + 1 };
    const audit = auditEntry(
      scope,
      {
        ...{ objectKind: 'order', objectId: orderKey, objectName: String(order.OrderNumber), action },
        dealerKey: order.DealerKey,
        ...(before && { before: shownIn(order, before) }),
        ...(after && { after: shownIn(order, after) }),
      },
      now,
    );
    await change({ entities: { order: OrderEntity }, audit, refused: { changed: RETRY } }, (to) => {
      const patch = to.order.patch({ orderKey }).set({ shipments, version: next.version });
      const write = isShipped(next) ? patch.remove(['waiting']) : patch.set({ waiting: 'orders' });
      return [write.where(versionIs(order.version)).commit()];
    });
    return next;
  });
}

const shownIn = ({ OrderNumber }: OrderRecord, shipment: Shipment) => ({
  OrderNumber,
  quantity: shipmentSize(shipment),
  shipper: shipment.shipper,
  trackingNumber: shipment.trackingNumber,
  shippedOn: shipment.shippedOn,
});
