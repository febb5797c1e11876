import { z } from 'zod';
import { addressLine, HomeAddress } from '../caregivers/customer.ts';
import { DealerKey } from '../dealers/dealer.ts';
import { orEmpty, phoneNumber, text } from '../fields.ts';
import { SerialNumber, UnitModel, UnitStatus } from '../units/unit.ts';

/** The types of a customer. The unit page opens customers of type 0, so this is the household of a wearer. */
export const CUSTOMER_TYPES = { 0: 'Household', 1: 'Facility' } as const;
export const CustomerType = z.union([z.literal(0), z.literal(1)]);
export type CustomerType = z.infer<typeof CustomerType>;
/** The type in a path, query or form, where it can be text. */
export const CustomerTypeInput = z.coerce.number().pipe(CustomerType);

/** The account status of a customer (portal-1 section 9). */
export const ACCOUNT_STATUS = { 23: 'Active', 24: 'Archived' } as const;
export const ACTIVE = 23;
export const ARCHIVED = 24;
export const AccountStatus = z.union([z.literal(ACTIVE), z.literal(ARCHIVED)]);
export type AccountStatus = z.infer<typeof AccountStatus>;
export const AccountStatusInput = z.coerce.number().pipe(AccountStatus);

export const MAX_NAMES = 10;
export const MAX_ADDRESSES = 5;
export const MAX_UNITS = 10;

export const CustomerKey = z.string().regex(/^[0-9A-Z]{26}$/, 'No such customer');
/** The key of a name or an address of a customer. */
export const EntryKey = z.string().regex(/^[0-9A-Z]{26}$/, 'No such entry');

/** What people enter of a person of the customer. */
export const NameFields = z.object({
  FirstName: text('First name', 50),
  LastName: text('Last name', 50),
  HomePhone: orEmpty(phoneNumber('Home phone')),
  CellPhone: orEmpty(phoneNumber('Cell phone')),
});
export type NameFields = z.output<typeof NameFields>;

export const CustomerName = NameFields.extend({ key: EntryKey });
export type CustomerName = z.output<typeof CustomerName>;

/** The first address of a customer is the home address, which the caregivers of a unit see. */
export const CustomerAddress = HomeAddress.extend({ key: EntryKey });
export type CustomerAddress = z.output<typeof CustomerAddress>;

/** A customer in lists. */
export const CustomerRow = z.object({
  myLinkKey: CustomerKey,
  customerType: CustomerType,
  myLinkStatus: AccountStatus,
  names: z.array(CustomerName),
  addresses: z.array(CustomerAddress),
  units: z.array(SerialNumber),
  DealerKey,
  DealerName: z.string(),
  /** Grows with each change. A change of an older version is refused. */
  version: z.number().int(),
});
export type CustomerRow = z.infer<typeof CustomerRow>;

/** A unit of a customer, or one that can be assigned. */
export const CustomerUnit = z.object({ UnitSerNum: SerialNumber, UnitModel, UnitStatus, UnitID: z.string() });
export type CustomerUnit = z.infer<typeof CustomerUnit>;

/** A caregiver of a unit of the customer. */
export const CustomerCaregiver = z.object({ UserKey: z.string(), Name: z.string(), UnitSerNum: SerialNumber });

/** A customer with its units and their caregivers. */
export const Customer = CustomerRow.extend({
  unitDetails: z.array(CustomerUnit),
  caregivers: z.array(CustomerCaregiver),
});
export type Customer = z.infer<typeof Customer>;

type Named = Pick<CustomerRow, 'names' | 'addresses'>;

export const fullName = ({ FirstName, LastName }: Pick<NameFields, 'FirstName' | 'LastName'>) =>
  `${FirstName} ${LastName}`;

/** What people call a customer: its first name, or its address while it has no name. */
export const customerWords = ({ names: [name], addresses: [address] }: Named): string =>
  name ? fullName(name) : address ? addressLine(address) : 'Customer';
