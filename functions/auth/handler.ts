import { auth } from '#core/auth/contract.ts';
import type { Scope } from '#core/scope.ts';
import { auditEntry } from '#data/audit/audit.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { userObject, userStore } from '#data/users/users.ts';
import { serve } from '#platform/http/serve.ts';
import { forgetSession } from '#platform/session/sign-in.ts';
import { emailHandlers } from './confirm-email.ts';
import { entryHandlers } from './entry.ts';
import { login } from './login.ts';
import { recoveryHandlers } from './recovery.ts';
import { accessMap, roleOf, sessionUser } from './session-user.ts';
import { signOnHandlers } from './sign-on.ts';

export const handler = serve(auth, {
  login: ({ input, request }) => login(input, request),

  async logout({ scope }) {
    await endSession(scope);
    forgetSession(scope.sessionId);
    return {};
  },

  async logoutEverywhere({ scope }) {
    await endSession(scope);
    await userStore.signOutEverywhere(scope.actor.userKey, Date.now());
    forgetSession(scope.sessionId);
    return {};
  },

  // serve() has stored the activity already.
  stayActive: async () => ({}),

  access: async ({ scope }) => ({
    user: await sessionUser(scope),
    access: accessMap(scope.flags),
    accessENGINEER: scope.flags.includes('ENGINEER'),
  }),
  role: async ({ scope }) => roleOf(scope),
  user: ({ scope }) => sessionUser(scope),
  accesses: async ({ scope }) => accessMap(scope.flags),

  ...recoveryHandlers,
  ...signOnHandlers,
  ...emailHandlers,
  ...entryHandlers,
});

/** Ends the session. If access was taken on, the sign-out also gives it back, with an audit entry. */
async function endSession(scope: Scope): Promise<void> {
  const taken = scope.actor.until === undefined ? undefined : await userStore.byKey(scope.userKey);
  if (!taken) return sessionStore.end(scope.sessionId);
  const entry = auditEntry(scope, { ...userObject(taken), action: 'give back access' }, Date.now());
  await sessionStore.endWith(scope.sessionId, entry);
}
