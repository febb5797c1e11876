import { users } from '#core/users/contract.ts';
import type { Query } from '#web/components/query-bar/query.ts';
import { firstReadsOfList, useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { readOfDealerField } from '#web/shared/dealers/dealer-field.tsx';

export const STATUSES = ['all', 'enabled', 'disabled'] as const;

const showUsersFailure = showFailureAs('Error fetching users');

/** The list that the address asks for. */
function listAt(parameters: URLSearchParams) {
  const status = STATUSES.find((one) => one === parameters.get('status')) ?? 'all';
  const dealer = Number(parameters.get('dealer')) || undefined;
  return {
    status,
    dealer,
    endpoint: dealer === undefined ? users.list : users.listOfDealer,
    reads: {
      name: 'UserManagement',
      // P1-K06.
      pageSizes: [5, 10, 25, 50, 100],
      defaultPageSize: 25,
      input: ({ text }: Query) => ({
        ...(dealer === undefined ? { dealerOrFlag: status } : { dealerKey: dealer }),
        ...(status !== 'all' && { status }),
        ...(text && { searchText: text }),
      }),
    },
  };
}

export const firstReads: FirstReads = (parameters) => {
  const { endpoint, reads } = listAt(parameters);
  return [...firstReadsOfList(endpoint, reads, parameters), readOfDealerField()];
};

/** The users that the address asks for: those of one dealer, or of the whole part of the tree. */
export function useUsers() {
  const { parameters, change } = useAddressParameters();
  const { status, dealer, endpoint, reads } = listAt(parameters);
  const list = useListPage(endpoint, {
    ...reads,
    rowId: ({ UserKey }) => UserKey,
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
