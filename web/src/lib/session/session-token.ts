const KEY = 'watchkeep.session';
const SIGNED_OUT = 'watchkeep.signed-out';

/** Why there is no session any more: the user left, was idle too long, or the server said so. */
export type SessionEnding = 'signed-out' | 'idle' | 'refused';

let lastEnding: SessionEnding | undefined;
const listeners = new Set<() => void>();

const announce = () => {
  for (const listener of listeners) listener();
};

/** The token of this tab's session (P2-E54: it is kept in session storage), or null. */
export const sessionToken = (): string | null => sessionStorage.getItem(KEY);

/** Begins a session, or goes on with another token. */
export function keepSession(token: string) {
  lastEnding = undefined;
  sessionStorage.removeItem(SIGNED_OUT);
  sessionStorage.setItem(KEY, token);
  announce();
}

/**
 * Goes on with `token` instead of `old`, where this tab holds that one still or was refused with it meanwhile, because it is over by
 * now. Whoever has signed out stays so. Returns whether it goes on.
 */
export function exchangeToken(old: string | null, token: string): boolean {
  const held = sessionToken();
  const goesOn = held === old || (held === null && lastEnding === 'refused');
  if (goesOn) keepSession(token);
  return goesOn;
}

/** Ends this tab's session. With `token` only if it is still the session's own, so that a late answer ends nothing newer. */
export function dropSession(ending: SessionEnding, token = sessionToken()) {
  if (token === null || sessionToken() !== token) return;
  lastEnding = ending;
  sessionStorage.removeItem(KEY);
  if (ending === 'signed-out') sessionStorage.setItem(SIGNED_OUT, 'yes');
  announce();
}

/** Whether the user signed out in this tab and has not signed in since. */
export const hasSignedOut = () => sessionStorage.getItem(SIGNED_OUT) !== null;

/** How the latest session of this page ended; undefined before one has ended. */
export const sessionEnding = () => lastEnding;

/** Calls `listener` whenever the session begins, ends or changes its token. Returns how to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
