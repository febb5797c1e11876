import { AppError } from '#core/errors.ts';
import {
  EMPTY_DRAFT,
  type OrderDetails,
  type OrderRecord,
  type ShippingLocation,
  type StoredDraft,
} from '#core/orders/order.ts';
import { linesOf, submittedItems } from '#core/orders/rules.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { covers, dealerKeysOf, type Scope } from '#core/scope.ts';
import { instant, SECOND } from '#core/time.ts';
import { auditEntry } from '../audit/audit.ts';
import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { getAll } from '../kit/batch.ts';
import { change, RETRY, refusedAs, retry } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { count } from '../kit/count.ts';
import { nextNumber } from '../kit/counters.ts';
import { newId } from '../kit/id.ts';
import { page } from '../kit/page.ts';
import { DRAFT_CHANGED, draftKeyOf } from './drafts.ts';
import { LineEntity, ListedOrderEntity, OrderDraftEntity, OrderEntity } from './entities.ts';
import { lineStore, takenByLine } from './lines.ts';
import { listedOrder } from './listed-order.ts';

const BUSY = 'Others order on this line right now. Please try again in a moment';
const DEALER_MOVED = 'Your dealer was moved meanwhile. Try again in a moment';
/** A request may take 25 s. The last try, of a transaction that is tried for up to 3 s, begins before this. */
const MAX_WAIT_MS = 18 * SECOND;
const missing = () => new AppError('NOT_FOUND', 'There is no such order');

interface Submitted {
  details: OrderDetails;
  shippingLocation: ShippingLocation;
  earliestShipDate: string | undefined;
}

export const orderStore = {
  /**
   * Makes the draft an order, in one transaction with the unit IDs of its lines. If others take unit IDs of a line at the same moment, it reads
   * the line again. CONFLICT with the largest quantity that is left if a line has too few.
   */
  async submit(scope: Scope, draft: StoredDraft, submitted: Submitted, now: number): Promise<OrderRecord> {
    const OrderNumber = await nextNumber('order');
    const orderKey = newId(now);
    return retry(
      BUSY,
      async () => {
        const lines = await lineStore.read(linesOf(draft.items));
        const { items, lines: taken } = submittedItems(draft.items, takenByLine(lines));
        const { earliestShipDate, ...given } = submitted;
        const order: OrderRecord = {
          ...{ orderKey, OrderNumber, DealerKey: scope.dealerKey, dealerPath: scope.dealerPath, items, ...given },
          ...(earliestShipDate !== undefined && { earliestShipDate }),
          ...{ submittedAt: instant(now), submittedBy: scope.actor.fullName || scope.actor.userName, version: 1 },
        };
        await change(
          {
            entities: {
              order: OrderEntity,
              listed: ListedOrderEntity,
              draft: OrderDraftEntity,
              line: LineEntity,
              dealer: DealerEntity,
            },
            audit: submitEntry(scope, order, now),
            refused: { changed: DRAFT_CHANGED, moved: DEALER_MOVED, another: RETRY },
          },
          (to) => [
            refusedAs('moved', dealerIsAt(to.dealer, order)),
            // Its version goes on, so that a window with the submitted draft cannot change or submit the next one.
            to.draft
              .put({ ...draftKeyOf(scope), ...EMPTY_DRAFT, version: draft.version + 1 })
              .where(versionIs(draft.version))
              .commit(),
            to.order.create({ ...order, waiting: 'orders' }).commit(),
            ...dealerKeysOf(order.dealerPath).map((above) => to.listed.put(listedOrder(above, order)).commit()),
            ...lines.map(({ LineID, version }) =>
              refusedAs(
                'another',
                to.line
                  .put({ LineID, taken: [...taken.get(LineID)!], version: (version ?? 0) + 1 })
                  .where(versionIs(version))
                  .commit(),
              ),
            ),
          ],
        );
        return order;
      },
      { milliseconds: MAX_WAIT_MS },
    );
  },

  /** The order; NOT_FOUND if there is none, or it is outside the scope. */
  async get(scope: Pick<Scope, 'dealerPath'>, orderKey: string): Promise<OrderRecord> {
    const { data } = await OrderEntity.get({ orderKey }).go({ consistent: true });
    if (!data || !covers(scope, data.dealerPath)) throw missing();
    return data;
  },

  /** The orders of all dealers that have not shipped as a whole, the oldest first. */
  waiting: (request: PageRequest): Promise<Page<OrderRecord>> =>
    page(OrderEntity.query.byWaiting({ waiting: 'orders' }), request),

  /** The number of orders of the dealer at the path and all below it that have not shipped as a whole. */
  countUnderWay: ({ dealerPath }: Pick<Scope, 'dealerPath'>) => count(underWayOf(dealerOf(dealerPath)).params()),

  /** The orders of the dealer at the path and all below it, the newest first. `underWay`: only those that have not shipped as a whole. */
  async list(
    { dealerPath }: Pick<Scope, 'dealerPath'>,
    { underWay, ...request }: PageRequest & { underWay?: boolean | undefined },
  ): Promise<Page<OrderRecord>> {
    const above = dealerOf(dealerPath);
    const query = underWay ? underWayOf(above) : ListedOrderEntity.query.byTime({ above });
    const listed = await page(query, { ...request, order: 'desc' });
    const orders = await getAll(
      OrderEntity,
      listed.items.map(({ orderKey }) => ({ orderKey })),
    );
    const byKey = new Map(orders.map((order) => [order.orderKey, order]));
    // An order whose dealer is being moved can still be in the lists above its old place.
    const items = listed.items.flatMap(({ orderKey }) => byKey.get(orderKey) ?? []);
    return { items: items.filter((order) => covers({ dealerPath }, order.dealerPath)), cursor: listed.cursor };
  },
};

const dealerOf = (dealerPath: string): number => dealerKeysOf(dealerPath).at(-1)!;

const underWayOf = (above: number) => ListedOrderEntity.query.byUnderWay({ underWay: 1, above });

const submitEntry = (scope: Scope, { orderKey, OrderNumber, DealerKey, items, details }: OrderRecord, now: number) =>
  auditEntry(
    scope,
    {
      objectKind: 'order',
      objectId: orderKey,
      objectName: String(OrderNumber),
      dealerKey: DealerKey,
      action: 'submit order',
      after: {
        OrderNumber,
        quantity: items.reduce((sum, { orderItemQuantity }) => sum + orderItemQuantity, 0),
        ...(details.dealerPO && { dealerPO: details.dealerPO }),
      },
    },
    now,
  );
