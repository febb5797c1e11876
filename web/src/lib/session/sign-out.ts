import { auth } from '#core/auth/contract.ts';
import { call } from '../api/api.ts';
import { dropSession } from './session-token.ts';

/** Ends the session in this tab at once, and on the server by a request. */
export function signOut(ending: 'signed-out' | 'idle' = 'signed-out') {
  // The request takes the token before the session is dropped. If it fails, the server ends the session by its idle
  // time-out.
  call(auth.logout, {}).catch(() => undefined);
  dropSession(ending);
}

/** Ends all sessions of the user, this one too. Rejects if the request fails: then none has ended. */
export async function signOutEverywhere(): Promise<void> {
  await call(auth.logoutEverywhere, {});
  dropSession('signed-out');
}
