import type { Asker, Identities } from '#core/auth/identities.ts';
import type { Session } from '#core/auth/session.ts';
import { OTHERS_DEALER_CLOSED } from '#core/dealers/closing.ts';
import { covers, type Grounds, type LaterRights, type Rights } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { sharedFlags } from '#core/users/access-rules.ts';
import { whyNotActAs } from '#core/users/acting.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { closedDealerStore } from '#data/dealers/closed-dealers.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { actingOf, holderOf, isEnabled, userStore } from '#data/users/users.ts';
import { runs } from './session-end.ts';

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
 * gone or disabled, its dealer or one above it is closed, or the shown dealer is gone or no longer below the user's own. `consistent` reads the latest state of the table.
 */
export async function rightsNow(
  identities: Identities,
  now: number,
  { consistent = false } = {},
): Promise<RightsNow | undefined> {
  const actor = await userStore.byKey(identities.UserKey, consistent);
  if (!actor || !isEnabled(actor)) return undefined;
  if (await closedDealerStore.isClosed(actor.dealerPath, now, { consistent })) return undefined;
  const taken = await takenBy(actor, identities, now, consistent);
  const shown = await shownDealer(identities, taken ?? actor, consistent);
  if (!shown) return undefined;
  return {
    actor,
    rights: {
      ...(taken ? rightsAs(identities, actor, taken, shown) : ownRights(actor, shown)),
      ...(identities.enteredBy && { enteredBy: identities.enteredBy }),
    },
    grounds: { users: taken ? [actor, taken.stored] : [actor] },
    hasLapsed: identities.asUserKey !== actor.UserKey && !taken,
  };
}

/**
 * The rights for work that is done later: those that the identities have now, by the latest state of the table. Undefined if there are
 * none, also if the access that was taken on has ended or was given back meanwhile. `sameSession`: only the session of the asker is read, for work whose
 * process may not look for others. Access that was taken on then also ends with a switch of the shown dealer.
 */
export async function rightsLater(
  asker: Asker,
  now: number,
  { sameSession = false } = {},
): Promise<LaterRights | undefined> {
  const read = await rightsNow(asker, now, { consistent: true });
  if (!read || read.hasLapsed) return undefined;
  const isOwn = asker.asUserKey === asker.UserKey;
  return isOwn || (await isStillTakenOn(asker, read.actor, now, sameSession))
    ? { ...read.rights, grounds: read.grounds }
    : undefined;
}

/** True if a running session of the actor still uses the access that the asker had taken on. */
async function isStillTakenOn(asker: Asker, actor: UserRecord, now: number, sameSession: boolean): Promise<boolean> {
  const uses = (session: Session | undefined) =>
    session?.UserKey === asker.UserKey && session.asUserKey === asker.asUserKey && session.asUntil === asker.asUntil;
  const usesNow = async (sessionId: string) => {
    const session = await sessionStore.get(sessionId);
    return session !== undefined && uses(session) && runs(session, actor, now);
  };
  if (await usesNow(asker.sessionId)) return true;
  if (sameSession) return false;
  // A switch of the shown dealer has replaced the session.
  for (const session of await sessionStore.ofUser(asker.UserKey))
    if (uses(session) && (await usesNow(session.sessionId))) return true;
  return false;
}

/** A user whose access was taken on: as stored, with the present path of their dealer. */
interface TakenUser extends UserRecord {
  stored: UserRecord;
}

/** The user whose access the actor has taken on, as long as that lasts and is allowed; undefined where it is their own. */
async function takenBy(
  actor: UserRecord,
  { asUserKey, asUntil = 0 }: Identities,
  now: number,
  consistent: boolean,
): Promise<TakenUser | undefined> {
  if (asUserKey === actor.UserKey || asUntil <= now) return undefined;
  const stored = await userStore.byKey(asUserKey, consistent);
  // A user follows a moved dealer later. Whose dealer has left the actor's tree lends nothing from then on.
  const [by, other] = await Promise.all([actor, stored].map((user) => user && inPlace(user, consistent)));
  if (!stored || !by || !other || (await whyNotTakeOn(by, other, now, { consistent }))) return undefined;
  return { ...other, stored };
}

/** Returns why the actor cannot take on the access of the other user, or has to give it back, or undefined. */
export async function whyNotTakeOn(
  actor: UserRecord,
  other: UserRecord,
  now: number,
  how?: { consistent?: boolean },
): Promise<string | undefined> {
  const reason = whyNotActAs(actingOf(actor), actingOf(other));
  if (reason !== undefined) return reason;
  return (await closedDealerStore.isClosed(other.dealerPath, now, how)) ? OTHERS_DEALER_CLOSED : undefined;
}

async function inPlace(user: UserRecord, consistent: boolean): Promise<UserRecord | undefined> {
  const dealer = await dealerStore.byKey(user.DealerKey, consistent);
  return dealer && { ...user, dealerPath: dealer.dealerPath };
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
  fullName: fullNameOf(user),
  ...shown,
  home: { dealerKey: user.DealerKey, dealerPath: user.dealerPath },
  actor: { userKey: user.UserKey, userName: user.UserName, fullName: fullNameOf(user) },
  ...holderOf(user),
});

/** The other's rights, with no flag that the actor lacks. */
const rightsAs = ({ asUntil }: Identities, actor: UserRecord, other: UserRecord, shown: Rights['home']): Rights => ({
  ...ownRights(other, shown),
  flags: sharedFlags(holderOf(actor).flags, holderOf(other).flags),
  actor: {
    userKey: actor.UserKey,
    userName: actor.UserName,
    fullName: fullNameOf(actor),
    until: instant(asUntil!),
  },
});
