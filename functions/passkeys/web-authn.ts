import { env } from '#platform/aws/env.ts';

/** Who asks authenticators: the portal under its own address and no other, so that a look-alike gets nothing. */
export function relyingParty(): { rpID: string; rpName: string; origin: string } {
  const { hostname, origin } = new URL(env('WEB_ORIGIN'));
  return { rpID: hostname, rpName: 'Watchkeep', origin };
}

/** What a browser says it had signed; undefined where that cannot be read. */
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
