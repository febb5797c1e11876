import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { HOUR } from '#core/time.ts';
import { issueToken, verifyToken } from '#platform/session/session-token.ts';

const ours = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const file = path.join(mkdtempSync(path.join(tmpdir(), 'watchkeep-key-')), 'key.pem');
writeFileSync(file, ours.privateKey.export({ type: 'pkcs8', format: 'pem' }));
vi.stubEnv('SESSION_KEY', `file:${file}`);
afterAll(() => vi.unstubAllEnvs());

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
const issued = () => issueToken({ sessionId: 's-1', userKey: 'u-1' }, Date.now());

/** A token made by hand. */
async function made(change: { header?: object; claims?: object; key?: KeyObject }) {
  const [header, claims] = (await issued()).split('.').map((part, index) => (index < 2 ? decode(part) : part));
  const body = `${encode({ ...header, ...change.header })}.${encode({ ...claims, ...change.claims })}`;
  const key = change.key ?? ours.privateKey;
  const signature = sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' });
  return `${body}.${signature.toString('base64url')}`;
}

describe('a session token', () => {
  it('names its session, and is an ES256 JWT with issuer and audience', async () => {
    const token = await issued();
    expect(await verifyToken(token)).toBe('s-1');
    const [header, claims] = token.split('.').slice(0, 2).map(decode);
    expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.stringMatching(/^[\w-]{16}$/) });
    expect(claims).toMatchObject({ iss: 'https://watchkeep', aud: 'watchkeep-portal', sub: 'u-1', sid: 's-1' });
    expect(claims.exp - claims.iat).toBe(24 * 3600);
  });

  it('made by hand with our key is valid, so the next tests fail for their own reason', async () => {
    expect(await verifyToken(await made({}))).toBe('s-1');
  });

  const now = Math.floor(Date.now() / 1000);
  it.each([
    ['has expired', { claims: { exp: now - 60 } }],
    ['begins later', { claims: { nbf: now + 600 } }],
    ['has another issuer', { claims: { iss: 'https://elsewhere' } }],
    ['belongs to another portal', { claims: { aud: 'other-portal' } }],
    ['names no session', { claims: { sid: undefined } }],
    ['names a session that is not a text', { claims: { sid: { $ne: '' } } }],
    ['says that it is not signed', { header: { alg: 'none' } }],
    ['names another algorithm', { header: { alg: 'HS256' } }],
    ['names another key', { header: { kid: 'other' } }],
    ['names no key', { header: { kid: undefined } }],
    ['is signed with another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ])('is invalid if it %s', async (_, change) => {
    expect(await verifyToken(await made(change))).toBeUndefined();
  });

  it('is invalid if it is signed with the public key as a shared secret', async () => {
    const [header, claims] = (await issued()).split('.') as [string, string];
    const body = `${encode({ ...decode(header), alg: 'HS256' })}.${claims}`;
    const secret = ours.publicKey.export({ type: 'spki', format: 'pem' });
    const signature = createHmac('sha256', secret).update(body).digest('base64url');
    expect(await verifyToken(`${body}.${signature}`)).toBeUndefined();
  });

  it('expires after a day', async () => {
    const old = await issueToken({ sessionId: 's-1', userKey: 'u-1' }, Date.now() - 24 * HOUR - 1000);
    expect(await verifyToken(old)).toBeUndefined();
  });

  it('stays valid in the cache, and expires on time', async () => {
    const token = await issued();
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      expect(await verifyToken(token)).toBe('s-1');
      vi.setSystemTime(Date.now() + 24 * HOUR - 2000);
      expect(await verifyToken(token)).toBe('s-1');
      vi.setSystemTime(Date.now() + 3000);
      expect(await verifyToken(token)).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not make another token with the same claims valid', async () => {
    const token = await issued();
    expect(await verifyToken(token)).toBe('s-1');
    const [header, claims] = token.split('.');
    const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const signature = sign('sha256', Buffer.from(`${header}.${claims}`), { key: foreign, dsaEncoding: 'ieee-p1363' });
    expect(await verifyToken(`${header}.${claims}.${signature.toString('base64url')}`)).toBeUndefined();
  });

  it.each(['', '.', '..', 'a.b.c', 'x'.repeat(10_000)])('is not what is no token: %.20s', async (text) => {
    expect(await verifyToken(text)).toBeUndefined();
  });
});
