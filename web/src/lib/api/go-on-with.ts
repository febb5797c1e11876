import { auth } from '#core/auth/contract.ts';
import { leaveForGood } from '#web/components/form/leaving.ts';
import { exchangeToken } from '../session/session-token.ts';
import { call } from './api.ts';

/**
 * Continues with another session, as another dealer or user, and reloads the page, so that no data of the old session stays.
 * The other tabs of this browser follow. `insteadOf` is the token of the request: if this tab has changed its session since,
 * it keeps that one and ends the new session.
 */
export function goOnWith(token: string, insteadOf: string | null) {
  if (!exchangeToken(insteadOf, token)) {
    // The sign-out ended only the old session. If this request fails, the new one expires when it is idle.
    call(auth.logout, {}, { token }).catch(() => undefined);
    return;
  }
  leaveForGood();
}
