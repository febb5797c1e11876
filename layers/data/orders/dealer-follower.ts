import { dealerKeysOf } from '#core/scope.ts';
import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { dealerFollower, pathOf } from '../dealers/move/follower.ts';
import { tryChange } from '../kit/change.ts';
import { endOfPrefix } from '../kit/table.ts';
import { ListedOrderEntity, OrderEntity } from './entities.ts';
import { listedOrder } from './listed-order.ts';

const PAGE_SIZE = 25;

/** The orders of a dealer move with it, also in the lists of the dealers above. */
export const orderFollower = dealerFollower({
  name: 'orders',
  order: 5,
  page: ({ from }, cursor) =>
    OrderEntity.query
      .byTree({ tree: 'all' })
      .between({ dealerPath: from }, { dealerPath: endOfPrefix(from) })
      .go({ cursor, limit: PAGE_SIZE }),
  labelOf: ({ OrderNumber }) => `order ${OrderNumber}`,
  async settle({ orderKey }, { from }) {
    // Read again, because an index can be a moment behind the table.
    const { data: was } = await OrderEntity.get({ orderKey }).go({ consistent: true });
    const dealerPath = was?.dealerPath.startsWith(from) ? await pathOf(was.DealerKey) : undefined;
    if (!was || dealerPath === undefined || dealerPath === was.dealerPath) return true;
    const [had, has] = [dealerKeysOf(was.dealerPath), dealerKeysOf(dealerPath)];
    const entities = { order: OrderEntity, listed: ListedOrderEntity, dealer: DealerEntity };
    const refusal = await tryChange({ entities }, (to) => [
      to.order
        .patch({ orderKey })
        // Its key in the list has the tree too.
        .set({ dealerPath, tree: 'all' })
        .where((order, { eq }) => `${eq(order.dealerPath, was.dealerPath)} AND ${eq(order.version, was.version)}`)
        .commit(),
      ...had.filter((above) => !has.includes(above)).map((above) => to.listed.delete({ above, orderKey }).commit()),
      // All of them: an order from before the lists may be in none yet, and `listOrders` passes by an order that moves meanwhile.
      ...has.map((above) => to.listed.put(listedOrder(above, was)).commit()),
      dealerIsAt(to.dealer, { DealerKey: was.DealerKey, dealerPath }),
    ]);
    return refusal === undefined;
  },
});

export const dealerFollowers = [orderFollower];
