import { dealerKeysOf } from '#core/scope.ts';
import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { type Upgraded, upgradeOne } from '../kit/upgraded.ts';
import { ListedOrderEntity, OrderEntity } from './entities.ts';
import { listedOrder } from './listed-order.ts';

/** Puts all orders into the lists of their dealer and of the dealers above. It can be repeated, and people can work meanwhile. */
export async function listOrders(): Promise<Upgraded> {
  const done: Upgraded = { count: 0, left: [] };
  let cursor: string | null = null;
  do {
    const page: { data: { orderKey: string }[]; cursor: string | null } = await OrderEntity.query
      .byTree({ tree: 'all' })
      .go({ cursor, limit: 100 });
    await Promise.all(
      page.data.map(({ orderKey }) =>
        upgradeOne(done, `order ${orderKey}`, async () => {
          await listOrder(orderKey);
          return true;
        }),
      ),
    );
    ({ cursor } = page);
  } while (cursor !== null);
  return done;
}

/** Puts an order into the lists of its dealer and of the dealers above, as it is now. */
export const listOrder = (orderKey: string): Promise<void> =>
  retry('Others change the order all the time', async () => {
    const { data: order } = await OrderEntity.get({ orderKey }).go({ consistent: true });
    if (!order) return;
    const { DealerKey, dealerPath } = order;
    await change(
      {
        entities: { order: OrderEntity, listed: ListedOrderEntity, dealer: DealerEntity },
        refused: { changed: RETRY },
      },
      (to) => [
        to.order.check({ orderKey }).where(versionIs(order.version)).commit(),
        ...dealerKeysOf(dealerPath).map((above) => to.listed.put(listedOrder(above, order)).commit()),
        dealerIsAt(to.dealer, { DealerKey, dealerPath }),
      ],
    );
  });
