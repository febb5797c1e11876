const KEY = 'watchkeep.session';
const ENDING = 'watchkeep.ending';

/** Why the session ended: sign-out, idle time-out, or the server's refusal. */
export type SessionEnding = 'signed-out' | 'idle' | 'refused';

let lastEnding: SessionEnding | undefined;
const listeners = new Set<() => void>();

const announce = () => {
  for (const listener of listeners) listener();
};

/** The token of this tab's session (P2-E54: it is kept in session storage), or null. */
export const sessionToken = (): string | null => sessionStorage.getItem(KEY);

/** Starts a session, or continues it with another token. */
export function keepSession(token: string) {
  lastEnding = undefined;
  sessionStorage.removeItem(ENDING);
  sessionStorage.setItem(KEY, token);
  announce();
}

/**
 * Replaces `old` by `token` if this tab still holds `old`, or lost its session because `old` was refused. A tab that signed out
 * stays signed out. Returns true if it was replaced.
 */
export function exchangeToken(old: string | null, token: string): boolean {
  const held = sessionToken();
  const goesOn = held === old || (held === null && lastEnding === 'refused');
  if (goesOn) keepSession(token);
  return goesOn;
}

/** Ends this tab's session. With `token`, only if the session still has it, so that a late answer ends no newer session. */
export function dropSession(ending: SessionEnding, token = sessionToken()) {
  if (token === null || sessionToken() !== token) return;
  lastEnding = ending;
  sessionStorage.removeItem(KEY);
  sessionStorage.setItem(ENDING, ending);
  announce();
}

/** True if the user signed out in this tab and has not signed in since. */
export const hasSignedOut = () => tabEnding() === 'signed-out';

/** The reason for the end of this tab's latest session, also after a reload; undefined while it has one, and before it had one. */
export const tabEnding = () => (sessionStorage.getItem(ENDING) ?? undefined) as SessionEnding | undefined;

/** The reason for the end of this page's latest session; undefined before one has ended. */
export const sessionEnding = () => lastEnding;

/** Calls `listener` when the session starts, ends or changes its token. Returns the function that stops it. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
