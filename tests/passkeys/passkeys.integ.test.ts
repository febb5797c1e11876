import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { passkeys } from '#core/passkeys/contract.ts';
import { MAX_PASSKEYS, PASSKEY_CHALLENGE_LIFE, PASSKEY_LIMIT } from '#core/passkeys/passkey.ts';
import { users } from '#core/users/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { auditOf } from '#support/audit.ts';
import { SoftwarePasskey } from '#support/authenticator.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aSession, aUser, PASSWORD } from '#support/people.ts';
import { runDeleteWithUser } from '#support/reactions.ts';
import { withApp } from '../second-factor/support.ts';

const UNKNOWN = {
  status: 401,
  body: { code: 'UNAUTHENTICATED', message: 'This passkey is not valid for Watchkeep. Sign in another way.' },
};
const OVER = { status: 409, body: { message: 'This took too long. Please begin again.' } };

beforeAll(someDealers);

const somebody = () => aUser({ userName: `${randomUUID()}@watchkeep.example` });

const beginRegister = async (as: UserRecord) =>
  (await ask(passkeys.beginRegister, { password: PASSWORD, as })) as { challenge: string } & Record<string, unknown>;

let addresses = 1;
const beginSignIn = async () => {
  const { body } = await call(passkeys.beginSignIn, {}, { sourceIp: `192.0.2.${addresses++ % 250}` });
  return body as { challenge: string } & Record<string, unknown>;
};

/** A passkey that the user has added. */
async function aPasskey(user: UserRecord, name = 'Phone') {
  const passkey = new SoftwarePasskey();
  const { challenge } = await beginRegister(user);
  const { passkeyId } = await ask(passkeys.register, { name, credential: passkey.created({ challenge }), as: user });
  return { passkey, passkeyId };
}

const signIn = async (passkey: SoftwarePasskey, asked: Partial<Parameters<SoftwarePasskey['used']>[0]> = {}) =>
  call(passkeys.signIn, { credential: passkey.used({ challenge: (await beginSignIn()).challenge, ...asked }) });

describe('signing in with a passkey', () => {
  it('creates a session of the user that it names', async () => {
    const user = await somebody();
    const { passkey } = await aPasskey(user);
    const { status, body } = await signIn(passkey, { userHandle: user.UserKey });
    expect(status).toBe(200);
    expect((await ask(auth.access, { as: body.token })).user.user).toBe(user.UserKey);
  });

  it('replaces the second factor, because it verifies the user', async () => {
    const user = await somebody();
    setClock(TODAY);
    await withApp(user, TODAY);
    const { passkey } = await aPasskey(user);
    expect((await signIn(passkey)).body).toEqual({ token: expect.any(String) });
  });

  it('starts with a new challenge for the IP address, and names no user', async () => {
    const [one, other] = [await beginSignIn(), await beginSignIn()];
    expect(one.challenge).not.toBe(other.challenge);
    expect(Buffer.from(one.challenge, 'base64url').length).toBeGreaterThanOrEqual(32);
    expect(one).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    expect(one.allowCredentials).toBeUndefined();
  });

  it('accepts each challenge once', async () => {
    const { passkey } = await aPasskey(await somebody());
    const { challenge } = await beginSignIn();
    const credential = passkey.used({ challenge });
    const both = await Promise.all([call(passkeys.signIn, { credential }), call(passkeys.signIn, { credential })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await call(passkeys.signIn, { credential })).toMatchObject(UNKNOWN);
    expect(await call(passkeys.signIn, { credential: passkey.used({ challenge }) })).toMatchObject(UNKNOWN);
  });

  it('consumes a challenge even if the signature is wrong', async () => {
    const [mine, foreign] = [await aPasskey(await somebody()), new SoftwarePasskey()];
    const { challenge } = await beginSignIn();
    const forged = { ...foreign.used({ challenge }), id: mine.passkey.id, rawId: mine.passkey.id };
    expect(await call(passkeys.signIn, { credential: forged })).toMatchObject(UNKNOWN);
    expect(await call(passkeys.signIn, { credential: mine.passkey.used({ challenge }) })).toMatchObject(UNKNOWN);
  });

  it('accepts a challenge for five minutes', async () => {
    const user = await somebody();
    setClock(TODAY);
    const { passkey } = await aPasskey(user);
    const { challenge } = await beginSignIn();
    setClock(TODAY + PASSKEY_CHALLENGE_LIFE);
    expect(await call(passkeys.signIn, { credential: passkey.used({ challenge }) })).toMatchObject(UNKNOWN);
  });

  it('refuses a counter that did not grow, as from a copied passkey', async () => {
    const { passkey } = await aPasskey(await somebody());
    passkey.counter = 7;
    expect((await signIn(passkey)).status).toBe(200);
    passkey.counter = 6;
    expect(await signIn(passkey)).toMatchObject(UNKNOWN);
    passkey.counter = 7;
    expect(await signIn(passkey)).toMatchObject(UNKNOWN);
    passkey.counter = 8;
    expect((await signIn(passkey)).status).toBe(200);
  });

  it.each([
    ['was signed for a look-alike of the portal', { origin: 'https://watchkeep.example.net' }],
    ['belongs to another web address', { rpID: 'watchkeep.example.net' }],
    ['did not verify the user', { verified: false }],
    ['names another user', { userHandle: 'user-1' }],
    ['signs an unknown challenge', { challenge: Buffer.from('made up').toString('base64url') }],
  ])('refuses a passkey that %s', async (_, asked) => {
    const { passkey } = await aPasskey(await somebody());
    expect(await signIn(passkey, asked)).toMatchObject(UNKNOWN);
  });

  it('refuses a challenge for adding a passkey', async () => {
    const user = await somebody();
    const { passkey } = await aPasskey(user);
    const { challenge } = await beginRegister(user);
    expect(await signIn(passkey, { challenge })).toMatchObject(UNKNOWN);
  });

  it('has the same refusal for an unknown passkey and a disabled user', async () => {
    const user = await somebody();
    const { passkey } = await aPasskey(user);
    await UserEntity.patch({ UserKey: user.UserKey }).set({ UserStatus: 0 }).go();
    expect(await signIn(passkey)).toMatchObject(UNKNOWN);
    expect(await signIn(new SoftwarePasskey())).toMatchObject(UNKNOWN);
  });

  it('is refused for a deleted user, before and after the clean-up', async () => {
    const user = await somebody();
    const { passkey } = await aPasskey(user);
    await ask(users.remove, { id: user.UserKey, as: await aUser({ dealer: 22 }) });
    const { body } = await signIn(passkey);
    expect(body).toMatchObject(UNKNOWN.body);
    expect(await sessionStore.ofUser(user.UserKey)).toEqual([]);
    await runDeleteWithUser(user.UserKey);
    expect(await signIn(passkey)).toMatchObject(UNKNOWN);
  });

  it('starts a limited number of times per IP address', async () => {
    setClock(TODAY);
    const begin = (sourceIp: string) => call(passkeys.beginSignIn, {}, { sourceIp });
    for (let begun = 0; begun < PASSKEY_LIMIT.most; begun++) expect((await begin('198.51.100.1')).status).toBe(200);
    expect(await begin('198.51.100.1')).toMatchObject({
      status: 403,
      body: { message: 'Too many login attempts. Please try again later.' },
    });
    expect((await begin('198.51.100.2')).status).toBe(200);
  });
});

describe('adding a passkey', () => {
  it('asks for the password, and for a key that works without a user name', async () => {
    const user = await somebody();
    expect(await call(passkeys.beginRegister, { password: 'guess', as: user })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'password', message: 'This is not your password' }] },
    });
    expect(await beginRegister(user)).toMatchObject({
      rp: { id: 'localhost', name: 'Watchkeep' },
      user: { name: user.UserName, id: Buffer.from(user.UserKey).toString('base64url') },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
  });

  it('adds it to the list, mails the user and adds an audit entry', async () => {
    const user = await somebody();
    setClock(TODAY);
    const { passkey, passkeyId } = await aPasskey(user, 'Work laptop');
    expect(await ask(passkeys.list, { as: user })).toEqual({
      passkeys: [{ passkeyId, name: 'Work laptop', createdAt: new Date(TODAY).toISOString(), backedUp: true }],
    });
    expect((await mailsTo(user.UserEmail))[0]).toMatchObject({
      subject: 'A passkey was added',
      text: expect.stringContaining('"Work laptop"'),
    });
    expect(await auditOf('user', user.UserKey)).toMatchObject([
      { action: 'add passkey', after: { name: 'Work laptop' } },
    ]);
    await signIn(passkey);
    const [listed] = (await ask(passkeys.list, { as: user })).passkeys;
    expect(listed).toMatchObject({ lastUsedAt: new Date(TODAY).toISOString() });
  });

  it('accepts each challenge once, in time, and from its user', async () => {
    const [user, other] = [await somebody(), await somebody()];
    setClock(TODAY);
    const { challenge } = await beginRegister(user);
    const register = (as: UserRecord) =>
      call(passkeys.register, { name: 'Phone', credential: new SoftwarePasskey().created({ challenge }), as });
    expect(await register(other)).toMatchObject(OVER);
    expect((await register(user)).status).toBe(200);
    expect(await register(user)).toMatchObject(OVER);
    const late = await beginRegister(user);
    setClock(TODAY + PASSKEY_CHALLENGE_LIFE);
    const credential = new SoftwarePasskey().created({ challenge: late.challenge });
    expect(await call(passkeys.register, { name: 'Phone', credential, as: user })).toMatchObject(OVER);
  });

  it.each([
    ['was made for a look-alike of the portal', { origin: 'https://watchkeep.example.net' }],
    ['belongs to another web address', { rpID: 'watchkeep.example.net' }],
    ['did not verify the user', { verified: false }],
  ])('refuses one that %s', async (_, asked) => {
    const user = await somebody();
    const { challenge } = await beginRegister(user);
    const credential = new SoftwarePasskey().created({ challenge, ...asked });
    expect(await call(passkeys.register, { name: 'Phone', credential, as: user })).toMatchObject({ status: 409 });
    expect((await ask(passkeys.list, { as: user })).passkeys).toEqual([]);
  });

  it('refuses a registered one', async () => {
    const [user, other] = [await somebody(), await somebody()];
    const { passkey } = await aPasskey(user);
    const { challenge } = await beginRegister(other);
    const answer = await call(passkeys.register, {
      name: 'Mine',
      credential: passkey.created({ challenge }),
      as: other,
    });
    expect(answer).toMatchObject({ status: 409, body: { message: 'This passkey is registered already' } });
  });

  it('stops at ten, and tells the browser about the existing ones', async () => {
    const user = await somebody();
    for (let made = 0; made < MAX_PASSKEYS; made++) {
      const { excludeCredentials } = (await beginRegister(user)) as unknown as { excludeCredentials: unknown[] };
      expect(excludeCredentials).toHaveLength(made);
      await aPasskey(user, `Key ${made}`);
    }
    const answer = await call(passkeys.beginRegister, { password: PASSWORD, as: user });
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'There are 10 passkeys already. Remove one first.' },
    });
  });
});

describe('an existing passkey', () => {
  it('can be renamed', async () => {
    const user = await somebody();
    const { passkeyId } = await aPasskey(user);
    expect(await ask(passkeys.rename, { passkeyId, name: '  Old phone ', as: user })).toMatchObject({
      name: 'Old phone',
    });
    expect((await ask(passkeys.list, { as: user })).passkeys).toMatchObject([{ passkeyId, name: 'Old phone' }]);
  });

  it('does not sign in after its removal', async () => {
    const user = await somebody();
    const { passkey, passkeyId } = await aPasskey(user);
    const kept = await aPasskey(user, 'Kept');
    await ask(passkeys.remove, { passkeyId, as: user });
    expect(await signIn(passkey)).toMatchObject(UNKNOWN);
    expect((await signIn(kept.passkey)).status).toBe(200);
    expect((await mailsTo(user.UserEmail))[0]).toMatchObject({ subject: 'A passkey was removed' });
    expect(await call(passkeys.remove, { passkeyId, as: user })).toMatchObject({ status: 404 });
  });

  it('is not found for other users', async () => {
    const [user, other] = [await somebody(), await somebody()];
    const { passkey, passkeyId } = await aPasskey(user);
    const missing = { status: 404, body: { message: 'There is no such passkey' } };
    expect(await call(passkeys.rename, { passkeyId, name: 'Mine', as: other })).toMatchObject(missing);
    expect(await call(passkeys.remove, { passkeyId, as: other })).toMatchObject(missing);
    expect((await ask(passkeys.list, { as: other })).passkeys).toEqual([]);
    expect((await signIn(passkey)).status).toBe(200);
  });

  it('cannot be changed with taken-on access', async () => {
    const [administrator, user] = [await aUser({ dealer: 1 }), await somebody()];
    const { passkeyId } = await aPasskey(user);
    const { token, sessionId } = await aSession(administrator);
    await SessionEntity.patch({ sessionId })
      .set({ asUserKey: user.UserKey, asUntil: Date.now() + 60_000 })
      .go();
    for (const answer of await Promise.all([
      call(passkeys.list, { as: token }),
      call(passkeys.beginRegister, { password: PASSWORD, as: token }),
      call(passkeys.rename, { passkeyId, name: 'Mine', as: token }),
      call(passkeys.remove, { passkeyId, as: token }),
    ]))
      expect(answer).toMatchObject({ status: 403 });
  });
});
