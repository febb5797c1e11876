import { auth } from '#core/auth/contract.ts';
import { leaveForGood } from '#web/components/form/leaving.ts';
import { exchangeToken } from '../session/session-token.ts';
import { call } from './api.ts';

/**
 * Goes on with another session, as another dealer or user, and loads the page anew: nothing that was read in the session before
 * is left on it. The other tabs of this browser go on with it too. `insteadOf` is the token that was asked with: a tab that has signed out
 * since, or signed in otherwise, is left alone, and the session that came too late is ended.
 */
export function goOnWith(token: string, insteadOf: string | null) {
  if (!exchangeToken(insteadOf, token)) {
    // The sign-out could end only what was before it. Where the server does not hear of this, it dies of idleness.
    call(auth.logout, {}, { token }).catch(() => undefined);
    return;
  }
  leaveForGood();
}
