import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { SIGN_ON_LIMIT, TOKEN_LIMITS } from '#core/auth/sign-in-limits.ts';
import { instant, MINUTE } from '#core/time.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { users } from '#core/users/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SubjectEntity } from '#data/auth/sign-ons.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { OneTimeTokenEntity } from '#data/kit/one-time-tokens.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userStore } from '#data/users/users.ts';
import { userOfIdentity } from '#functions/auth/user-of-identity.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aUser, PASSWORD } from '#support/people.ts';
import { readySignOn, signOnAs } from '#support/sign-on.ts';

const START_AGAIN = { status: 401, body: { message: 'This sign-on has expired. Start it again.' } };
const DENIED = {
  status: 403,
  body: {
    message: 'Access denied: Please ensure your username/password is correct and you have access to the portal.',
  },
};

let addresses = 1;
const from = (sourceIp = `203.0.113.${addresses++}`) => ({ sourceIp });
const begin = (id = 'telus', sender = from()) => call(auth.loginOAuth, { id }, sender);
type Returned = Awaited<ReturnType<typeof readySignOn>>;
const exchange = (returned: Returned, sender = from()) => call(auth.exchangeForToken, returned, sender);
const agent = (more: object = {}) => aUser({ userName: `${randomUUID()}@telus.example`, dealer: 422, ...more });
const UNPROVEN = { proven: false };

let issuer: URL;
beforeAll(async () => {
  await someDealers();
  issuer = new URL((await ask(auth.loginOAuth, { id: 'telus' })).url);
});
afterEach(() => fetch(new URL('/_faults', issuer), { method: 'PUT', body: '{}' }));

describe('a single sign-on', () => {
  it('redirects to the provider with state, nonce and PKCE [P1-B12]', async () => {
    const { body } = await begin();
    const { origin, pathname, searchParams } = new URL(body.url);
    expect([origin, pathname]).toEqual([issuer.origin, '/auth']);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'watchkeep',
      response_type: 'code',
      redirect_uri: `${process.env.WEB_ORIGIN}/login/OAuth/cb/telus`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{40,}$/),
      nonce: expect.stringMatching(/^[\w-]{40,}$/),
    });
    const { data } = await OneTimeTokenEntity.scan.go({ pages: 'all' });
    expect(JSON.stringify(data)).not.toContain(body.token);
    // The PKCE verifier and the nonce never leave the server.
    for (const { facts } of data)
      expect(JSON.stringify(body)).not.toContain((facts as { codeVerifier: string }).codeVerifier);
  });

  it('exchanges the code for a session of the user with the address [P1-B13 P1-C83 P1-C84 P1-S16]', async () => {
    const user = await agent();
    const { status, body } = await exchange(await readySignOn(user.UserName));
    expect(status).toBe(200);
    expect((await ask(auth.access, { as: body.token })).user).toMatchObject({ user: user.UserKey, dealer: 422 });
  });

  it("links the provider's subject: a new address on either side does not break it", async () => {
    const user = await agent();
    const person = user.UserName;
    await exchange(await readySignOn(person));
    await UserEntity.patch({ UserKey: user.UserKey })
      .set({ UserEmail: `${randomUUID()}@telus.example` })
      .go();
    const { body } = await exchange(await readySignOn(person));
    expect((await ask(auth.user, { as: body.token })).user).toBe(user.UserKey);
    const links = (await auditOf('user', user.UserKey)).filter(({ action }) => action === 'link single sign-on');
    expect(links.map(({ after }) => after)).toEqual([{ provider: 'telus', subject: person }]);
  });

  it("refuses another subject with a linked user's address until an administrator removes the link", async () => {
    const user = await agent();
    await exchange(await readySignOn(user.UserName));
    const successor = `${randomUUID()}@telus.example`;
    const administrator = await aUser({ dealer: 422 });
    await ask(users.edit, { UserKey: user.UserKey, UserEmail: successor, as: administrator });
    expect(await exchange(await readySignOn(successor))).toMatchObject(DENIED);
    await ask(auth.unlinkSignOn, { id: 'telus', username: user.UserName, as: administrator });
    expect((await exchange(await readySignOn(successor))).status).toBe(200);
    expect((await auditOf('user', user.UserKey)).map(({ action }) => action)).toContain('part from single sign-on');
  });

  it('works while the user has not yet followed a move of the dealer', async () => {
    const user = await agent();
    const { data: was } = await DealerEntity.get({ DealerKey: 422 }).go();
    const stand = (dealerPath: string) => DealerEntity.patch({ DealerKey: 422 }).set({ dealerPath }).go();
    await stand('/1/49/422/');
    const { status } = await exchange(await readySignOn(user.UserName));
    await stand(was!.dealerPath);
    expect(status).toBe(200);
  });

  it('finds a new user after the old one was deleted', async () => {
    const old = await agent();
    await exchange(await readySignOn(old.UserName));
    await UserEntity.delete({ UserKey: old.UserKey }).go();
    expect(await exchange(await readySignOn(old.UserName))).toMatchObject(DENIED);
    const fresh = await agent();
    await UserEntity.patch({ UserKey: fresh.UserKey }).set({ UserEmail: old.UserEmail }).go();
    const { body } = await exchange(await readySignOn(old.UserName));
    expect((await ask(auth.user, { as: body.token })).user).toBe(fresh.UserKey);
  });

  it('proves only the address that the provider has verified', async () => {
    const provenAt = async (user: UserRecord) => (await userStore.byKey(user.UserKey))?.emailProvenAt;
    const user = await agent(UNPROVEN);
    const person = user.UserName;
    expect((await exchange(await readySignOn(person))).status).toBe(200);
    expect(await provenAt(user)).toBeDefined();
    // The subject is the same, the address differs.
    await UserEntity.patch({ UserKey: user.UserKey })
      .set({ UserEmail: 'x@telus.example' })
      .remove(['emailProvenAt'])
      .go();
    expect((await exchange(await readySignOn(person))).status).toBe(200);
    expect(await provenAt(user)).toBeUndefined();
  });

  it('signs in the user who has proven the address, whoever else has it', async () => {
    const [user, later, foreign] = [await agent(), await agent(UNPROVEN), await agent({ ...UNPROVEN, dealer: 22 })];
    for (const { UserKey } of [later, foreign])
      await UserEntity.patch({ UserKey }).set({ UserEmail: user.UserEmail }).go();
    const { body } = await exchange(await readySignOn(user.UserEmail));
    expect((await ask(auth.user, { as: body.token })).user).toBe(user.UserKey);
  });

  it("rejects an address that equals an account's only in lower case", async () => {
    const user = await agent({ userName: `k${randomUUID()}@telus.example` });
    const [subject, email] = [randomUUID(), user.UserEmail.replace('k', '\u212a')];
    expect(await userOfIdentity('telus', { subject, email }, Date.now())).toBeUndefined();
    const own = await userOfIdentity('telus', { subject, email: user.UserEmail.toUpperCase() }, Date.now());
    expect(own?.UserKey).toBe(user.UserKey);
  });

  it("rejects an account whose user mistyped their own address as somebody else's", async () => {
    const [user, victim] = [await agent(), `${randomUUID()}@telus.example`];
    await ask(userSettings.save, { UserEmail: victim, password: PASSWORD, as: user });
    expect(await exchange(await readySignOn(victim))).toMatchObject(DENIED);
    const { data: link } = await SubjectEntity.get({ provider: 'telus', subject: victim }).go();
    expect(link).toBeNull();
  });

  it('rejects an account that is in use and has not proven the address', async () => {
    const user = await agent(UNPROVEN);
    await userStore.recordSignIn(user.UserKey, instant(Date.now()));
    expect(await exchange(await readySignOn(user.UserEmail))).toMatchObject(DENIED);
  });

  it('signs in a new user whom an administrator created with the address', async () => {
    const UserEmail = `${randomUUID()}@telus.example`;
    const names = { UserName: UserEmail, UserFirstName: 'Tess', UserLastName: 'Okafor', DealerKey: 422 };
    const { user } = await ask(users.create, { ...names, UserEmail, as: await agent({ flags: ['ADMIN'] }) });
    const { body } = await exchange(await readySignOn(UserEmail));
    expect((await ask(auth.user, { as: body.token })).user).toBe(user.UserKey);
  });

  it('cannot be unlinked for a user of a foreign dealer', async () => {
    const user = await agent();
    const stranger = await aUser({ dealer: 22, flags: ['ADMIN'] });
    const answer = await call(auth.unlinkSignOn, { id: 'telus', username: user.UserName, as: stranger });
    expect(answer).toMatchObject({ status: 404, body: { message: 'There is no such user' } });
  });

  it('cannot be unlinked for a user with more rights than the administrator', async () => {
    const user = await agent({ flags: ['ADMIN', 'UNIT'] });
    const administrator = await aUser({ dealer: 422, flags: ['ADMIN'] });
    const answer = await call(auth.unlinkSignOn, { id: 'telus', username: user.UserName, as: administrator });
    expect(answer).toMatchObject({ status: 403, body: { message: 'The user has more rights than you' } });
  });
});

describe('a refused single sign-on', () => {
  it.each([
    ['without a user', async () => `${randomUUID()}@telus.example`],
    ['of a dealer without this provider', async () => (await agent({ dealer: 22 })).UserName],
    ['of dealer 1, whom the provider could only claim to know', async () => (await agent({ dealer: 1 })).UserName],
    ['of a disabled user', async () => (await agent({ enabled: false })).UserName],
    [
      'of two users with one address, both proven',
      async () => {
        const [one, other] = [await agent(), await agent()];
        await UserEntity.patch({ UserKey: other.UserKey }).set({ UserEmail: one.UserEmail }).go();
        return one.UserName;
      },
    ],
    [
      'of two users with one address, neither proven',
      async () => {
        const [one, other] = [await agent(UNPROVEN), await agent(UNPROVEN)];
        await UserEntity.patch({ UserKey: other.UserKey }).set({ UserEmail: one.UserEmail }).go();
        return one.UserName;
      },
    ],
  ])('says so to a person %s [P1-M28]', async (_, person) => {
    expect(await exchange(await readySignOn(await person()))).toMatchObject(DENIED);
  });

  it('stays refused after the dealer or the user lost the right', async () => {
    const user = await agent();
    expect((await exchange(await readySignOn(user.UserName))).status).toBe(200);
    await DealerEntity.patch({ DealerKey: 422 }).remove(['signOnProvider']).go();
    expect(await exchange(await readySignOn(user.UserName))).toMatchObject(DENIED);
    await DealerEntity.patch({ DealerKey: 422 }).set({ signOnProvider: 'telus' }).go();
    await UserEntity.patch({ UserKey: user.UserKey }).set({ UserStatus: 2 }).go();
    expect(await exchange(await readySignOn(user.UserName))).toMatchObject(DENIED);
  });
});

describe('the answer of a provider', () => {
  it('is exchanged once', async () => {
    const returned = await readySignOn((await agent()).UserName);
    expect((await exchange(returned)).status).toBe(200);
    expect(await exchange(returned)).toMatchObject(START_AGAIN);
  });

  it('is exchanged for one of two simultaneous requests', async () => {
    const returned = await readySignOn((await agent()).UserName);
    const answers = await Promise.all([exchange(returned), exchange(returned)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it.each([
    ['another state', async (returned: Returned) => ({ ...returned, state: randomUUID() })],
    [
      'the token of another browser',
      async (returned: Returned) => ({ ...returned, token: (await begin()).body.token }),
    ],
    ['a made-up token', async (returned: Returned) => ({ ...returned, token: randomUUID() })],
    ['a made-up code', async (returned: Returned) => ({ ...returned, code: randomUUID() })],
    ['another issuer', async (returned: Returned) => ({ ...returned, iss: 'https://evil.example' })],
    ['no issuer, although the provider states one', async ({ iss: _, ...returned }: Returned) => returned as Returned],
    [
      'the code of somebody else’s sign-on',
      async (returned: Returned) => ({ ...returned, code: (await readySignOn((await agent()).UserName)).code }),
    ],
  ])('is refused with %s', async (_, changed) => {
    const returned = await readySignOn((await agent()).UserName);
    expect(await exchange(await changed(returned))).toMatchObject(START_AGAIN);
  });

  it('is refused after ten minutes', async () => {
    const { body } = await begin();
    const returned = { ...(await signOnAs((await agent()).UserName, body.url)), token: body.token };
    setClock(Date.now() + 10 * MINUTE);
    expect(await exchange(returned)).toMatchObject(START_AGAIN);
  });
});

describe('a missing provider', () => {
  it.each(['nowhere', 'constructor'])('named %s is not found', async (id) =>
    expect(await begin(id)).toMatchObject({ status: 404, body: { message: 'Single sign-on is not set up here' } }),
  );

  it('that fails is not reported as a refusal', async () => {
    const returned = await readySignOn((await agent()).UserName);
    await fetch(new URL('/_faults', issuer), { method: 'PUT', body: '{"status500":{"path":"/token"}}' });
    expect(await exchange(returned)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  });
});

describe('the limit', () => {
  it('of started sign-ons counts per IP address', async () => {
    setClock(TODAY);
    const office = from('198.51.100.40');
    for (let tried = 0; tried < SIGN_ON_LIMIT.most; tried++) expect((await begin('telus', office)).status).toBe(200);
    expect((await begin('telus', office)).status).toBe(429);
  });

  it('of made-up exchanges counts per IP address', async () => {
    const office = from('198.51.100.41');
    const madeUp = { code: 'x', state: 'x', iss: 'https://x.example', token: randomUUID() };
    for (let tried = 0; tried < TOKEN_LIMITS.signOn.most; tried++) await exchange(madeUp, office);
    const good = await readySignOn((await agent()).UserName);
    expect((await exchange(good, office)).status).toBe(429);
    expect((await exchange(good)).status).toBe(200);
  });
});
