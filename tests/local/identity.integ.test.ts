import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { JwtVerifier } from 'aws-jwt-verify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningIdentity, startIdentity } from '#local/identity/start.ts';

const CALLBACK = 'http://localhost:8080/callback';
const ADA = { sub: 'u-1', email: 'ada@example.com', name: 'Ada <Lovelace>' };
const BOB = { sub: 'u-2', email: 'bob@example.com', name: 'Bob' };
const PORTAL = { clientId: 'portal', clientSecret: 'the secret of the portal', redirectUris: [CALLBACK] };

let running: RunningIdentity;
async function start(options: Partial<Parameters<typeof startIdentity>[0]> = {}) {
  running = await startIdentity({ port: 0, clients: [PORTAL], people: [ADA, BOB], ...options });
}
beforeEach(() => start());
afterEach(() => running.close());

/** A minimal browser: cookies and redirects within the provider. */
function browser() {
  const cookies = new Map<string, string>();

  async function visit(
    location: string,
    form?: Record<string, string>,
  ): Promise<{ location: string; reply: Response }> {
    const reply = await fetch(new URL(location, running.url), {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) cookies.set(name!, value);
      else cookies.delete(name!);
    }
    const next = reply.headers.get('location');
    if (next === null) return { location, reply };
    if (next.startsWith(CALLBACK)) return { location: next, reply };
    return visit(next);
  }
  return { visit };
}

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const NONCE = 'a nonce';

const authorization = (changes: Record<string, string | undefined> = {}) => {
  const parameters = {
    client_id: 'portal',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'a state',
    nonce: NONCE,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/auth?${new URLSearchParams(given)}`;
};

async function codeFor(person: string, changes = {}) {
  const { visit } = browser();
  const page = await visit(authorization(changes));
  const { location } = await visit(page.location, { person });
  return new URL(location).searchParams;
}

async function tokensFor(code: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const reply = await fetch(`${running.url}/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
      client_id: 'portal',
      client_secret: PORTAL.clientSecret,
      ...form,
    }),
  });
  return (await reply.json()) as { id_token: string; access_token: string; error?: string };
}

async function verified(idToken: string) {
  const jwks = await (await fetch(`${running.url}/jwks`)).json();
  const verify = JwtVerifier.create({ issuer: running.issuer, audience: 'portal', jwksUri: `${running.url}/jwks` });
  verify.cacheJwks(jwks as Parameters<typeof verify.cacheJwks>[0]);
  return verify.verify(idToken);
}

describe('signing in', () => {
  it('returns a signed ID token with the identity', async () => {
    const parameters = await codeFor(ADA.sub);
    expect(parameters.get('state')).toBe('a state');
    expect(parameters.get('iss')).toBe(running.issuer);
    const { id_token, access_token } = await tokensFor(parameters.get('code')!);
    expect(await verified(id_token)).toMatchObject({
      iss: running.issuer,
      aud: 'portal',
      sub: 'u-1',
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada <Lovelace>',
      nonce: NONCE,
    });
    const me = await fetch(`${running.url}/me`, { headers: { authorization: `Bearer ${access_token}` } });
    expect(await me.json()).toMatchObject({ sub: 'u-1', email: 'ada@example.com' });
  });

  it('finds listed people by their address, and accepts a new address', async () => {
    const subjectOf = async (typed: string) => {
      const code = (await codeFor(typed)).get('code')!;
      return verified((await tokensFor(code)).id_token);
    };
    expect(await subjectOf('BOB@example.com')).toMatchObject({ sub: 'u-2' });
    expect(await subjectOf('eve@example.com')).toMatchObject({ sub: 'eve@example.com', name: 'eve' });
  });

  it('signs with ES256 for a client that requires it and authenticates in the header', async () => {
    await running.close();
    await start({ clients: [{ ...PORTAL, signing: 'ES256', authentication: 'client_secret_basic' }] });
    const code = (await codeFor(ADA.sub)).get('code')!;
    const basic = Buffer.from(`portal:${encodeURIComponent(PORTAL.clientSecret)}`).toString('base64');
    const reply = await fetch(`${running.url}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        code_verifier: verifier,
      }),
    });
    const { id_token } = (await reply.json()) as { id_token: string };
    const [header] = id_token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(header!)).toMatchObject({ alg: 'ES256' });
    expect(await verified(id_token)).toMatchObject({ sub: 'u-1' });
  });

  it('asks once per browser', async () => {
    const { visit } = browser();
    const page = await visit(authorization());
    await visit(page.location, { person: ADA.sub });
    expect((await visit(authorization())).location).toMatch(/^http:\/\/localhost:8080\/callback\?code=/);
  });

  it('returns to the portal after a cancellation', async () => {
    const { visit } = browser();
    const page = await visit(authorization());
    const { location } = await visit(page.location, { cancel: 'yes' });
    expect(new URL(location).searchParams.get('error')).toBe('access_denied');
  });

  it('lists everybody, escaped, and asks again after an invalid address', async () => {
    const { visit } = browser();
    const page = await visit(authorization());
    const html = await page.reply.text();
    expect(html).toContain('Ada &lt;Lovelace&gt;');
    expect(html).toContain('bob@example.com');
    const again = await visit(page.location, { person: 'nobody' });
    expect([again.reply.status, await again.reply.text()]).toEqual([
      422,
      expect.stringContaining('type an e-mail address'),
    ]);
  });

  it('cannot continue in another browser', async () => {
    const page = await browser().visit(authorization());
    expect((await browser().visit(page.location, { person: ADA.sub })).reply.status).toBe(400);
  });
});

describe('the provider refuses', () => {
  it.each([
    ['a request without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['plain PKCE', { code_challenge: verifier, code_challenge_method: 'plain' }],
    ['a token in the address', { response_type: 'token' }],
  ])('%s', async (_, changes) => {
    const { location } = await browser().visit(authorization(changes));
    const { searchParams, hash } = new URL(location);
    expect(searchParams.get('error') ?? hash).toMatch(/invalid_request|unsupported_response_type|unauthorized_client/);
  });

  it("refuses an address that is not the portal's", async () => {
    const { reply } = await browser().visit(authorization({ redirect_uri: 'http://evil.example/cb' }));
    expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('invalid_redirect_uri')]);
  });

  it.each([
    ['a wrong secret', { client_secret: 'guessed' }, 'invalid_client'],
    ['another verifier', { code_verifier: randomBytes(32).toString('base64url') }, 'invalid_grant'],
  ])('%s', async (_, form, error) => {
    const code = (await codeFor(ADA.sub)).get('code')!;
    expect(await tokensFor(code, form)).toMatchObject({ error });
  });

  it('refuses a used code', async () => {
    const code = (await codeFor(ADA.sub)).get('code')!;
    await tokensFor(code);
    expect(await tokensFor(code)).toMatchObject({ error: 'invalid_grant' });
  });
});

it('keeps its keys across a restart', async () => {
  const stateFolder = await mkdtemp(path.join(tmpdir(), 'watchkeep-identity-'));
  const keyIds = async () => {
    const { keys } = (await (await fetch(`${running.url}/jwks`)).json()) as { keys: { kid: string; d?: string }[] };
    expect(keys.every(({ d }) => d === undefined)).toBe(true);
    return keys.map(({ kid }) => kid);
  };
  await running.close();
  await start({ stateFolder });
  const before = await keyIds();
  await running.close();
  await start({ stateFolder });
  expect(await keyIds()).toEqual(before);
  await rm(stateFolder, { recursive: true });
});

it('can be slow or fail on demand', async () => {
  await fetch(`${running.url}/_faults`, { method: 'PUT', body: '{"status500":{"times":1,"path":"/token"}}' });
  expect((await fetch(`${running.url}/token`, { method: 'POST' })).status).toBe(500);
});
