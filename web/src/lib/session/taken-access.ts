import { users } from '#core/users/contract.ts';
import { call, onRefusal } from '../api/api.ts';
import { switchSession } from './switch-session.ts';

const KEY = 'watchkeep.taken-access';

/** This tab acts with another user's access. */
export interface TakenAccess {
  /** The token of that session. */
  token: string;
  /** The user who really acts. */
  actorKey: string;
  /** The display name of the user whose access it is. */
  name: string;
}

/** Stores in this tab that it acts with another user's access; survives reloads. */
export const noteTakenAccess = (taken: TakenAccess) => sessionStorage.setItem(KEY, JSON.stringify(taken));

/** The stored access; undefined if this tab acts for its own user. */
export function takenAccess(): TakenAccess | undefined {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? undefined : (JSON.parse(kept) as TakenAccess);
}

export const forgetTakenAccess = () => sessionStorage.removeItem(KEY);

let givingBack: { token: string; answer: Promise<unknown> } | undefined;

/**
 * Returns the access and reloads the page as its own user, unless this tab has signed out or switched sessions since.
 * Calls at the same time share one request. Rejects if it fails.
 */
export function giveBackAccess(token: string): Promise<unknown> {
  if (givingBack?.token !== token) {
    const answer = call(users.endAccessAs, {}, { token }).then((own) => switchSession(own.token, token));
    givingBack = { token, answer };
    answer.catch(() => {
      givingBack = undefined;
    });
  }
  return givingBack.answer;
}

// After the access has ended, the server refuses every other request. Returning it continues the user's own session.
onRefusal(async (endpoint, token) => {
  if (endpoint === users.endAccessAs || takenAccess()?.token !== token) return false;
  return giveBackAccess(token).then(
    () => true,
    () => false,
  );
});
