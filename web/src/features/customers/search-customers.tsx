import { UserRound } from 'lucide-react';
import { addressLine } from '#core/caregivers/customer.ts';
import { customers } from '#core/customers/contract.ts';
import { customerWords } from '#core/customers/customer.ts';
import type { Command } from '#web/components/command-palette/types.ts';
import { call } from '#web/lib/api/api.ts';
import { customerHref } from './list-address.ts';

const SHOWN = 8;

/** The palette's customers: a name, a phone number or an address begins with the text. */
export async function searchCustomers(text: string, signal: AbortSignal): Promise<Command[]> {
  const { items } = await call(customers.search, { text, pageSize: SHOWN }, { signal });
  return items.map((customer) => {
    const [home] = customer.addresses;
    return {
      id: `customer ${customer.myLinkKey}`,
      label: customerWords(customer),
      hint: home ? addressLine(home) : customer.DealerName,
      href: customerHref(customer),
      icon: <UserRound />,
    };
  });
}
