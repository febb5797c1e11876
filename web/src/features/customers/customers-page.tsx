import { Box } from '@chakra-ui/react';
import { Search, UserRoundPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { CUSTOMER_EDITORS } from '#core/customers/access.ts';
import { customers } from '#core/customers/contract.ts';
import { ACTIVE, ARCHIVED, type CustomerRow } from '#core/customers/customer.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import { PageAction } from '#web/components/page/page-action.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import { useEntryState } from '#web/lib/page/entry-state.ts';
import { usePageCommands } from '#web/lib/page/page-commands.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { CreateCustomerDialog } from './create-customer-dialog.tsx';
import { customerColumns } from './customer-columns.tsx';
import { customerHref, listAddress, TYPE_TABS } from './list-address.ts';

const PAUSE_MS = 250;
const TABLE = { name: 'customers', pageSizes: [10, 25, 50, 100], defaultPageSize: 10 } as const;

const listReads = (parameters: URLSearchParams): ListReads<typeof customers.list> => ({
  ...TABLE,
  input: () => listAddress(parameters),
});

export const firstReads: FirstReads = (parameters) =>
  firstReadsOfList(customers.list, listReads(parameters), parameters);

/** The customers of a type, or those that a search finds. */
export default function CustomersPage() {
  const [parameters, setParameters] = useSearchParams();
  const { type, myLinkStatus } = listAddress(parameters);
  // Not in the address: a searched name or phone number is personal data.
  const [typed = '', setTyped] = useEntryState<string>('search of customers');
  const text = useDebounced(typed.trim(), PAUSE_MS);
  const isSearch = text !== '';
  const [isCreating, setCreating] = useState(false);
  const mayCreate = useMay(CUSTOMER_EDITORS);
  const { user } = useSession();
  const columns = useMemo(
    () => customerColumns({ dealers: user.hasSubDealers, found: isSearch }),
    [user.hasSubDealers, isSearch],
  );
  const rowId = ({ myLinkKey }: CustomerRow) => myLinkKey;
  const listed = useListPage(customers.list, {
    ...listReads(parameters),
    input: () => (isSearch ? null : { type, myLinkStatus }),
    rowId,
    part: `${type} ${myLinkStatus}`,
  });
  const found = useListPage(customers.search, {
    ...TABLE,
    input: () => (isSearch ? { text } : null),
    rowId,
    part: 'found',
  });
  usePageCommands({
    id: 'customers',
    label: 'Customers',
    commands: mayCreate ? [{ id: 'create-customer', label: 'Create customer', run: () => setCreating(true) }] : [],
  });

  return (
    <ListPage<CustomerRow>
      title="Customers"
      description={isSearch ? 'Customers of every type and account status.' : 'Who the units of your dealers are for.'}
      primary={
        mayCreate && <PageAction label="Create customer" icon={UserRoundPlus} onClick={() => setCreating(true)} />
      }
      tabs={{
        label: 'Types of customers',
        active: String(type),
        tabs: TYPE_TABS.map((tab) => ({
          id: String(tab.type),
          label: tab.label,
          to: paths.customers({ customerType: tab.type, ...statusOf(myLinkStatus) }).replace(/^[^?]*/, ''),
        })),
      }}
      list={isSearch ? found : listed}
      columns={columns}
      rowHref={customerHref}
      controls={
        <>
          <Box w={{ base: '14rem', md: '22rem' }}>
            <TextField
              name="search"
              label="Search customers"
              labelHidden
              type="search"
              placeholder="Name, phone number or address"
              maxLength={100}
              prefix={<Search size={16} aria-hidden />}
              value={typed}
              onChange={setTyped}
            />
          </Box>
          {!isSearch && (
            <Box minW="11rem">
              <SelectField
                name="status"
                label="Account status"
                labelHidden
                value={myLinkStatus}
                options={[
                  { value: ACTIVE, label: 'Active' },
                  { value: ARCHIVED, label: 'Archived' },
                ]}
                onChange={(next) =>
                  setParameters({ customerType: String(type), ...statusOf(next ?? ACTIVE) }, { replace: true })
                }
              />
            </Box>
          )}
        </>
      }
      fileName={`customers ${new Date().toISOString().slice(0, 10)}`}
      empty={
        isSearch
          ? {
              title: 'No customer found',
              description: 'Type the start of a name, a phone number, a street or a city.',
            }
          : {
              title: myLinkStatus === ARCHIVED ? 'No archived customer' : 'No customer of this type yet',
              description: mayCreate ? 'Create one, or show another type.' : 'Customers of this type appear here.',
            }
      }
    >
      {isCreating && <CreateCustomerDialog customerType={type} onClose={() => setCreating(false)} />}
    </ListPage>
  );
}

const statusOf = (myLinkStatus: number): Record<'status', string> | Record<never, string> =>
  myLinkStatus === ARCHIVED ? { status: String(ARCHIVED) } : {};
