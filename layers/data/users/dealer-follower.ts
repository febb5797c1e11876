import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { dealerFollower, pathOf } from '../dealers/move/follower.ts';
import { tryChange } from '../kit/change.ts';
import { endOfPrefix } from '../kit/table.ts';
import { without } from '../kit/without.ts';
import { UserEntity } from './user-entities.ts';
import { UserLookupEntity, userLookupsOf } from './user-lookups.ts';

const PAGE_SIZE = 25;

/** The attributes that the user's lookups are built from. */
const LOOKED_UP = [
  'dealerPath',
  'DealerKey',
  'UserName',
  'UserEmail',
  'UserFirstName',
  'UserLastName',
  'UserStatus',
] as const;

export const userFollower = dealerFollower({
  name: 'users',
  order: 2,
  page: ({ from }, cursor) =>
    UserEntity.query
      .byTree({ tree: 'all' })
      .between({ dealerPath: from }, { dealerPath: endOfPrefix(from) })
      .go({ cursor, limit: PAGE_SIZE }),
  labelOf: ({ UserKey }) => `user ${UserKey}`,
  async settle({ UserKey }, { from }) {
    const { data: was } = await UserEntity.get({ UserKey }).go({ consistent: true });
    const dealerPath = was?.dealerPath.startsWith(from) ? await pathOf(was.DealerKey) : undefined;
    if (!was || dealerPath === undefined || dealerPath === was.dealerPath) return true;
    const { UserName, UserStatus, DealerKey } = was;
    const lookups = { was: userLookupsOf(was), next: userLookupsOf({ ...was, dealerPath }) };
    const refusal = await tryChange(
      { entities: { user: UserEntity, lookup: UserLookupEntity, dealer: DealerEntity } },
      (to) => [
        to.user
          .patch({ UserKey })
          .set({ dealerPath, UserName, UserStatus, tree: 'all' })
          .where((user, { eq }) =>
            LOOKED_UP.map((field) => eq(user[field] as never, was[field] as never)).join(' AND '),
          )
          .commit(),
        dealerIsAt(to.dealer, { DealerKey, dealerPath }),
        ...without(lookups.next, lookups.was).map((lookup) => to.lookup.put(lookup).commit()),
        ...without(lookups.was, lookups.next).map((lookup) => to.lookup.delete(lookup).commit()),
      ],
    );
    return refusal === undefined;
  },
});

export const dealerFollowers = [userFollower];
