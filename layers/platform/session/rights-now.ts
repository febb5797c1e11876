import type { Identities } from '#core/auth/identities.ts';
import { covers, type Grounds, type Rights } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { sharedFlags } from '#core/users/access-rules.ts';
import { whyNotActAs } from '#core/users/acting.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { actingOf, holderOf, isEnabled, userStore } from '#data/users/users.ts';

/** The rights that identities have at the moment when they are read. */
export interface RightsNow {
  actor: UserRecord;
  rights: Rights;
  grounds: Grounds;
  /** True if the access that was taken on has ended. The rights are then the actor's own. */
  hasLapsed: boolean;
}

/**
 * Reads the rights of the identities: every request and all work done later get theirs here. Undefined if there are none: the user is
 * gone or disabled, or the shown dealer is gone or no longer below the user's own. `consistent` reads the latest state of the table.
 */
export async function rightsNow(
  identities: Identities,
  now: number,
  { consistent = false } = {},
): Promise<RightsNow | undefined> {
  const actor = await userStore.byKey(identities.UserKey, consistent);
  if (!actor || !isEnabled(actor)) return undefined;
  const taken = await takenBy(actor, identities, now, consistent);
  const shown = await shownDealer(identities, taken ?? actor, consistent);
  if (!shown) return undefined;
  return {
    actor,
    rights: taken ? rightsAs(identities, actor, taken, shown) : ownRights(actor, shown),
    grounds: { users: taken ? [actor, taken] : [actor] },
    hasLapsed: identities.asUserKey !== actor.UserKey && !taken,
  };
}

/**
 * The rights for work that is done later: those that the identities have now, by the latest state of the table. Undefined if there are
 * none, also if the access that was taken on has ended meanwhile.
 */
export async function rightsLater(identities: Identities, now: number): Promise<Rights | undefined> {
  const read = await rightsNow(identities, now, { consistent: true });
  return read && !read.hasLapsed ? read.rights : undefined;
}

/** The user whose access the actor has taken on, as long as that lasts and is allowed; undefined where it is their own. */
async function takenBy(actor: UserRecord, { asUserKey, asUntil = 0 }: Identities, now: number, consistent: boolean) {
  if (asUserKey === actor.UserKey || asUntil <= now) return undefined;
  const other = await userStore.byKey(asUserKey, consistent);
  return other && whyNotActAs(actingOf(actor), actingOf(other)) === undefined ? other : undefined;
}

async function shownDealer(
  { shown }: Identities,
  user: UserRecord,
  consistent: boolean,
): Promise<Rights['home'] | undefined> {
  const own = { dealerKey: user.DealerKey, dealerPath: user.dealerPath };
  if (shown?.UserKey !== user.UserKey || shown.DealerKey === own.dealerKey) return own;
  const dealer = await dealerStore.byKey(shown.DealerKey, consistent);
  if (!dealer || !covers(own, dealer.dealerPath)) return undefined;
  return { dealerKey: dealer.DealerKey, dealerPath: dealer.dealerPath };
}

const ownRights = (user: UserRecord, shown: Rights['home']): Rights => ({
  userKey: user.UserKey,
  userName: user.UserName,
  ...shown,
  home: { dealerKey: user.DealerKey, dealerPath: user.dealerPath },
  actor: { userKey: user.UserKey, userName: user.UserName },
  ...holderOf(user),
});

/** The other's rights, with no flag that the actor lacks. */
const rightsAs = ({ asUntil }: Identities, actor: UserRecord, other: UserRecord, shown: Rights['home']): Rights => ({
  ...ownRights(other, shown),
  flags: sharedFlags(holderOf(actor).flags, holderOf(other).flags),
  actor: { userKey: actor.UserKey, userName: actor.UserName, until: instant(asUntil!) },
});
