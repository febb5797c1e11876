import { shippedOccurrence, submittedOccurrence } from '#core/orders/occurrences.ts';
import { notify } from '../dealer-settings/notifications.ts';
import { type AreaData, reactTo } from '../kit/area.ts';
import { orderFollower } from './dealer-follower.ts';
import { OrderEntity } from './entities.ts';

export const area: AreaData = {
  reactions: [
    reactTo(OrderEntity, {
      name: 'notify of an order',
      message({ before, after }) {
        if (!after) return undefined;
        if (!before) return { occurrences: [submittedOccurrence(after)] };
        const known = new Set(before.shipments?.map(({ shipmentKey }) => shipmentKey));
        const added = (after.shipments ?? []).filter(({ shipmentKey }) => !known.has(shipmentKey));
        return added.length > 0 ? { occurrences: added.map((one) => shippedOccurrence(after, one)) } : undefined;
      },
      async react({ occurrences }, tools, now) {
        for (const occurrence of occurrences) await notify(occurrence, tools, now);
      },
    }),
  ],
  dealerFollowers: [orderFollower],
};
