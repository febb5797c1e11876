import { FIRST_DETAILS, type StoredItem } from '#core/orders/order.ts';
import { unitIDOf } from '#core/orders/unit-ids.ts';
import { dealerKeysOf } from '#core/scope.ts';
import { DAY, instant } from '#core/time.ts';
import { CounterEntity } from '#data/kit/counters.ts';
import { LineEntity, ListedOrderEntity, OrderEntity } from '#data/orders/entities.ts';
import { DEALERS } from '../dealers.ts';
import { seededOrderKey } from '../orders.ts';
import { standardProfileKey } from '../profile-keys.ts';
import type { Seed } from '../seed.ts';
import { itemOf } from '../write.ts';

const ORDERS_PER_DEALER = 3;
const QUANTITY = 25;

/** Some orders of each dealer, each dealer with a line of its own. */
export const seed: Seed = function* ({ now }) {
  for (const [place, { DealerKey, dealerPath, DealerName }] of DEALERS.entries()) {
    const LineID = `N${DealerKey}`;
    for (let index = 0; index < ORDERS_PER_DEALER; index++) {
      const from = 1 + index * QUANTITY;
      const item: StoredItem = {
        ...{ orderItemKey: seededOrderKey('T', DealerKey, index), profile: standardProfileKey('MXD-LTE', 'Standard') },
        ...{ product: 'MXD-LTE', profileName: 'Standard', orderItemQuantity: QUANTITY, LineID, uidLength: 4 },
        ...{ startingUnitID: unitIDOf(from, 4), endingUnitID: unitIDOf(from + QUANTITY - 1, 4), label: 'Default' },
        ...{ transmitter1: '', transmitter2: '', serviceStandardSelected: 'AT&T', UnitIDOptions: 'Default' },
        fileName: '',
      };
      const orderKey = seededOrderKey('R', DealerKey, index);
      for (const above of dealerKeysOf(dealerPath)) yield itemOf(ListedOrderEntity, { above, orderKey, underWay: 1 });
      yield itemOf(OrderEntity, {
        ...{ orderKey, OrderNumber: 1 + place * ORDERS_PER_DEALER + index },
        ...{ DealerKey, dealerPath, items: [item], version: 1, submittedBy: 'Sam Seeder' },
        waiting: 'orders',
        details: { ...FIRST_DETAILS, dealerPO: `PO-${DealerKey}-${index + 1}` },
        shippingLocation: {
          ...{ attention: DealerName, address1: '77 Dock Street', address2: '', city: 'Salem', state: 'OR' },
          ...{ zipCode: '97301', country: 'USA' },
        },
        submittedAt: instant(now - (ORDERS_PER_DEALER - index) * 20 * DAY),
      });
    }
    const taken = [{ from: 1, to: ORDERS_PER_DEALER * QUANTITY }];
    yield itemOf(LineEntity, { LineID, taken, version: ORDERS_PER_DEALER });
  }
  // New orders go on after these.
  yield itemOf(CounterEntity, { name: 'order', value: DEALERS.length * ORDERS_PER_DEALER });
};
