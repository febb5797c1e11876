import type { z } from 'zod';
import { auth } from '#core/auth/contract.ts';
import { onSessionChange, sessionToken } from './session-token.ts';

/** The signed-in user and their access, as the access call returns them. */
export type AccessAnswer = z.output<typeof auth.access.output>;

const KEY = 'watchkeep.access';

interface KeptAccess {
  /** The session that the answer belongs to. */
  token: string;
  answer: unknown;
}

/**
 * Stores in this tab what the access call returned for the session. The next page shows its screen with it, and sends the screen's reads
 * together with the access call. The server checks each of them.
 */
export function keepAccess(token: string, answer: AccessAnswer) {
  if (token === sessionToken()) sessionStorage.setItem(KEY, JSON.stringify({ token, answer } satisfies KeptAccess));
}

/** The stored answer of the session; undefined if there is none, or if it belongs to another session. */
export function keptAccess(token: string | null): AccessAnswer | undefined {
  const kept = stored();
  return kept && kept.token === token ? auth.access.output.safeParse(kept.answer).data : undefined;
}

function stored(): KeptAccess | undefined {
  const text = sessionStorage.getItem(KEY);
  return text === null ? undefined : (JSON.parse(text) as KeptAccess);
}

// Nothing of a session outlives it.
onSessionChange(() => {
  if (stored()?.token !== sessionToken()) sessionStorage.removeItem(KEY);
});
