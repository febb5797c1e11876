import { ACCESS_FLAGS, type AccessFlag } from '#core/access.ts';
import { auth } from '#core/auth/contract.ts';
import type { AccessMap } from '#core/auth/session-user.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { auditEntry } from '#data/audit.ts';
import { dealerStore } from '#data/dealers.ts';
import { sessionStore } from '#data/sessions.ts';
import { userObject, userStore } from '#data/users.ts';
import { serve } from '#platform/serve.ts';
import { forgetSession } from '#platform/sign-in.ts';
import { login } from './login.ts';

export const handler = serve(auth, {
  login: ({ input, request }) => login(input, request),

  async logout({ scope }) {
    await endSession(scope);
    forgetSession(scope.sessionId);
    return {};
  },

  // serve() has noted the activity already.
  stayActive: async () => ({}),

  async access({ scope }) {
    const user = await userStore.byKey(scope.userKey);
    if (!user) throw new AppError('UNAUTHENTICATED', 'Please sign in');
    const [shown, own, hasSubDealers] = await Promise.all([
      dealerStore.get(scope, scope.dealerKey),
      dealerStore.get(scope.home, scope.home.dealerKey),
      dealerStore.hasBelow(scope.home),
    ]);
    return {
      user: {
        user: user.UserKey,
        userName: user.UserName,
        firstName: user.UserFirstName,
        lastName: user.UserLastName,
        type: scope.userType,
        dealer: scope.dealerKey,
        ...(await actorOf(scope)),
        dealerName: shown.DealerName,
        ownDealer: own.DealerKey,
        ownDealerName: own.DealerName,
        hasSubDealers,
      },
      access: accessMap(scope.flags),
      accessENGINEER: scope.flags.includes('ENGINEER'),
    };
  },
});

/** A sign-out gives access that was taken on back, which the audit tells. */
async function endSession(scope: Scope): Promise<void> {
  const taken = scope.actor.until === undefined ? undefined : await userStore.byKey(scope.userKey);
  if (!taken) return sessionStore.end(scope.sessionId);
  const entry = auditEntry(scope, { ...userObject(taken), action: 'give back access' }, Date.now());
  await sessionStore.endWith(scope.sessionId, entry);
}

/** Who really acts, where the access of another user is taken on. */
async function actorOf({ userKey, actor }: Scope) {
  if (actor.until === undefined || actor.userKey === userKey) return {};
  const user = await userStore.byKey(actor.userKey);
  if (!user) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  const { UserKey, UserName: userName, UserFirstName: firstName, UserLastName: lastName } = user;
  return { actor: { user: UserKey, userName, firstName, lastName, until: actor.until } };
}

const accessMap = (flags: readonly AccessFlag[]) =>
  Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, flags.includes(flag)])) as AccessMap;
