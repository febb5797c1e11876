import { auth } from '#core/auth/contract.ts';
import { call } from '../api/api.ts';
import { dropSession } from './session-token.ts';

/** Ends the session here at once, and on the server as soon as it hears of it. */
export function signOut(ending: 'signed-out' | 'idle' = 'signed-out') {
  // The request takes the token with it before the session is dropped. That the server may not hear of it is no reason
  // to keep somebody signed in: the session then dies of idleness.
  call(auth.logout, {}).catch(() => undefined);
  dropSession(ending);
}

/** Ends all sessions of the user, this one too. Rejects where the server could not be told: then none has ended. */
export async function signOutEverywhere(): Promise<void> {
  await call(auth.logoutEverywhere, {});
  dropSession('signed-out');
}
