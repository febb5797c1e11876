import { ACCESS_FLAGS, type AccessFlag } from '#core/access.ts';
import { roleName } from '#core/auth/role.ts';
import type { AccessMap, SessionUser } from '#core/auth/session-user.ts';
import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { userStore } from '#data/users/users.ts';

const TOP_DEALER = 1;

/** The signed-in user for the browser. */
export async function sessionUser(scope: Scope): Promise<SessionUser> {
  const user = await userOf(scope.userKey);
  const actor = isActing(scope) ? await userOf(scope.actor.userKey) : undefined;
  const isShownAsOwn = scope.dealerKey === scope.home.dealerKey;
  const [own, other, hasSubDealers, actorsOwn] = await Promise.all([
    ownDealer(scope.home.dealerKey),
    isShownAsOwn ? undefined : dealerStore.get(scope, scope.dealerKey),
    dealerStore.hasBelow(scope.home),
    actor && ownDealer(actor.DealerKey),
  ]);
  return {
    user: user.UserKey,
    ...namesOf(user),
    type: scope.userType,
    dealer: scope.dealerKey,
    dealerName: (other ?? own).DealerName,
    ownDealer: own.DealerKey,
    ownDealerName: own.DealerName,
    hasSubDealers,
    times: (actor ?? user).times ?? {},
    // The session belongs to the actor, so the actor's dealer decides where a sign-out leads.
    signOutAddress: (actorsOwn ?? own).signOutAddress ?? '/login',
    ...(actor && { actor: { user: actor.UserKey, ...namesOf(actor), until: scope.actor.until! } }),
  };
}

const isActing = ({ userKey, actor }: Scope) => actor.until !== undefined && actor.userKey !== userKey;

async function userOf(userKey: string): Promise<UserRecord> {
  const user = await userStore.byKey(userKey);
  if (!user) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  return user;
}

/** Finds the dealer by its key, because a moved dealer has its new path before its users have. */
async function ownDealer(dealerKey: number): Promise<DealerRecord> {
  const dealer = await dealerStore.byKey(dealerKey);
  if (!dealer) throw new AppError('NOT_FOUND', 'There is no such dealer');
  return dealer;
}

const namesOf = ({ UserName: userName, UserFirstName: firstName, UserLastName: lastName }: UserRecord) => ({
  userName,
  firstName,
  lastName,
});

export const accessMap = (flags: readonly AccessFlag[]) =>
  Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, flags.includes(flag)])) as AccessMap;

export const roleOf = ({ userType, flags, dealerKey }: Pick<Scope, 'userType' | 'flags' | 'dealerKey'>) => ({
  type: userType,
  role: roleName(userType),
  superAdmin: dealerKey === TOP_DEALER && flags.includes('ADMIN'),
});
