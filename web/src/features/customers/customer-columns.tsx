import { addressLine } from '#core/caregivers/customer.ts';
import { ACCOUNT_STATUS, type CustomerRow, customerWords, fullName } from '#core/customers/customer.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { formatPhone } from '#web/components/form/phone.ts';
import { typeWords } from './list-address.ts';

const phonesOf = ({ names }: CustomerRow) =>
  names
    .flatMap(({ CellPhone, HomePhone }) => [CellPhone, HomePhone])
    .filter(Boolean)
    .map(formatPhone);

/** The columns of the list. `dealers`: there are customers of several dealers. `found`: of all types and account statuses. */
export const customerColumns = ({
  dealers,
  found,
}: {
  dealers: boolean;
  found: boolean;
}): DataColumn<CustomerRow>[] => [
  {
    id: 'name',
    accessorFn: customerWords,
    size: 200,
    meta: { label: 'Customer', locked: true, grows: true, card: 'title' },
  },
  {
    id: 'others',
    accessorFn: ({ names }) => names.slice(1).map(fullName).join(', '),
    size: 160,
    meta: { label: 'Other names', shownByDefault: false },
  },
  {
    id: 'phone',
    accessorFn: (customer) => phonesOf(customer)[0] ?? '',
    size: 140,
    meta: { label: 'Phone', monospace: true, exportValue: (customer) => phonesOf(customer).join(', ') },
  },
  {
    id: 'address',
    accessorFn: ({ addresses: [home] }) => home && addressLine(home),
    size: 300,
    meta: { label: 'Address' },
  },
  {
    id: 'units',
    accessorFn: ({ units }) => units.join(', '),
    size: 140,
    meta: { label: 'Units', monospace: true },
  },
  { id: 'type', accessorFn: typeWords, size: 110, meta: { label: 'Type', shownByDefault: found } },
  {
    id: 'status',
    accessorFn: ({ myLinkStatus }) => ACCOUNT_STATUS[myLinkStatus],
    size: 120,
    meta: { label: 'Account status', shownByDefault: found, card: 'aside' },
  },
  { accessorKey: 'DealerName', size: 180, meta: { label: 'Dealer', shownByDefault: dealers } },
];
