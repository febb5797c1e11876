import { AppError } from '#core/errors.ts';
import type { Page, PageRequest } from '#core/paging.ts';
import { covers, type Scope } from '#core/scope.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { getAll } from '../kit/batch.ts';
import { page } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';
import { UserEntity, UserNameEntity } from './user-entities.ts';
import { findable, UserLookupEntity } from './user-lookups.ts';
import { isEnabled } from './users.ts';

/** The users to list: of a dealer only, or of all dealers below it too; of one status, or of both. */
export interface UserSelection {
  dealer: { DealerKey: number; dealerPath: string };
  below: boolean;
  status: 'enabled' | 'disabled' | undefined;
}

export const noSuchUser = () => new AppError('NOT_FOUND', 'There is no such user');

/** A search stops after this many pages of users with another status or dealer. */
const MAX_PAGES = 5;

export const managedUserStore = {
  /** The user; NOT_FOUND if there is none, or it is outside the scope. */
  async get(scope: Pick<Scope, 'dealerPath'>, UserKey: string): Promise<UserRecord> {
    const { data } = await UserEntity.get({ UserKey }).go({ consistent: true });
    if (!data || !covers(scope, data.dealerPath)) throw noSuchUser();
    return data;
  },

  /** One page of users, by dealer and user name. */
  list({ dealer, below, status }: UserSelection, request: PageRequest): Promise<Page<UserRecord>> {
    const { dealerPath } = dealer;
    const from = below ? { dealerPath } : { dealerPath, UserName: ' ' };
    const to = below ? { dealerPath: endOfPrefix(dealerPath) } : { dealerPath, UserName: endOfPrefix('') };
    return page(
      status
        ? UserEntity.query.byStatus({ UserStatus: status === 'enabled' ? 1 : 0 }).between(from, to)
        : UserEntity.query.byTree({ tree: 'all' }).between(from, to),
      request,
    );
  },

  /** One page of the users whose user name, mail address, first or last name begins with `text`, sorted by the match. */
  async find(selection: UserSelection, text: string, request: PageRequest): Promise<Page<UserRecord>> {
    const { DealerKey } = selection.dealer;
    const value = findable(text);
    const query = UserLookupEntity.query.byDealer({ DealerKey }).between({ value }, { value: endOfPrefix(value) });
    let { cursor } = request;
    for (let pages = 1; ; pages++) {
      const found = await page(query, { cursor, pageSize: request.pageSize });
      const items = (await inOrder(found.items.map(({ UserKey }) => UserKey))).filter((user) => fits(selection, user));
      if (items.length > 0 || found.cursor === null || pages === MAX_PAGES) return { items, cursor: found.cursor };
      cursor = found.cursor;
    }
  },

  /** Of these names those that users have, in lower case. */
  async takenOf(names: readonly string[]): Promise<Set<string>> {
    const keys = names.map((name) => ({ name: name.toLowerCase() }));
    const taken = await getAll<{ name: string }, { name: string }>(UserNameEntity, keys, { consistent: true });
    return new Set(taken.map(({ name }) => name));
  },

  /** True if a user has the name. */
  async isTaken(name: string): Promise<boolean> {
    const { data } = await UserNameEntity.get({ name: name.toLowerCase() }).go({ consistent: true });
    return data !== null;
  },
};

/** The users of the keys, each once, in the order of the keys. Deleted users are left out. */
async function inOrder(keys: readonly string[]): Promise<UserRecord[]> {
  const wanted = [...new Set(keys)];
  const users = await getAll(
    UserEntity,
    wanted.map((UserKey) => ({ UserKey })),
  );
  const found = new Map(users.map((user) => [user.UserKey, user]));
  return wanted.flatMap((key) => found.get(key) ?? []);
}

const fits = ({ dealer, below, status }: UserSelection, user: UserRecord) =>
  (below ? covers(dealer, user.dealerPath) : user.dealerPath === dealer.dealerPath) &&
  (status === undefined || (status === 'enabled') === isEnabled(user));
