import { ACCOUNT_STATUS, type AccountStatus, CUSTOMER_TYPES, type CustomerType } from '#core/customers/customer.ts';
import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { dealerFollower, pathOf } from '../dealers/move/follower.ts';
import { tryChange } from '../kit/change.ts';
import { endOfPrefix } from '../kit/table.ts';
import { CustomerEntity } from './entities.ts';
import { customerChanges } from './writes.ts';

const PAGE_SIZE = 25;

/** The parts of the list of all customers. */
const PARTS = Object.keys(CUSTOMER_TYPES).flatMap((type) =>
  Object.keys(ACCOUNT_STATUS).map((status) => ({
    customerType: Number(type) as CustomerType,
    myLinkStatus: Number(status) as AccountStatus,
  })),
);

/** The customers of a dealer move with it: lists find them by its path. The change of each makes its lookups follow. */
export const customerFollower = dealerFollower({
  name: 'customers',
  order: 5,
  async page({ from }, place) {
    // The cursor is the part of the list, and the cursor of the query for it.
    const [part = '0', ...rest] = (place ?? '').split('|').filter(Boolean);
    const { data, cursor } = await CustomerEntity.query
      .byTree(PARTS[Number(part)]!)
      .between({ dealerPath: from }, { dealerPath: endOfPrefix(from) })
      .go({ cursor: rest.join('|') || null, limit: PAGE_SIZE });
    if (cursor !== null) return { data, cursor: `${part}|${cursor}` };
    const next = Number(part) + 1;
    return { data, cursor: next < PARTS.length ? `${next}|` : null };
  },
  labelOf: ({ CustomerKey }) => `customer ${CustomerKey}`,
  async settle({ CustomerKey }, { from }) {
    // Read again, because an index can be a moment behind the table.
    const { data: was } = await CustomerEntity.get({ CustomerKey }).go({ consistent: true });
    const dealerPath = was?.dealerPath.startsWith(from) ? await pathOf(was.DealerKey) : undefined;
    if (!was || dealerPath === undefined || dealerPath === was.dealerPath) return true;
    const refusal = await tryChange({ entities: { customer: CustomerEntity, dealer: DealerEntity } }, (to) => [
      customerChanges(to.customer, was, { dealerPath }),
      dealerIsAt(to.dealer, { DealerKey: was.DealerKey, dealerPath }),
    ]);
    return refusal === undefined;
  },
});

export const dealerFollowers = [customerFollower];
