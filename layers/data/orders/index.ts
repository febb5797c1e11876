import { dashboardTopic } from '#core/live/messages.ts';
import { renumberedOccurrence, shippedOccurrence, submittedOccurrence } from '#core/orders/occurrences.ts';
import type { OrderRecord } from '#core/orders/order.ts';
import { DAY } from '#core/time.ts';
import { notify } from '../dealer-settings/notifications.ts';
import { type AreaData, newsOf, reactTo } from '../kit/area.ts';
import { ListedOrderEntity, OrderEntity } from './entities.ts';
import { listOrder } from './list-orders.ts';
import { isShipped } from './listed-order.ts';

/** What is written later, as with a seed or a restore, causes no mail. */
const NOTIFIED_FOR_MS = DAY;

const numbersOf = ({ items }: Pick<OrderRecord, 'items'>) =>
  JSON.stringify(items.map((item) => item.otherUnitIDs ?? []));

export const area: AreaData = {
  reactions: [
    reactTo(OrderEntity, {
      name: 'notify of an order',
      message({ before, after }, now) {
        if (!after) return undefined;
        const isNew = (at: string) => now - Date.parse(at) < NOTIFIED_FOR_MS;
        if (!before) return isNew(after.submittedAt) ? { occurrences: [submittedOccurrence(after)] } : undefined;
        const known = new Set(before.shipments?.map(({ shipmentKey }) => shipmentKey));
        const added = (after.shipments ?? []).filter(
          ({ shipmentKey, recordedAt }) => !known.has(shipmentKey) && isNew(recordedAt),
        );
        const occurrences = added.map((one) => shippedOccurrence(after, one));
        if (numbersOf(after) !== numbersOf(before)) occurrences.push(renumberedOccurrence(after));
        return occurrences.length > 0 ? { occurrences } : undefined;
      },
      async react({ occurrences }, tools, now) {
        for (const occurrence of occurrences) await notify(occurrence, tools, now);
      },
    }),
    reactTo(OrderEntity, {
      name: 'list an order as under way or shipped',
      message: ({ before, after }) =>
        before && after && isShipped(before) !== isShipped(after) ? { orderKey: after.orderKey } : undefined,
      react: ({ orderKey }) => listOrder(orderKey),
    }),
  ],
  /** The dashboard counts orders under way. The list of a dealer loses an order whose dealer moves away. */
  news: [
    newsOf(ListedOrderEntity, ({ above }) => ({ topic: dashboardTopic(above), message: {} }), { ofDeleted: true }),
  ],
};
