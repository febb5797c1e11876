import { users } from '#core/users/contract.ts';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';

export const STATUSES = ['all', 'enabled', 'disabled'] as const;

const showUsersFailure = showFailureAs('Error fetching users');

/** The users that the address asks for: those of one dealer, or of the whole part of the tree. */
export function useUsers() {
  const { parameters, change } = useAddressParameters();
  const status = STATUSES.find((one) => one === parameters.get('status')) ?? 'all';
  const dealer = Number(parameters.get('dealer')) || undefined;
  const list = useListPage(dealer === undefined ? users.list : users.listOfDealer, {
    name: 'UserManagement',
    rowId: ({ UserKey }) => UserKey,
    // P1-K06.
    pageSizes: [5, 10, 25, 50, 100],
    defaultPageSize: 25,
    input: ({ text }) => ({
      ...(dealer === undefined ? { dealerOrFlag: status } : { dealerKey: dealer }),
      ...(status !== 'all' && { status }),
      ...(text && { searchText: text }),
    }),
    onFailure: showUsersFailure,
    part: `${status} ${dealer ?? ''}`,
  });
  return {
    list,
    status,
    dealer,
    isFiltered: Boolean(list.query.text) || status !== 'all' || dealer !== undefined,
    setDealer: (key: number | undefined) => change({ dealer: key === undefined ? undefined : String(key) }),
  };
}
