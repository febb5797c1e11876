import { env } from '#platform/aws/env.ts';

/** The relying party: the portal's own address, so that passkeys do not work on a look-alike site. */
export function relyingParty(): { rpID: string; rpName: string; origin: string } {
  const { hostname, origin } = new URL(env('WEB_ORIGIN'));
  return { rpID: hostname, rpName: 'Watchkeep', origin };
}

/** The challenge in the browser's client data; undefined if it is unreadable. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' && challenge.length > 0 && challenge.length <= 512 ? challenge : undefined;
  } catch {
    return undefined;
  }
}
