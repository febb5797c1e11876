import { useSearchParams } from 'react-router';
import { users } from '#core/users/contract.ts';
import type { User } from '#core/users/user.ts';
import { useCursorPages } from '#web/components/data-table/use-cursor-pages.ts';
import { toastFailure } from '#web/components/messages/toaster.tsx';
import { call, type Output } from '#web/lib/api/api.ts';
import { useListEndpoint } from '#web/lib/api/use-list-endpoint.ts';
import { TOAST_DURATION } from '#web/lib/durations.ts';
import { useTableState } from '#web/lib/table/use-table-state.ts';

/** The page sizes of the user table [P1-K06]. */
export const PAGE_SIZES = [5, 10, 25, 50, 100];
const DEFAULT_PAGE_SIZE = 25;

export const STATUSES = ['all', 'enabled', 'disabled'] as const;
export type Status = (typeof STATUSES)[number];

/** Which users are asked for, as the address says. */
export interface UsersAsked {
  status: Status;
  dealer: number | undefined;
  searchText: string;
}

/** The users that the address asks for, and how to ask for others. */
export function useUsers() {
  const table = useTableState({ pageSizes: PAGE_SIZES, defaultPageSize: DEFAULT_PAGE_SIZE });
  const [parameters, setParameters] = useSearchParams();
  const asked: UsersAsked = {
    status: STATUSES.find((one) => one === parameters.get('status')) ?? 'all',
    dealer: Number(parameters.get('dealer')) || undefined,
    searchText: table.query.text,
  };
  const pages = useCursorPages(table.resetKey);
  const page = { pageSize: table.pageSize, ...(pages.cursor && { cursor: pages.cursor }) };
  const onFailure = tellOfList;
  const ofTree = useListEndpoint(users.list, asked.dealer === undefined ? { ...treeInput(asked), ...page } : null, {
    onFailure,
  });
  const ofDealer = useListEndpoint(
    users.listOfDealer,
    asked.dealer === undefined ? null : { ...dealerInput(asked, asked.dealer), ...page },
    { onFailure },
  );
  return {
    table,
    asked,
    pages,
    list: asked.dealer === undefined ? ofTree : ofDealer,
    setDealer: (dealer: number | undefined) =>
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          if (dealer === undefined) next.delete('dealer');
          else next.set('dealer', String(dealer));
          return next;
        },
        { replace: true },
      ),
  };
}

const common = ({ status, searchText }: UsersAsked) => ({
  ...(status !== 'all' && { status }),
  ...(searchText && { searchText }),
});
const treeInput = (asked: UsersAsked) => ({ dealerOrFlag: asked.status, ...common(asked) });
const dealerInput = (asked: UsersAsked, dealerKey: number) => ({ dealerKey, ...common(asked) });

/** Every user that is asked for, page after page; for exports. */
export async function loadAllUsers(asked: UsersAsked): Promise<User[]> {
  const all = new Map<string, User>();
  let cursor: string | null = null;
  do {
    const place: { pageSize: number; cursor?: string } = { pageSize: 1000, ...(cursor && { cursor }) };
    const page: Output<typeof users.list> =
      asked.dealer === undefined
        ? await call(users.list, { ...treeInput(asked), ...place })
        : await call(users.listOfDealer, { ...dealerInput(asked, asked.dealer), ...place });
    for (const user of page.items) all.set(user.UserKey, user);
    cursor = page.cursor;
  } while (cursor);
  return [...all.values()];
}

const tellOfList = (error: Error) =>
  toastFailure({ title: 'Error fetching users', description: error.message, duration: TOAST_DURATION.failure });
