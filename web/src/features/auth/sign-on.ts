import { z } from 'zod';
import { auth } from '#core/auth/contract.ts';
import { call } from '#web/lib/api/api.ts';

const KEY = 'watchkeep.sign-on';

/** Kept by this tab while it is at the provider: only the tab that began a sign-on can complete it. */
const Begun = z.object({ token: z.string(), next: z.string().optional() });

/** Fetches the provider's address and opens it. `next` is the page to open afterwards. */
export async function beginSignOn(id: string, next: string | undefined): Promise<void> {
  const { url, token } = await call(auth.loginOAuth, { id });
  sessionStorage.setItem(KEY, JSON.stringify({ token, next } satisfies z.infer<typeof Begun>));
  window.location.assign(url);
}

/** Returns and removes the sign-on that this tab has begun. */
function takeStarted(): z.infer<typeof Begun> | undefined {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  try {
    return Begun.safeParse(JSON.parse(kept ?? '')).data;
  } catch {
    return undefined;
  }
}

/** True for an address that a provider redirects to. */
export function isSignOnReturn(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('code') || (query.has('state') && query.has('error'));
}

export type SignOnOutcome = { token: string; next: string | undefined } | { failure: string };

/** Exchanges the provider's parameters for a session token. Throws what the call throws. */
export async function endSignOn(search: string): Promise<SignOnOutcome> {
  const query = new URLSearchParams(search);
  const begun = takeStarted();
  if (query.has('error')) return { failure: 'You were not signed in. Try again.' };
  if (!begun || !query.get('state'))
    return { failure: 'This sign-on was started in another browser. Start it again here.' };
  const { token } = await call(auth.exchangeForToken, {
    code: query.get('code') ?? '',
    state: query.get('state') ?? '',
    iss: query.get('iss') ?? undefined,
    token: begun.token,
  });
  return { token, next: begun.next };
}
