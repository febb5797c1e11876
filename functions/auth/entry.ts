import { mayAccess, USER_TYPE } from '#core/access.ts';
import { entry } from '#core/auth/entry-contract.ts';
import { TOO_MANY_TRIES } from '#core/auth/gate-messages.ts';
import type { Asker } from '#core/auth/identities.ts';
import { digitsOf } from '#core/auth/phone-number.ts';
import { ENTRY_LIMIT, TOKEN_LIMITS } from '#core/auth/sign-in-limits.ts';
import type { Handlers } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import { type ActedBy, covers, type Person, type Scope } from '#core/scope.ts';
import { instant, SECOND } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { auditEntry } from '#data/audit/audit.ts';
import { entryTokens, issueEntryToken } from '#data/auth/entry-tokens.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { ownActor } from '#data/users/user-changes.ts';
import { isEnabled, userObject, userStore } from '#data/users/users.ts';
import { openSession } from '#platform/session/open-session.ts';
import { rightsLater } from '#platform/session/rights-now.ts';
import { forgetSession, isRunning } from '#platform/session/sign-in.ts';
import { withTryLimit } from '#platform/session/with-try-limit.ts';

export const entryHandlers: Handlers<typeof entry> = {
  convertJWT: exchange,
  convertCentreJWT: exchange,

  async issueEntryToken({ input: { username, phonenumber }, scope }) {
    const user = await userStore.byName(username);
    // Users of monitoring centres can do less than the issuer. A link for any other user would be a way to take on their access.
    if (!user || !covers(scope, user.dealerPath) || user.UserTypeKey !== USER_TYPE.monitoringCentre || !isEnabled(user))
      throw new AppError('NOT_FOUND', 'There is no such user of a monitoring centre');
    return issue(scope, user, phonenumber);
  },

  async convert({ input: { token, phonenumber, dealerkey, username }, request }) {
    const now = Date.now();
    return withTryLimit(TOKEN_LIMITS.entry, request.sourceIp, now, async () => {
      const facts = await entryTokens.take(token, now);
      const user = facts && (await userStore.byKey(facts.UserKey));
      const fits =
        user &&
        isEnabled(user) &&
        (facts.session
          ? await hasSession(facts.session.sessionId, now)
          : user.UserTypeKey === USER_TYPE.monitoringCentre && (await mayStillIssue(facts.askedBy, user, now))) &&
        (user.signedOutAt ?? 0) < facts.issuedAt &&
        (dealerkey === undefined || dealerkey === user.DealerKey) &&
        (username === undefined || username.toLowerCase() === user.UserName.toLowerCase()) &&
        (!facts.phoneNumber || !phonenumber || digitsOf(phonenumber) === digitsOf(facts.phoneNumber));
      if (!fits) throw new AppError('UNAUTHENTICATED', 'This link has been used or is too old');
      // A session that is refused, because the user's dealer is closed, is no sign-in. Without an entry nobody gets the token.
      const audit = useOf(facts.issuedBy, user, request.sourceIp, now);
      const session = await openSession(user, 'link', request, now, {
        endsAt: facts.session?.endsAt,
        audit,
        enteredBy: issuerOf(facts.issuedBy, user),
      });
      const phoneNumber = facts.phoneNumber ?? phonenumber;
      return { ...session, ...(phoneNumber && { phoneNumber }) };
    });
  },
};

/** Issues a token for the caller's own user. The caller's session limits it. */
async function exchange({
  input: { phonenumber },
  scope,
}: {
  input: { phonenumber?: string | undefined };
  scope: Scope;
}): Promise<{ token: string; expiresAt: string }> {
  // The token could be used after the taken-on access has ended.
  if (scope.userKey !== scope.actor.userKey)
    throw new AppError('FORBIDDEN', 'You cannot do this while you use the access of another user');
  const user = await userStore.byKey(scope.userKey);
  const session = await sessionStore.get(scope.sessionId);
  if (!user || !session) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  const { sessionId, expiresAt } = session;
  return issue(scope, user, phonenumber, { sessionId, endsAt: expiresAt * SECOND });
}

/** Reads the session from the table, because another instance may have ended it since this one cached it. */
function hasSession(sessionId: string, now: number): Promise<boolean> {
  forgetSession(sessionId);
  return isRunning(sessionId, now);
}

/** True if the administrator who issued the token could issue it now. The user may not have followed a moved dealer yet. */
async function mayStillIssue(askedBy: Asker, { DealerKey }: UserRecord, now: number): Promise<boolean> {
  const [rights, dealer] = await Promise.all([rightsLater(askedBy, now), dealerStore.byKey(DealerKey, true)]);
  return rights !== undefined && covers(rights, dealer?.dealerPath) && mayAccess(entry.issueEntryToken.access, rights);
}

/** Who is named beside the user in the audit of the session. A session that was exchanged passes the issuer of its own link on. */
function issuerOf({ actorKey, actorName, actorFullName, ...by }: ActedBy, { UserKey }: UserRecord): Person | undefined {
  if (actorKey !== UserKey) return { userKey: actorKey, userName: actorName, fullName: actorFullName };
  if (by.enteredByKey === undefined) return undefined;
  return { userKey: by.enteredByKey, userName: by.enteredByName ?? '', fullName: by.enteredByFullName ?? '' };
}

/** The audit entry of a sign-in by link: the issuer acts as the user. */
function useOf(issuedBy: ActedBy, user: UserRecord, sourceIp: string, now: number) {
  const { actorKey, actorName, actorFullName, asUserKey, asUserFullName, asDealerKey } = issuedBy;
  const by = {
    ...ownActor(user),
    actor: { userKey: actorKey, userName: actorName, fullName: actorFullName },
    enteredBy: actorKey === user.UserKey ? issuerOf(issuedBy, user) : undefined,
  };
  const after = {
    sourceIp,
    ...(asUserKey !== actorKey && { issuedWithAccessOf: asUserFullName }),
    ...(asDealerKey !== undefined && { issuedShownAs: asDealerKey }),
  };
  return auditEntry(by, { ...userObject(user), action: 'sign in by entry token', after }, now);
}

type ExchangedSession = { sessionId: string; endsAt: number };

async function issue(
  scope: Scope,
  user: UserRecord,
  phoneNumber: string | undefined,
  session?: ExchangedSession,
): Promise<{ token: string; expiresAt: string }> {
  const now = Date.now();
  if (!(await attemptStore.count(ENTRY_LIMIT, scope.actor.userKey, now)))
    throw new AppError('TOO_MANY', TOO_MANY_TRIES);
  const facts = { issuedAt: now, ...(session && { session }), ...(phoneNumber && { phoneNumber }) };
  const change = { ...userObject(user), action: 'issue entry token' as const };
  const token = await issueEntryToken(scope, user, facts, auditEntry(scope, change, now), now);
  return { token, expiresAt: instant(now + entryTokens.life) };
}
