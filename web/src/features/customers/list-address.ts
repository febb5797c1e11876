import {
  ACTIVE,
  type AccountStatus,
  ARCHIVED,
  CUSTOMER_TYPES,
  type CustomerRow,
  CustomerTypeInput,
} from '#core/customers/customer.ts';
import { paths } from '#web/lib/page/paths.ts';

/** The list that the address names. Missing or wrong parameters get the default. */
export function listAddress(parameters: URLSearchParams) {
  const type = CustomerTypeInput.safeParse(parameters.get('customerType') ?? 0);
  const myLinkStatus: AccountStatus = parameters.get('status') === String(ARCHIVED) ? ARCHIVED : ACTIVE;
  return { type: type.success ? type.data : (0 as const), myLinkStatus };
}

/** The types of customers by their numbers, with the plural for tabs. */
export const TYPE_TABS = [
  { type: 0, label: 'Households' },
  { type: 1, label: 'Facilities' },
] as const;

export const typeWords = ({ customerType }: Pick<CustomerRow, 'customerType'>) => CUSTOMER_TYPES[customerType];

export const customerHref = ({ myLinkKey, customerType }: Pick<CustomerRow, 'myLinkKey' | 'customerType'>) =>
  paths.customer({ myLinkKey, customerType });
