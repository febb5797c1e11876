import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { SerialNumber } from '../units/unit.ts';
import { AccountStatus, CustomerAddress, CustomerKey, CustomerName, CustomerType } from './customer.ts';

/** A customer as stores return it. */
export const CustomerRecord = z.object({
  CustomerKey,
  DealerKey,
  /** The dealer's place in the tree, so that one query lists the customers of a dealer and all below it. */
  dealerPath: z.string(),
  customerType: CustomerType,
  myLinkStatus: AccountStatus,
  names: z.array(CustomerName),
  addresses: z.array(CustomerAddress),
  units: z.array(SerialNumber),
  version: z.number().int(),
  /** The version that a person saw whose erasure has begun. */
  erasingFrom: z.number().int().optional(),
});
export type CustomerRecord = z.infer<typeof CustomerRecord>;
