import { CUSTOMER_TYPES } from '#core/customers/customer.ts';

export const TYPE_OPTIONS = [
  { value: 0 as const, label: CUSTOMER_TYPES[0] },
  { value: 1 as const, label: CUSTOMER_TYPES[1] },
];
