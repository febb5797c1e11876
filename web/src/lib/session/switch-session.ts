import { auth } from '#core/auth/contract.ts';
import { leaveForGood } from '#web/components/form/leaving.ts';
import { call } from '../api/api.ts';
import { exchangeToken } from './session-token.ts';

/**
 * Switches to another session (another dealer or user) and reloads the page, so that nothing of the old session stays on it.
 * The other tabs of this browser switch too. `insteadOf` is the token of the request. If the tab has signed out or signed in
 * otherwise since, it keeps its state, and the late session is ended.
 */
export function switchSession(token: string, insteadOf: string | null) {
  if (!exchangeToken(insteadOf, token)) {
    // The sign-out ended only the session before. If this request fails, the late session ends by its idle time-out.
    call(auth.logout, {}, { token }).catch(() => undefined);
    return;
  }
  leaveForGood();
}
