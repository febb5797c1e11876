import { createWriteTransaction } from 'electrodb';
import { committed } from '#data/kit/conditions.ts';
import { through } from '#data/kit/table.ts';
import { without } from '#data/kit/without.ts';
import { UserLookupEntity, userLookupsOf } from '#data/users/user-lookups.ts';
import { UserEntity } from '#data/users/users.ts';
import type { StoredDealerMove } from '../dealer-moves.ts';
import { DealerEntity, standingAt } from '../dealers.ts';
import { each, pathOf, type Step, untilStill } from './step.ts';

const USERS = 25;

/** The users below, whichever dealer they are of. */
export async function moveUsers({ from, cursor }: StoredDealerMove): Promise<Step> {
  const page = await UserEntity.query
    .byTree({ tree: 'all' })
    .between({ dealerPath: from }, { dealerPath: through(from) })
    .go({ cursor: cursor ?? null, limit: USERS });
  const left = await each(
    page.data,
    ({ UserKey }) => `user ${UserKey}`,
    ({ UserKey }) => moveUser(UserKey, from),
  );
  return { cursor: page.cursor, left };
}

/** One user with all that finds it, on the condition that it and its dealer are as they were read. */
async function moveUser(UserKey: string, from: string): Promise<void> {
  await untilStill(async () => {
    const { data: was } = await UserEntity.get({ UserKey }).go({ consistent: true });
    const dealerPath = was?.dealerPath.startsWith(from) ? await pathOf(was.DealerKey) : undefined;
    if (!was || dealerPath === undefined || dealerPath === was.dealerPath) return true;
    const { UserName, UserStatus, tree, DealerKey } = was;
    const lookups = { was: userLookupsOf(was), next: userLookupsOf({ ...was, dealerPath }) };
    const result = await committed(() =>
      createWriteTransaction({ user: UserEntity, lookup: UserLookupEntity, dealer: DealerEntity }, (entities) => [
        entities.user
          .patch({ UserKey })
          .set({ dealerPath, UserName, UserStatus, tree })
          .where((user, { eq }) =>
            (
              [
                'dealerPath',
                'DealerKey',
                'UserName',
                'UserEmail',
                'UserFirstName',
                'UserLastName',
                'UserStatus',
              ] as const
            )
              .map((field) => eq(user[field] as never, was[field] as never))
              .join(' AND '),
          )
          .commit(),
        standingAt(entities.dealer, { DealerKey, dealerPath }),
        ...without(lookups.next, lookups.was).map((lookup) => entities.lookup.put(lookup).commit()),
        ...without(lookups.was, lookups.next).map((lookup) => entities.lookup.delete(lookup).commit()),
      ]).go(),
    );
    return !result.canceled;
  });
}
