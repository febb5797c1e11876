import { hash } from 'node:crypto';
import { JwtVerifier } from 'aws-jwt-verify';
import { HOUR } from '#core/time.ts';
import { type SessionKey, sessionKey } from './session-key.ts';

const ISSUER = 'https://watchkeep';
const AUDIENCE = 'watchkeep-portal';
/** The session's item ends a session earlier in nearly every case; this is only the outer bound. */
const LIFE = 24 * HOUR;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A signed token for the session, ES256. `now` in milliseconds. */
export async function issueToken(session: { sessionId: string; userKey: string }, now: number): Promise<string> {
  const key = await sessionKey();
  const seconds = Math.floor(now / 1000);
  const body = `${encode({ alg: 'ES256', typ: 'JWT', kid: key.kid })}.${encode({
    iss: ISSUER,
    aud: AUDIENCE,
    sub: session.userKey,
    sid: session.sessionId,
    iat: seconds,
    exp: seconds + LIFE / 1000,
  })}`;
  return `${body}.${(await key.sign(Buffer.from(body))).toString('base64url')}`;
}

const verifierOf = (key: SessionKey) => {
  const verifier = JwtVerifier.create({ issuer: ISSUER, audience: AUDIENCE, jwksUri: `${ISSUER}/jwks.json` });
  const jwk = key.publicKey.export({ format: 'jwk' }) as { kty: string };
  verifier.cacheJwks({ keys: [{ ...jwk, kid: key.kid, alg: 'ES256', use: 'sig' }] });
  return verifier;
};

let verifier: ReturnType<typeof verifierOf> | undefined;

/**
 * The tokens that were found good, by their hash, with the session of each and the second in which it expires: to check a signature
 * takes longer than everything else that a call does beside its questions to the table.
 */
const good = new Map<string, { sid: string; exp: number }>();
const MOST_KEPT = 5_000;

/** The session that a token stands for, or undefined where it was not issued here or has expired. */
export async function verifyToken(token: string): Promise<string | undefined> {
  const name = hash('sha256', token, 'base64url');
  const known = good.get(name);
  if (known && Date.now() < known.exp * 1000) return known.sid;
  good.delete(name);
  verifier ??= verifierOf(await sessionKey());
  try {
    const { sid, exp } = verifier.verifySync(token);
    if (typeof sid !== 'string') return undefined;
    if (exp !== undefined) keep(name, { sid, exp });
    return sid;
  } catch {
    return undefined;
  }
}

function keep(name: string, token: { sid: string; exp: number }): void {
  if (good.size >= MOST_KEPT) good.clear();
  good.set(name, token);
}
