import { users } from '#core/users/contract.ts';
import { call, onRefusal } from '../api/api.ts';
import { goOnWith } from '../api/go-on-with.ts';

const KEY = 'watchkeep.taken-access';

/** That this tab acts with somebody else's access. */
export interface TakenAccess {
  /** The token that it does so under. */
  token: string;
  /** Who really acts. */
  actorKey: string;
  /** Whose access it is, as people call them. */
  name: string;
}

/** Keeps in this tab that it acts with somebody else's access, also over reloads. */
export const noteTakenAccess = (taken: TakenAccess) => sessionStorage.setItem(KEY, JSON.stringify(taken));

/** What was noted last; undefined where this tab acts for its own user. */
export function takenAccess(): TakenAccess | undefined {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? undefined : (JSON.parse(kept) as TakenAccess);
}

export const forgetTakenAccess = () => sessionStorage.removeItem(KEY);

let givingBack: { token: string; answer: Promise<unknown> } | undefined;

/**
 * Gives the access back and loads the page anew as its own user, unless this tab has signed out meanwhile or gone on otherwise. Many may
 * ask at once; rejects where it could not be done.
 */
export function giveBackAccess(token: string): Promise<unknown> {
  if (givingBack?.token !== token) {
    const answer = call(users.endAccessAs, {}, { token }).then((own) => goOnWith(own.token, token));
    givingBack = { token, answer };
    answer.catch(() => {
      givingBack = undefined;
    });
  }
  return givingBack.answer;
}

// The server refuses everything but this once the access has ended, be it by its hour or by somebody else: the session goes on.
onRefusal(async (endpoint, token) => {
  if (endpoint === users.endAccessAs || takenAccess()?.token !== token) return false;
  return giveBackAccess(token).then(
    () => true,
    () => false,
  );
});
