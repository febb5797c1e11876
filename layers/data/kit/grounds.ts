import type { TransactWriteEntities } from 'electrodb';
import { isEqual } from '#core/is-equal.ts';
import type { Scope } from '#core/scope.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SessionEntity } from '../auth/session-entity.ts';
import { ClosedDealersEntity, noneClosed, PORTAL } from '../dealers/closed-dealers.ts';
import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { UserEntity } from '../users/user-entities.ts';
import type { Write } from './change.ts';
import type { Operations } from './conditions.ts';

/** What a scope rests on. Work that is done later has no session. */
export type By = Pick<Scope, 'grounds' | 'dealerKey' | 'dealerPath' | 'home'> & Partial<Pick<Scope, 'sessionId'>>;

/** The entities of what a scope rests on. */
export const groundEntities = {
  groundSession: SessionEntity,
  groundUser: UserEntity,
  groundDealer: DealerEntity,
  groundClosed: ClosedDealersEntity,
};

export const ACCESS_CHANGED = 'Your access has just changed. Please sign in again';

/**
 * The checks that a scope still rests on what it was read from: the session exists, the actor and the user whose access was taken on may do the
 * same, no dealer of theirs is closed, and that user's dealer and the shown dealer are in their places. A transaction names an item once, so an item that it writes anyway is left out: that write has
 * a condition of its own.
 */
export function groundChecks(
  to: TransactWriteEntities<typeof groundEntities>,
  { sessionId, grounds, dealerKey, dealerPath, home }: By,
  writes: readonly Write[],
): Write[] {
  const open = openGrounds(grounds);
  const checks = [
    ...(open ? [to.groundClosed.check(PORTAL).where(open).commit()] : []),
    ...(sessionId === undefined
      ? []
      : [
          to.groundSession
            .check({ sessionId })
            .where(({ UserKey }, { exists }) => exists(UserKey))
            .commit(),
        ]),
    ...grounds.users.map((user) => to.groundUser.check({ UserKey: user.UserKey }).where(maySameAs(user)).commit()),
    ...(dealerKey === home.dealerKey ? [] : [dealerIsAt(to.groundDealer, { DealerKey: dealerKey, dealerPath })]),
    ...(grounds.users.length > 1
      ? [dealerIsAt(to.groundDealer, { DealerKey: home.dealerKey, dealerPath: home.dealerPath })]
      : []),
  ];
  const written = new Set(writes.map(keyOf));
  return checks.filter((check) => !written.has(keyOf(check)));
}

/** The condition that the dealers of the users, and those above, are open; undefined where it always holds. */
export const openGrounds = ({ users }: By['grounds']) => noneClosed(users.map(({ dealerPath }) => dealerPath));

/** A user, or another item, in the place that its dealer had when it was stored. */
export type Standing = Pick<UserRecord, 'DealerKey' | 'dealerPath'>;

/** The check that the dealer of `about` was not moved: somebody above its old place could have lost it since. */
export const placeChecks = (to: TransactWriteEntities<typeof groundEntities>, about: Standing | undefined): Write[] =>
  about ? [dealerIsAt(to.groundDealer, about)] : [];

const RIGHTS = ['UserStatus', 'UserTypeKey', 'DealerKey', 'dealerPath', 'flags'] as const;

/** True if the user is as `maySameAs` requires. */
export const maySame = (was: UserRecord, is: UserRecord | undefined): boolean =>
  is !== undefined && [...RIGHTS, 'signedOutAt' as const].every((field) => isEqual(was[field], is[field]));

/** The condition that the user is as enabled, of the same type, dealer and flags as `was`, and has not signed out everywhere since. */
export const maySameAs =
  (was: UserRecord) =>
  (user: Required<UserRecord>, { eq, notExists }: Operations): string =>
    [
      ...RIGHTS.map((field) => eq(user[field], was[field])),
      was.signedOutAt === undefined ? notExists(user.signedOutAt) : eq(user.signedOutAt, was.signedOutAt),
    ].join(' AND ');

/** The key of the item that a write names. */
function keyOf(write: Write): string {
  const [{ Key, Item } = {}] = Object.values(write as Record<string, { Key?: object; Item?: object }>);
  const { pk, sk } = (Key ?? Item) as { pk: string; sk: string };
  return `${pk} ${sk}`;
}
