import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { SIGN_ON_LIMIT, TOKEN_LIMITS } from '#core/auth/sign-in-limits.ts';
import { instant, MINUTE } from '#core/time.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { users } from '#core/users/contract.ts';
import { SubjectEntity } from '#data/auth/sign-ons.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { OneTimeTokenEntity } from '#data/kit/one-time-tokens.ts';
import { type StoredUser, UserEntity, userStore } from '#data/users/users.ts';
import { userOfIdentity } from '#functions/auth/user-of-identity.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aUser, PASSWORD } from '#support/people.ts';
import { readySignOn, signOnAs } from '#support/sign-on.ts';

const START_AGAIN = { status: 401, body: { message: 'This sign-on is over. Start it again.' } };
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
  it('begins with an address at the provider, with state, nonce and PKCE [P1-B12]', async () => {
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
    // What proves to the provider that we asked never leaves the server.
    for (const { facts } of data)
      expect(JSON.stringify(body)).not.toContain((facts as { codeVerifier: string }).codeVerifier);
  });

  it('ends with a session of the user whose address it is, once the code is exchanged [P1-B13 P1-C83 P1-C84 P1-S16]', async () => {
    const user = await agent();
    const { status, body } = await exchange(await readySignOn(user.UserName));
    expect(status).toBe(200);
    expect((await ask(auth.access, { as: body.token })).user).toMatchObject({ user: user.UserKey, dealer: 422 });
  });

  it('is remembered by who it is there: a new address there, or here, does not part them', async () => {
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

  it('is refused to whoever is given a known address later, until an administrator parts the two', async () => {
    const user = await agent();
    await exchange(await readySignOn(user.UserName));
    const successor = `${randomUUID()}@telus.example`;
    const administrator = await aUser({ dealer: 422 });
    await ask(users.edit, { UserKey: user.UserKey, UserEmail: successor, as: administrator });
    expect(await exchange(await readySignOn(successor))).toMatchObject(DENIED);
    await ask(auth.partFromSignOn, { id: 'telus', username: user.UserName, as: administrator });
    expect((await exchange(await readySignOn(successor))).status).toBe(200);
    expect((await auditOf('user', user.UserKey)).map(({ action }) => action)).toContain('part from single sign-on');
  });

  it('is not hindered by a move of the dealer that the user has yet to follow', async () => {
    const user = await agent();
    const { data: was } = await DealerEntity.get({ DealerKey: 422 }).go();
    const stand = (dealerPath: string) => DealerEntity.patch({ DealerKey: 422 }).set({ dealerPath }).go();
    await stand('/1/49/422/');
    const { status } = await exchange(await readySignOn(user.UserName));
    await stand(was!.dealerPath);
    expect(status).toBe(200);
  });

  it('finds the new user of somebody whose old one was deleted', async () => {
    const old = await agent();
    await exchange(await readySignOn(old.UserName));
    await UserEntity.delete({ UserKey: old.UserKey }).go();
    expect(await exchange(await readySignOn(old.UserName))).toMatchObject(DENIED);
    const fresh = await agent();
    await UserEntity.patch({ UserKey: fresh.UserKey }).set({ UserEmail: old.UserEmail }).go();
    const { body } = await exchange(await readySignOn(old.UserName));
    expect((await ask(auth.user, { as: body.token })).user).toBe(fresh.UserKey);
  });

  it('proves the address that the provider has verified, and no other', async () => {
    const provenAt = async (user: StoredUser) => (await userStore.byKey(user.UserKey))?.emailProvenAt;
    const user = await agent(UNPROVEN);
    const person = user.UserName;
    expect((await exchange(await readySignOn(person))).status).toBe(200);
    expect(await provenAt(user)).toBeDefined();
    // By who it is there, with another address here.
    await UserEntity.patch({ UserKey: user.UserKey })
      .set({ UserEmail: 'x@telus.example' })
      .remove(['emailProvenAt'])
      .go();
    expect((await exchange(await readySignOn(person))).status).toBe(200);
    expect(await provenAt(user)).toBeUndefined();
  });

  it('is of the user who has proven the address, whoever else was given it', async () => {
    const [user, later, foreign] = [await agent(), await agent(UNPROVEN), await agent({ ...UNPROVEN, dealer: 22 })];
    for (const { UserKey } of [later, foreign])
      await UserEntity.patch({ UserKey }).set({ UserEmail: user.UserEmail }).go();
    const { body } = await exchange(await readySignOn(user.UserEmail));
    expect((await ask(auth.user, { as: body.token })).user).toBe(user.UserKey);
  });

  it('takes no account by an address that only becomes its own in lower case', async () => {
    const user = await agent({ userName: `k${randomUUID()}@telus.example` });
    const [subject, email] = [randomUUID(), user.UserEmail.replace('k', '\u212a')];
    expect(await userOfIdentity('telus', { subject, email }, Date.now())).toBeUndefined();
    const own = await userOfIdentity('telus', { subject, email: user.UserEmail.toUpperCase() }, Date.now());
    expect(own?.UserKey).toBe(user.UserKey);
  });

  it('takes no account whose user mistyped their own address into that of somebody else', async () => {
    const [user, victim] = [await agent(), `${randomUUID()}@telus.example`];
    await ask(userSettings.save, { UserEmail: victim, password: PASSWORD, as: user });
    expect(await exchange(await readySignOn(victim))).toMatchObject(DENIED);
    const { data: link } = await SubjectEntity.get({ provider: 'telus', subject: victim }).go();
    expect(link).toBeNull();
  });

  it('takes no account that somebody uses without having proven the address', async () => {
    const user = await agent(UNPROVEN);
    await userStore.recordSignIn(user.UserKey, instant(Date.now()));
    expect(await exchange(await readySignOn(user.UserEmail))).toMatchObject(DENIED);
  });

  it('is of somebody new whom an administrator has just written down with the address', async () => {
    const UserEmail = `${randomUUID()}@telus.example`;
    const names = { UserName: UserEmail, UserFirstName: 'Tess', UserLastName: 'Okafor', DealerKey: 422 };
    const { user } = await ask(users.create, { ...names, UserEmail, as: await agent({ flags: ['ADMIN'] }) });
    const { body } = await exchange(await readySignOn(UserEmail));
    expect((await ask(auth.user, { as: body.token })).user).toBe(user.UserKey);
  });

  it('parts no user of a foreign dealer', async () => {
    const user = await agent();
    const stranger = await aUser({ dealer: 22, flags: ['ADMIN'] });
    const answer = await call(auth.partFromSignOn, { id: 'telus', username: user.UserName, as: stranger });
    expect(answer).toMatchObject({ status: 404, body: { message: 'There is no such user' } });
  });

  it('parts no user who may do more than the administrator', async () => {
    const user = await agent({ flags: ['ADMIN', 'UNIT'] });
    const administrator = await aUser({ dealer: 422, flags: ['ADMIN'] });
    const answer = await call(auth.partFromSignOn, { id: 'telus', username: user.UserName, as: administrator });
    expect(answer).toMatchObject({ status: 403, body: { message: 'The user may do more than you' } });
  });
});

describe('whom the provider knows and the portal does not let in', () => {
  it.each([
    ['has no user', async () => `${randomUUID()}@telus.example`],
    ['is of a dealer that does not sign on there', async () => (await agent({ dealer: 22 })).UserName],
    ['is of the makers, whom the provider could only claim to know', async () => (await agent({ dealer: 1 })).UserName],
    ['is disabled', async () => (await agent({ enabled: false })).UserName],
    [
      'shares the address with another user, and both have proven it',
      async () => {
        const [one, other] = [await agent(), await agent()];
        await UserEntity.patch({ UserKey: other.UserKey }).set({ UserEmail: one.UserEmail }).go();
        return one.UserName;
      },
    ],
    [
      'shares the address with another user, and neither has proven it',
      async () => {
        const [one, other] = [await agent(UNPROVEN), await agent(UNPROVEN)];
        await UserEntity.patch({ UserKey: other.UserKey }).set({ UserEmail: one.UserEmail }).go();
        return one.UserName;
      },
    ],
  ])('is told so where it %s [P1-M28]', async (_, person) => {
    expect(await exchange(await readySignOn(await person()))).toMatchObject(DENIED);
  });

  it('is not let in any more once the dealer or the user may not', async () => {
    const user = await agent();
    expect((await exchange(await readySignOn(user.UserName))).status).toBe(200);
    await DealerEntity.patch({ DealerKey: 422 }).remove(['signOnProvider']).go();
    expect(await exchange(await readySignOn(user.UserName))).toMatchObject(DENIED);
    await DealerEntity.patch({ DealerKey: 422 }).set({ signOnProvider: 'telus' }).go();
    await UserEntity.patch({ UserKey: user.UserKey }).set({ UserStatus: 2 }).go();
    expect(await exchange(await readySignOn(user.UserName))).toMatchObject(DENIED);
  });
});

describe('what came back', () => {
  it('is exchanged once', async () => {
    const returned = await readySignOn((await agent()).UserName);
    expect((await exchange(returned)).status).toBe(200);
    expect(await exchange(returned)).toMatchObject(START_AGAIN);
  });

  it('is exchanged for one of two who try at once', async () => {
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
    ['a token that is made up', async (returned: Returned) => ({ ...returned, token: randomUUID() })],
    ['a code that is made up', async (returned: Returned) => ({ ...returned, code: randomUUID() })],
    ['another issuer', async (returned: Returned) => ({ ...returned, iss: 'https://evil.example' })],
    ['no issuer, though the provider names itself', async ({ iss: _, ...returned }: Returned) => returned as Returned],
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

describe('where there is nothing to sign on with', () => {
  it.each(['nowhere', 'constructor'])('a provider %s is not known', async (id) =>
    expect(await begin(id)).toMatchObject({ status: 404, body: { message: 'Single sign-on is not set up here' } }),
  );

  it('a provider that fails is not taken for a refusal', async () => {
    const returned = await readySignOn((await agent()).UserName);
    await fetch(new URL('/_faults', issuer), { method: 'PUT', body: '{"status500":{"path":"/token"}}' });
    expect(await exchange(returned)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  });
});

describe('too many', () => {
  it('beginnings from one place are refused', async () => {
    setClock(TODAY);
    const office = from('198.51.100.40');
    for (let tried = 0; tried < SIGN_ON_LIMIT.most; tried++) expect((await begin('telus', office)).status).toBe(200);
    expect((await begin('telus', office)).status).toBe(429);
  });

  it('made-up exchanges from one place are refused', async () => {
    const office = from('198.51.100.41');
    const madeUp = { code: 'x', state: 'x', iss: 'https://x.example', token: randomUUID() };
    for (let tried = 0; tried < TOKEN_LIMITS.signOn.most; tried++) await exchange(madeUp, office);
    const good = await readySignOn((await agent()).UserName);
    expect((await exchange(good, office)).status).toBe(429);
    expect((await exchange(good)).status).toBe(200);
  });
});
