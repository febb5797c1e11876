import { Entity } from 'electrodb';
import type { OrderDetails, ShippingLocation, StoredItem } from '#core/orders/order.ts';
import type { Shipment } from '#core/orders/shipment.ts';
import type { UnitIDRange } from '#core/orders/unit-ids.ts';
import { jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary, secondary } from '../kit/table.ts';

/** The order that a user is writing for a dealer. */
export const OrderDraftEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'orderDraft', version: '1' },
    attributes: {
      DealerKey: requiredNumber,
      UserKey: requiredText,
      items: { ...jsonOf<StoredItem[]>(), required: true },
      details: { ...jsonOf<OrderDetails>(), required: true },
      shippingKey: { type: 'string', required: true },
      version: requiredNumber,
    },
    indexes: { orderDraft: primary(['DealerKey'], ['UserKey']) },
  },
  at,
);

/** A part of the unit device identifiers of an order item. All of them would not fit into one item of the table. */
export const UdiPartEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'udiPart', version: '1' },
    attributes: {
      orderItemKey: requiredText,
      part: requiredNumber,
      udis: { ...jsonOf<string[]>(), required: true },
    },
    indexes: { udiPart: primary(['orderItemKey'], ['part']) },
  },
  at,
);

export const OrderEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'order', version: '1' },
    attributes: {
      orderKey: requiredText,
      OrderNumber: requiredNumber,
      DealerKey: requiredNumber,
      dealerPath: requiredText,
      items: { ...jsonOf<StoredItem[]>(), required: true },
      details: { ...jsonOf<OrderDetails>(), required: true },
      shippingLocation: { ...jsonOf<ShippingLocation>(), required: true },
      earliestShipDate: text,
      submittedAt: requiredText,
      submittedBy: requiredText,
      shipments: jsonOf<Shipment[]>(),
      version: requiredNumber,
      /** One list of all orders. */
      tree: { type: 'string', hidden: true, default: 'all' },
      /** Absent when all of its units have shipped. */
      waiting: { type: ['orders'] as const, hidden: true },
      ...correlation,
    },
    indexes: {
      order: primary(['orderKey'], []),
      byTree: secondary('gsi1', ['tree'], ['dealerPath', 'orderKey']),
      byWaiting: secondary('gsi2', ['waiting'], ['orderKey']),
    },
  },
  at,
);

const isUnderWay = ({ underWay }: { underWay?: unknown }) => underWay === 1;

/** An order in the list of a dealer: one item for its own dealer and one for each dealer above. */
export const ListedOrderEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'listedOrder', version: '1' },
    attributes: {
      above: requiredNumber,
      orderKey: requiredText,
      /** 0 when all of its units have shipped. Absent in rows of a time without it. */
      underWay: number,
    },
    indexes: {
      byTime: primary(['above'], ['orderKey']),
      byUnderWay: { ...secondary('gsi1', ['underWay', 'above'], ['orderKey']), condition: isUnderWay },
    },
  },
  at,
);

/** The unit IDs of a line that orders have. `version` grows with each order. */
export const LineEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'line', version: '1' },
    attributes: {
      LineID: requiredText,
      taken: { ...jsonOf<UnitIDRange[]>(), required: true },
      version: requiredNumber,
    },
    indexes: { line: primary(['LineID'], []) },
  },
  at,
);

/** Somebody is taking the unit out of the order: it does not ship. */
const leaving = { type: 'boolean' } as const;

/** A unit that was allotted to a place of an order item. */
export const OrderUnitEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'orderUnit', version: '1' },
    attributes: {
      orderKey: requiredText,
      orderItem: { ...requiredNumber, padding: { length: 2, char: '0' } },
      place: { ...requiredNumber, padding: { length: 5, char: '0' } },
      UnitSerNum: requiredText,
      /** The unit has yet to get the profile of its item, and before that perhaps its dealer and its unit ID. It does not ship. */
      lacksProfile: { type: 'boolean' },
      leaving,
      /** The unit shipped, came back and has another place: this says only that it was here. */
      isHistory: { type: 'boolean' },
    },
    indexes: { orderUnit: primary(['orderKey'], ['orderItem', 'place']) },
  },
  at,
);

/** The place of a unit in an order. A unit is in one order only. */
export const UnitInOrderEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitInOrder', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      orderKey: requiredText,
      orderItem: requiredNumber,
      place: requiredNumber,
      /** The unit has yet to get the profile of its item. */
      lacksProfile: { type: 'boolean' },
      leaving,
    },
    indexes: { unitInOrder: primary(['UnitSerNum'], []) },
  },
  at,
);
