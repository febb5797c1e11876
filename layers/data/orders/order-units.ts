import type { Page, PageRequest } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import { page } from '../kit/page.ts';
import { OrderUnitEntity } from './entities.ts';
import { orderStore } from './orders.ts';

/** The units that are allotted to an order, item by item. NOT_FOUND if there is no such order in the scope. */
export async function unitsOfOrder(
  scope: Pick<Scope, 'dealerPath'>,
  orderKey: string,
  request: PageRequest,
): Promise<Page<string>> {
  await orderStore.get(scope, orderKey);
  const { items, cursor } = await page(OrderUnitEntity.query.orderUnit({ orderKey }), request);
  return { items: items.map(({ UnitSerNum }) => UnitSerNum), cursor };
}

/** The serial numbers that are allotted to places of an order item, by place. */
export async function unitsAtPlaces(
  orderKey: string,
  orderItem: number,
  [first, last]: readonly [number, number],
): Promise<Map<number, string>> {
  const { data } = await OrderUnitEntity.query
    .orderUnit({ orderKey, orderItem })
    .between({ place: first }, { place: last })
    .go({ pages: 'all' });
  return new Map(data.map(({ place, UnitSerNum }) => [place, UnitSerNum]));
}
