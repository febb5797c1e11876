import type { EntityItem, TransactWriteEntities } from 'electrodb';
import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import { HAS_CUSTOMER } from '#core/orders/allotment.ts';
import type { OrderRecord } from '#core/orders/order.ts';
import { shipmentOf } from '#core/orders/shipment.ts';
import type { PageRequest } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { UnitCustomerEntity } from '../customers/unit-customer.ts';
import { getAll } from '../kit/batch.ts';
import { change, RETRY, refusedAs, retry } from '../kit/change.ts';
import { type Operations, versionIs } from '../kit/conditions.ts';
import { page } from '../kit/page.ts';
import { UnitEntity } from '../units/units.ts';
import { OrderEntity, OrderUnitEntity, UnitInOrderEntity } from './entities.ts';
import { orderStore } from './orders.ts';

type Place = EntityItem<typeof UnitInOrderEntity>;

const entities = { unit: UnitEntity, orderUnit: OrderUnitEntity, held: UnitInOrderEntity };
const allotEntities = { ...entities, order: OrderEntity, customer: UnitCustomerEntity };
const ALLOT_REFUSED = {
  changed: RETRY,
  held: 'The unit is allotted to another order',
  worn: HAS_CUSTOMER,
  moved: 'The unit changed meanwhile',
} as const;
const NOT_THERE = 'The unit is not in this order any more';
const FULL = 'All places of this item have a unit';

interface Allotting {
  order: OrderRecord;
  orderItem: number;
  left?: Place | undefined;
  requirePlace(place: number): Promise<void>;
}

export const orderUnitStore = {
  /** The units that are allotted to an order, item by item. NOT_FOUND if there is no such order in the scope. */
  async list(scope: Pick<Scope, 'dealerPath'>, orderKey: string, request: PageRequest) {
    await orderStore.get(scope, orderKey);
    return page(OrderUnitEntity.query.orderUnit({ orderKey }), request);
  },

  /** The places of the units that are allotted, by serial number. */
  async placesOf(
    serialNumbers: readonly string[],
    how: { consistent?: true } = {},
  ): Promise<ReadonlyMap<string, Place>> {
    const keys = serialNumbers.map((UnitSerNum) => ({ UnitSerNum }));
    const found = await getAll(UnitInOrderEntity, keys, how);
    return new Map(found.map((place) => [place.UnitSerNum, place]));
  },

  /** Those of the units that have a customer of the root dealer: they are not in its stock. */
  async withCustomer(serialNumbers: readonly string[]): Promise<ReadonlySet<string>> {
    const keys = serialNumbers.map((UnitSerNum) => ({ UnitSerNum }));
    const links = await getAll(UnitCustomerEntity, keys, { consistent: true });
    return new Set(links.filter(({ DealerKey }) => DealerKey === ROOT_DEALER).map(({ UnitSerNum }) => UnitSerNum));
  },

  /**
   * Gives a unit the next free place of an item, and returns the place. CONFLICT if the item is full, or the unit is in an order or at another dealer
   * meanwhile.
   * @param requirePlace Throws if the unit cannot have the place.
   * @param left The place from which it was shipped before. It is history from then on: its order cannot withdraw the shipment.
   */
  allot(
    scope: Scope,
    { order, orderItem, left, requirePlace }: Allotting,
    unit: UnitRecord,
    now: number,
  ): Promise<number> {
    const { orderKey, OrderNumber } = order;
    const { UnitSerNum, DealerKey, dealerPath, UnitStatus } = unit;
    return retry('Others allot units to this item right now. Try again in a moment', async () => {
      const place = await freePlace(order, orderItem);
      if (place === undefined) throw new AppError('CONFLICT', FULL);
      await requirePlace(place);
      const audit = auditEntry(
        scope,
        {
          ...{ objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey, action: 'allot unit' },
          after: { OrderNumber, orderItem, place },
        },
        now,
      );
      const next = { orderKey, orderItem, place, lacksProfile: true };
      const former = left && (await orderStore.get(scope, left.orderKey));
      if (left && former && !shipmentOf(former, left.orderItem, left.place))
        throw new AppError('CONFLICT', ALLOT_REFUSED.held);
      await change({ entities: allotEntities, audit, by: scope, about: unit, refused: ALLOT_REFUSED }, (to) => [
        ...(left && former ? replacesPlace(to, left, former, next) : []),
        ...(left ? [] : [refusedAs('held', to.held.create({ UnitSerNum, ...next }).commit())]),
        to.orderUnit.create({ orderKey, orderItem, place, UnitSerNum, lacksProfile: true }).commit(),
        refusedAs(
          'moved',
          to.unit
            .check({ UnitSerNum })
            .where((stored, { eq }) => `${eq(stored.dealerPath, dealerPath)} AND ${eq(stored.UnitStatus, UnitStatus)}`)
            .commit(),
        ),
      ]);
      return place;
    });
  },

  /** Notes that a unit got the profile of its item, which it then does not get again. CONFLICT if it is no longer at its place. */
  async hasProfile(scope: Scope, at: Place): Promise<void> {
    const { orderKey, orderItem, place, UnitSerNum } = at;
    await change({ entities, by: scope, refused: { changed: NOT_THERE } }, (to) => [
      to.held.patch({ UnitSerNum }).remove(['lacksProfile']).where(isAt(at)).commit(),
      to.orderUnit.patch({ orderKey, orderItem, place }).remove(['lacksProfile']).commit(),
    ]);
  },

  /**
   * Marks that a unit leaves its order, so that it does not ship while it moves back. CONFLICT if it is no longer at its place, or the order has changed:
   * it may have shipped.
   */
  async startRelease(scope: Scope, { version }: OrderRecord, held: Place): Promise<void> {
    const { orderKey, orderItem, place, UnitSerNum } = held;
    await change(
      {
        entities: { ...entities, order: OrderEntity },
        by: scope,
        refused: { changed: NOT_THERE, order: 'The order has changed meanwhile. Please try again' },
      },
      (to) => [
        refusedAs(
          'order',
          to.order
            .patch({ orderKey })
            .set({ version: version + 1 })
            .where(versionIs(version))
            .commit(),
        ),
        to.held.patch({ UnitSerNum }).set({ leaving: true }).where(isAt(held)).commit(),
        to.orderUnit.patch({ orderKey, orderItem, place }).set({ leaving: true }).commit(),
      ],
    );
  },

  /** Frees the place of a unit that leaves its order. CONFLICT if it is no longer there. */
  async release(scope: Scope, { OrderNumber }: OrderRecord, unit: UnitRecord, held: Place, now: number): Promise<void> {
    const { orderKey, orderItem, place, UnitSerNum } = held;
    const audit = auditEntry(
      scope,
      {
        ...{ objectKind: 'unit', objectId: UnitSerNum, dealerKey: unit.DealerKey, action: 'release unit' },
        before: { OrderNumber, orderItem, place },
      },
      now,
    );
    await change({ entities, audit, by: scope, about: unit, refused: { changed: NOT_THERE } }, (to) => [
      to.held.delete({ UnitSerNum }).where(isAt(held)).commit(),
      to.orderUnit.delete({ orderKey, orderItem, place }).commit(),
    ]);
  },
};

const isAt =
  ({ orderKey, orderItem, place }: Place) =>
  (stored: Pick<Required<Place>, 'orderKey' | 'orderItem' | 'place'>, { eq }: Operations) =>
    [eq(stored.orderKey, orderKey), eq(stored.orderItem, orderItem), eq(stored.place, place)].join(' AND ');

/** Gives a unit that came back its next place. The order that it leaves changes too, so that its shipment is not withdrawn at the same moment. */
const replacesPlace = (
  to: TransactWriteEntities<typeof allotEntities>,
  left: Place,
  { version }: OrderRecord,
  next: Omit<Place, 'UnitSerNum'>,
) => [
  refusedAs('held', to.held.patch({ UnitSerNum: left.UnitSerNum }).set(next).where(isAt(left)).commit()),
  to.order
    .patch({ orderKey: left.orderKey })
    .set({ version: version + 1 })
    .where(versionIs(version))
    .commit(),
  to.orderUnit
    .patch({ orderKey: left.orderKey, orderItem: left.orderItem, place: left.place })
    .set({ isHistory: true })
    .commit(),
  refusedAs(
    'worn',
    to.customer
      .check({ UnitSerNum: left.UnitSerNum })
      .where(({ DealerKey }, { ne, notExists }) => `${notExists(DealerKey)} OR ${ne(DealerKey, ROOT_DEALER)}`)
      .commit(),
  ),
];

/** The place after the last unit, or the first gap once that is past the end. Undefined: the item is full. */
async function freePlace({ orderKey, items }: OrderRecord, orderItem: number): Promise<number | undefined> {
  const most = items[orderItem - 1]!.orderItemQuantity;
  const { data } = await OrderUnitEntity.query
    .orderUnit({ orderKey, orderItem })
    .go({ order: 'desc', limit: 1, consistent: true });
  const next = (data[0]?.place ?? 0) + 1;
  if (next <= most) return next;
  const taken = await unitsAtPlaces(orderKey, orderItem, [1, most]);
  for (let place = 1; place <= most; place++) if (!taken.has(place)) return place;
  return undefined;
}

/** The units that are allotted to places of an order item, by place. */
export async function unitsAtPlaces(
  orderKey: string,
  orderItem: number,
  [first, last]: readonly [number, number],
): Promise<Map<number, EntityItem<typeof OrderUnitEntity>>> {
  const { data } = await OrderUnitEntity.query
    .orderUnit({ orderKey, orderItem })
    .between({ place: first }, { place: last })
    .go({ pages: 'all' });
  return new Map(data.map((unit) => [unit.place, unit]));
}
