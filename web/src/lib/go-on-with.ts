import { keepSession } from './session-token.ts';

/**
 * Goes on with another session, as another dealer or user, and loads the page anew: nothing that was read in the session before
 * is left on it. The other tabs of this browser go on with it too.
 */
export function goOnWith(token: string) {
  keepSession(token);
  window.location.reload();
}
