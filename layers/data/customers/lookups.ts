import { lookupsOf } from '#core/customers/search.ts';
import { deleteAll } from '../kit/batch.ts';
import { without } from '../kit/without.ts';
import { CustomerEntity, CustomerLookupEntity } from './entities.ts';

const MAX_TURNS = 10;
const WRITTEN_AT_ONCE = 25;

/**
 * Makes the phrases that find a customer those of its latest version, or none if it was erased. It reads the customer again after it
 * wrote: of several runs at once, the last one that writes sees the latest version.
 */
export async function settleLookups(CustomerKey: string): Promise<void> {
  let customer = await read(CustomerKey);
  for (let turn = 1; turn <= MAX_TURNS; turn++) {
    const wanted = customer ? lookupsOf(customer) : [];
    const { data: stored } = await CustomerLookupEntity.query
      .byCustomer({ CustomerKey })
      .go({ consistent: true, pages: 'all' });
    await deleteAll(CustomerLookupEntity, without(stored, wanted));
    const added = without(wanted, stored);
    for (let next = 0; next < added.length; next += WRITTEN_AT_ONCE)
      await Promise.all(
        added.slice(next, next + WRITTEN_AT_ONCE).map((lookup) => CustomerLookupEntity.put(lookup).go()),
      );
    const latest = await read(CustomerKey);
    if (latest?.version === customer?.version) return;
    customer = latest;
  }
  throw new Error('A customer changes faster than its lookups');
}

const read = async (CustomerKey: string) =>
  (await CustomerEntity.get({ CustomerKey }).go({ consistent: true })).data ?? undefined;
