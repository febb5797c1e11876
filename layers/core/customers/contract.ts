import { z } from 'zod';
import { HomeAddress } from '../caregivers/customer.ts';
import { defineArea } from '../contract.ts';
import { Cursor, PageRequest, pageOf } from '../paging.ts';
import { Instant } from '../time.ts';
import { SerialNumber } from '../units/unit.ts';
import { CUSTOMER_EDITORS, CUSTOMER_READERS } from './access.ts';
import {
  ACTIVE,
  AccountStatusInput,
  Customer,
  CustomerAddress,
  CustomerKey,
  CustomerName,
  CustomerRow,
  CustomerTypeInput,
  CustomerUnit,
  EntryKey,
  NameFields,
} from './customer.ts';

const Version = z.coerce.number().int().min(1);
const Done = z.object({});
const changed = ['NOT_FOUND', 'CONFLICT'] as const;

export const customers = defineArea({
  list: {
    method: 'GET',
    path: '/api/customers/type/{type}',
    summary: 'Read the customers of a type, with one account status, by dealer and name',
    access: CUSTOMER_READERS,
    input: PageRequest.extend({ type: CustomerTypeInput, myLinkStatus: AccountStatusInput.default(ACTIVE) }),
    output: pageOf(CustomerRow),
  },
  // A search text is personal data, and addresses are logged: the body of a POST is not.
  search: {
    method: 'POST',
    path: '/api/customers/search',
    summary: 'Find customers by the start of a name, a phone number or an address',
    access: CUSTOMER_READERS,
    input: z.object({
      text: z.string().trim().min(1, 'Enter a name, a phone number or an address').max(100, 'At most 100 characters'),
      cursor: Cursor.optional(),
      pageSize: PageRequest.shape.pageSize,
    }),
    output: pageOf(CustomerRow),
  },
  get: {
    method: 'GET',
    path: '/api/customer/search/{myLinkKey}',
    summary: 'Read one customer with its units and caregivers; the audit names the reader',
    access: CUSTOMER_READERS,
    input: z.object({ myLinkKey: CustomerKey }),
    output: Customer,
    errors: ['NOT_FOUND'],
  },
  create: {
    method: 'POST',
    path: '/api/customer',
    summary: 'Create a customer with a name and an address',
    access: CUSTOMER_EDITORS,
    input: z.object({
      customerType: CustomerTypeInput.default(0),
      ...NameFields.shape,
      ...HomeAddress.shape,
    }),
    output: z.object({ myLinkKey: CustomerKey }),
    errors: ['CONFLICT'],
  },
  addName: {
    method: 'POST',
    path: '/api/customer/addCustomer',
    summary: 'Add a name to a customer',
    access: CUSTOMER_EDITORS,
    input: NameFields.extend({ myLinkKey: CustomerKey }),
    output: Done,
    errors: [...changed, 'TOO_LARGE'],
  },
  addAddress: {
    method: 'POST',
    path: '/api/customer/addAddress',
    summary: 'Add an address to a customer',
    access: CUSTOMER_EDITORS,
    input: HomeAddress.extend({ myLinkKey: CustomerKey }),
    output: Done,
    errors: [...changed, 'TOO_LARGE'],
  },
  update: {
    method: 'POST',
    path: '/api/customer/update',
    summary: 'Change the type, a name or an address of a customer',
    access: CUSTOMER_EDITORS,
    input: z.object({
      myLinkKey: CustomerKey,
      version: Version,
      customerType: CustomerTypeInput.optional(),
      name: CustomerName.optional(),
      address: CustomerAddress.optional(),
    }),
    output: Done,
    errors: changed,
  },
  remove: {
    method: 'POST',
    path: '/api/customer/remove',
    summary: 'Remove a name, an address or a unit from a customer',
    access: CUSTOMER_EDITORS,
    input: z.object({
      myLinkKey: CustomerKey,
      /** One of them. */
      name: EntryKey.optional(),
      address: EntryKey.optional(),
      UnitSerNum: SerialNumber.optional(),
    }),
    output: Done,
    errors: ['INVALID', ...changed],
  },
  assignUnit: {
    method: 'POST',
    path: '/api/customer/assignUnit',
    summary: 'Assign a unit without a customer to a customer of the same dealer',
    access: CUSTOMER_EDITORS,
    input: z.object({ myLinkKey: CustomerKey, UnitSerNum: SerialNumber }),
    output: Done,
    errors: [...changed, 'TOO_LARGE'],
  },
  changeAccountStatus: {
    method: 'POST',
    path: '/api/customer/changeAccountStatus',
    summary: 'Archive a customer, which sets its units free, or activate it',
    access: CUSTOMER_EDITORS,
    input: z.object({ myLinkKey: CustomerKey, myLinkStatus: AccountStatusInput }),
    output: Done,
    errors: changed,
  },
  unassigned: {
    method: 'GET',
    path: '/api/unitsUnassigned',
    summary: 'Read units that can be assigned to a customer, by serial number',
    access: CUSTOMER_READERS,
    input: z.object({
      /** The customer whose dealer has the units. Absent: the units of the caller’s dealer. */
      myLinkKey: CustomerKey.optional(),
      /** The start of a serial number. */
      search: z.string().trim().toUpperCase().max(6, 'A serial number has 6 letters or digits').default(''),
    }),
    output: z.object({
      units: z.array(CustomerUnit),
      /** There are more: a longer search text finds them. */
      more: z.boolean(),
    }),
    errors: ['NOT_FOUND'],
  },
  exportData: {
    method: 'GET',
    path: '/api/customer/export/{myLinkKey}',
    summary: 'Export everything that is stored about a customer, for the person who asks for it',
    access: CUSTOMER_EDITORS,
    input: z.object({ myLinkKey: CustomerKey }),
    output: z.object({
      exportedAt: Instant,
      customer: Customer,
      /** Who read or changed the record, newest first. */
      audit: z.array(z.object({ at: Instant, action: z.string(), by: z.string() })),
    }),
    errors: ['NOT_FOUND'],
  },
  erase: {
    method: 'DELETE',
    path: '/api/customer/{myLinkKey}',
    summary: 'Erase everything that is stored about a customer; its units stay and are set free',
    access: CUSTOMER_EDITORS,
    input: z.object({ myLinkKey: CustomerKey, version: Version }),
    output: Done,
    errors: changed,
  },
});
