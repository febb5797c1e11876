import type { CustomerRow } from '#core/customers/customer.ts';
import type { CustomerRecord } from '#core/customers/customer-record.ts';
import { dealerStore } from '../dealers/dealers.ts';
import { shownRows } from '../kit/shown-rows.ts';

/** Customers as lists show them, with the names of their dealers. */
export async function shownCustomers(customers: readonly CustomerRecord[], now: number): Promise<CustomerRow[]> {
  const names = await dealerStore.names(
    customers.map(({ DealerKey }) => DealerKey),
    now,
  );
  return shownRows(customers, ({ CustomerKey, dealerPath: _path, erasingFrom: _mark, ...customer }) => ({
    ...customer,
    myLinkKey: CustomerKey,
    DealerName: names.get(customer.DealerKey)!,
  }));
}
