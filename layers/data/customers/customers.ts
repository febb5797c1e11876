import type { AccountStatus, CustomerType } from '#core/customers/customer.ts';
import type { CustomerRecord } from '#core/customers/customer-record.ts';
import { searchedPhrase } from '#core/customers/search.ts';
import { AppError } from '#core/errors.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { covers, type Scope } from '#core/scope.ts';
import { HOUR, instant } from '#core/time.ts';
import { expiryOf } from '../kit/attributes.ts';
import { getAll } from '../kit/batch.ts';
import { tryChange } from '../kit/change.ts';
import { page, staleCursor } from '../kit/page.ts';
import { endOfPrefix, indexKeys } from '../kit/table.ts';
import { CustomerEntity, CustomerLookupEntity, CustomerReadEntity } from './entities.ts';
import { customerEntry } from './writes.ts';

const missing = () => new AppError('NOT_FOUND', 'There is no such customer');

type InTree = Pick<Scope, 'dealerPath'>;

export const customerStore = {
  /** The customers of a type and an account status at the scope's dealer and all below it, by dealer and name. */
  async list(
    { dealerPath }: InTree,
    {
      type: customerType,
      myLinkStatus,
      cursor,
      pageSize,
    }: PageRequest & { type: CustomerType; myLinkStatus: AccountStatus },
  ): Promise<Page<CustomerRecord>> {
    const place = cursor === undefined ? undefined : await placeAfter({ dealerPath }, cursor);
    const found: Page<CustomerRecord> = await page(
      CustomerEntity.query
        .byTree({ customerType, myLinkStatus })
        .between({ dealerPath }, { dealerPath: endOfPrefix(dealerPath) }),
      { cursor: place, pageSize },
    );
    // The place in the index contains a name, and cursors are in addresses. So the last customer is the cursor.
    return { items: found.items, cursor: found.cursor === null ? null : found.items.at(-1)!.CustomerKey };
  },

  /** The customers of the scope's dealers of whom a name, a phone number or an address starts with the text. A customer can be on two pages. */
  async search(
    { dealerKey, dealerPath }: Pick<Scope, 'dealerKey' | 'dealerPath'>,
    { text, ...request }: PageRequest & { text: string },
  ): Promise<Page<CustomerRecord>> {
    const phrase = searchedPhrase(text);
    if (phrase === '') return { items: [], cursor: null };
    const lookups = await page(
      CustomerLookupEntity.query
        .byPhrase({ DealerKey: dealerKey })
        .between({ phrase }, { phrase: endOfPrefix(phrase) }),
      request,
    );
    const keys = [...new Set(lookups.items.map(({ CustomerKey }) => CustomerKey))];
    const stored = await getAll(
      CustomerEntity,
      keys.map((CustomerKey) => ({ CustomerKey })),
    );
    const found = new Map(stored.map((customer) => [customer.CustomerKey, customer]));
    // A lookup can be a moment behind its customer, who was erased or whose dealer was moved.
    const items = keys.flatMap((key) => found.get(key) ?? []).filter((one) => covers({ dealerPath }, one.dealerPath));
    return { items, cursor: lookups.cursor };
  },

  /** The customer; NOT_FOUND if there is none, or it is outside the scope. */
  async get(scope: InTree, CustomerKey: string): Promise<CustomerRecord> {
    const { data } = await CustomerEntity.get({ CustomerKey }).go({ consistent: true });
    if (!data || !covers(scope, data.dealerPath)) throw missing();
    return data;
  },

  /** Writes into the audit that the scope's user reads the customer, once an hour. */
  async noteRead(
    scope: Scope,
    customer: Pick<CustomerRecord, 'CustomerKey' | 'DealerKey'>,
    now: number,
  ): Promise<void> {
    const { CustomerKey } = customer;
    const hour = instant(now).slice(0, 13);
    const reader = `${scope.actor.userKey} ${scope.userKey}`;
    await tryChange(
      { entities: { read: CustomerReadEntity }, audit: customerEntry(scope, customer, 'read customer', {}, now) },
      (to) => [to.read.create({ CustomerKey, reader, hour, expiresAt: expiryOf(now + 2 * HOUR) }).commit()],
    );
  },
};

const BY_TREE = indexKeys('gsi1');

/** The place in the list after the customer that a page ended with. */
async function placeAfter(scope: InTree, CustomerKey: string): Promise<string> {
  const { data } = await CustomerEntity.get({ CustomerKey }).go({ consistent: true });
  if (!data || !covers(scope, data.dealerPath)) throw staleCursor();
  const { Item } = CustomerEntity.put(data).params() as { Item: Record<string, string> };
  const keys = ['pk', 'sk', BY_TREE.partitionKey, BY_TREE.sortKey].map((key) => [key, Item[key]]);
  return Buffer.from(JSON.stringify(Object.fromEntries(keys))).toString('base64url');
}
