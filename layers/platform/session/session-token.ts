import { hash } from 'node:crypto';
import { JwtVerifier } from 'aws-jwt-verify';
import { HOUR } from '#core/time.ts';
import { TtlCache } from '#core/ttl-cache.ts';
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

/** The session of each verified token, by the token's hash. Avoids checking a signature twice, which is slow. */
const verified = new TtlCache<string>();

/** The session of a token; undefined if the token was not issued here or has expired. */
export async function verifyToken(token: string): Promise<string | undefined> {
  const name = hash('sha256', token, 'base64url');
  const known = verified.get(name, Date.now());
  if (known) return known;
  verifier ??= verifierOf(await sessionKey());
  try {
    const { sid, exp } = verifier.verifySync(token);
    if (typeof sid !== 'string') return undefined;
    if (exp !== undefined) verified.set(name, sid, exp * 1000);
    return sid;
  } catch {
    return undefined;
  }
}
