import { Entity } from 'electrodb';
import type { AccountStatus, CustomerAddress, CustomerName, CustomerType } from '#core/customers/customer.ts';
import { expiresAt, jsonOf, requiredNumber, requiredNumberOf, requiredText } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary, secondary } from '../kit/table.ts';

/** Names in any script fit into a key with it. */
const MAX_ORDER_LENGTH = 100;

interface Ordered {
  names?: readonly CustomerName[];
  addresses?: readonly CustomerAddress[];
}

/** Sorts customers by the last name of their first person, and those without a name by their street. */
function orderOf({ names = [], addresses = [] }: Ordered): string {
  const [name] = names;
  const words = name ? `${name.LastName} ${name.FirstName}` : (addresses[0]?.Address1 ?? '');
  return `${words.toLowerCase().slice(0, MAX_ORDER_LENGTH)}\t`;
}

/** The household of a wearer, or a facility with several. It stays with its dealer when a unit of it moves to another one. */
export const CustomerEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'customer', version: '1' },
    attributes: {
      ...correlation,
      CustomerKey: requiredText,
      DealerKey: requiredNumber,
      dealerPath: requiredText,
      customerType: requiredNumberOf<CustomerType>(),
      myLinkStatus: requiredNumberOf<AccountStatus>(),
      names: { ...jsonOf<CustomerName[]>(), required: true },
      nameOrder: {
        type: 'string',
        hidden: true,
        watch: ['names', 'addresses'],
        set: (_: unknown, customer: object) => orderOf(customer),
      },
      /** The first one is the home address. */
      addresses: { ...jsonOf<CustomerAddress[]>(), required: true },
      /** The units whose link names this customer. They change with the links. */
      units: { ...jsonOf<string[]>(), required: true },
      version: requiredNumber,
      erasingFrom: { type: 'number' },
    },
    indexes: {
      customer: primary(['CustomerKey'], []),
      byTree: secondary('gsi1', ['customerType', 'myLinkStatus'], ['dealerPath', 'nameOrder', 'CustomerKey']),
    },
  },
  at,
);

/** A phrase that finds a customer, once for each dealer at or above it. It has the key of its customer, so that nothing stays of an erased one. */
export const CustomerLookupEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'customerLookup', version: '1' },
    attributes: { CustomerKey: requiredText, DealerKey: requiredNumber, phrase: requiredText },
    indexes: {
      byCustomer: primary(['CustomerKey'], ['DealerKey', 'phrase']),
      byPhrase: secondary('gsi1', ['DealerKey'], ['phrase', 'CustomerKey']),
    },
  },
  at,
);

/** Somebody read a customer in an hour: the audit names it once. */
export const CustomerReadEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'customerRead', version: '1' },
    attributes: { CustomerKey: requiredText, reader: requiredText, hour: requiredText, expiresAt },
    indexes: { customerRead: primary(['CustomerKey'], ['reader', 'hour']) },
  },
  at,
);
