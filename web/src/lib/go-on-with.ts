import { keepSession } from './session-token.ts';

let leaving = false;

/** Whether this page is about to be loaded anew: what is told on it now is seen by nobody. */
export const isLeaving = () => leaving;

/**
 * Goes on with another session, as another dealer or user, and loads the page anew: nothing that was read in the session before
 * is left on it. The other tabs of this browser go on with it too.
 */
export function goOnWith(token: string) {
  leaving = true;
  keepSession(token);
  window.location.reload();
}
