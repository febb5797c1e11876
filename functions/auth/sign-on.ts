import { NotIdentified } from '#adapters/identity/open-id.ts';
import { ACCESS_DENIED, NO_SINGLE_SIGN_ON, TOO_MANY_TRIES } from '#core/auth/gate-messages.ts';
import { SIGN_ON_LIMIT, TOKEN_LIMITS } from '#core/auth/sign-in-limits.ts';
import type { signOn } from '#core/auth/sign-on-contract.ts';
import type { Handlers } from '#core/contract.ts';
import { AppError } from '#core/errors.ts';
import { covers } from '#core/scope.ts';
import { whyNotChange } from '#core/users/manage.ts';
import { signOnTokens, subjectStore } from '#data/auth/sign-ons.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { holderOf, userStore } from '#data/users/users.ts';
import { failureFacts } from '#platform/aws/failure-facts.ts';
import { logger } from '#platform/aws/observability.ts';
import { addressSubject } from '#platform/http/address-subject.ts';
import { identityProvider, redirectUriOf } from '#platform/session/identity.ts';
import { openSession } from '#platform/session/open-session.ts';
import { withTryLimit } from '#platform/session/with-try-limit.ts';
import { userOfIdentity } from './user-of-identity.ts';

const START_AGAIN = 'This sign-on has expired. Start it again.';

export const signOnHandlers: Handlers<typeof signOn> = {
  async loginOAuth({ input: { id }, request: { sourceIp } }) {
    const now = Date.now();
    if (!(await attemptStore.count(SIGN_ON_LIMIT, addressSubject(sourceIp), now)))
      throw new AppError('TOO_MANY', TOO_MANY_TRIES);
    const provider = await identityProvider(id);
    if (!provider) throw new AppError('NOT_FOUND', NO_SINGLE_SIGN_ON);
    const { url, asked } = await provider.begin(redirectUriOf(id)).catch(outage);
    return { url, token: await signOnTokens.issue({ provider: id, ...asked }, now) };
  },

  async exchangeForToken({ input: { token, ...broughtBack }, request }) {
    const now = Date.now();
    return withTryLimit(TOKEN_LIMITS.signOn, request.sourceIp, now, async () => {
      const asked = await signOnTokens.take(token, now);
      const provider = asked && (await identityProvider(asked.provider));
      if (!provider) throw new AppError('UNAUTHENTICATED', START_AGAIN);
      const identity = await provider
        .identify(broughtBack, asked, redirectUriOf(asked.provider))
        .catch((error: unknown) => {
          if (!(error instanceof NotIdentified)) return outage(error);
          logger.warn('A single sign-on was refused', { failure: failureFacts(error), provider: asked.provider });
          throw new AppError('UNAUTHENTICATED', START_AGAIN);
        });
      const user = await userOfIdentity(asked.provider, identity, now);
      if (!user) throw new AppError('FORBIDDEN', ACCESS_DENIED);
      return openSession(user, 'singleSignOn', request, now);
    });
  },

  async unlinkSignOn({ input: { id, username }, scope }) {
    const user = await userStore.byName(username);
    if (!user || !covers(scope, user.dealerPath)) throw new AppError('NOT_FOUND', 'There is no such user');
    const manager = { ...scope, actorKey: scope.actor.userKey };
    const managed = { userKey: user.UserKey, dealerPath: user.dealerPath, flags: holderOf(user).flags };
    const reason = whyNotChange(manager, managed);
    if (reason) throw new AppError('FORBIDDEN', reason);
    await subjectStore.part(id, user, scope, Date.now());
    return {};
  },
};

function outage(error: unknown): never {
  logger.error('The identity provider does not answer', { failure: failureFacts(error) });
  throw new AppError('UNAVAILABLE', 'The single sign-on cannot be reached. Try again in a moment.');
}
