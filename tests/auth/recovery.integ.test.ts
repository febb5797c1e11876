import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { LOGIN_LIMITS, RECOVERY_LIMITS, TOKEN_LIMITS } from '#core/auth/sign-in-limits.ts';
import { MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { OneTimeTokenEntity } from '#data/kit/one-time-tokens.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userStore } from '#data/users/users.ts';
import { auditOf } from '#support/audit.ts';
import { call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aSession, aUser, PASSWORD } from '#support/people.ts';
import { workOf } from '#support/work-of.ts';

const NEW = 'Remembered-2026';
const EXPIRED = { status: 401, body: { message: 'Token expired' } };
const TOO_MANY = { status: 429, body: { code: 'TOO_MANY', message: 'Too many attempts. Please try again later.' } };
const UNKNOWN = {
  status: 404,
  body: { message: 'Could not find an account linked with this email. Please check the spelling and try again.' },
};

let addresses = 1;
const from = (sourceIp = `203.0.113.${addresses++}`) => ({ sourceIp });
const ask = (email: string, sender = from()) => call(auth.sendRecoveryLink, { email }, sender);
const check = (token: string, sender = from()) => call(auth.checkResetPasswordToken, { token }, sender);
const reset = (token: string, user: string, newPassword = NEW, sender = from()) =>
  call(auth.resetThePassword, { user, newPassword, token }, sender);
const login = (userName: string, password: string, sender = from()) => call(auth.login, { userName, password }, sender);

const someone = (more: object = {}) => aUser({ userName: `${randomUUID()}@northwind.example`, ...more });
const linksIn = (text: string) => [...text.matchAll(/https?:\S+/g)].map(([link]) => new URL(link));

/** Requests a link and reads it from the mail. */
async function tokenFor(user: UserRecord): Promise<string> {
  expect((await ask(user.UserEmail)).status).toBe(200);
  const [mail] = await mailsTo(user.UserEmail);
  return linksIn(mail!.text)[0]!.searchParams.get('token')!;
}

beforeAll(someDealers);

describe('a forgotten password', () => {
  it('sends a link to the address of the account [P1-B05 P1-C82 P1-M30 P2-C76]', async () => {
    const user = await someone();
    const answer = await ask(user.UserEmail.toUpperCase());
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Password recovery link has been sent to your email.' },
    });
    const [mail] = await mailsTo(user.UserEmail);
    expect(mail).toMatchObject({ from: process.env.MAIL_SENDER, to: [user.UserEmail] });
    expect(mail!.text).toContain(user.UserName);
    const [link] = linksIn(mail!.text);
    expect(link!.origin + link!.pathname).toBe(`${process.env.WEB_ORIGIN}/resetPassword`);
  });

  it('is replaced through the link; then only the new one signs in [P1-C80 P1-C81 P1-M33 P3-C84 P3-C85 P3-M22]', async () => {
    const user = await someone();
    const token = await tokenFor(user);
    expect(await check(token)).toMatchObject({ status: 200, body: { user: user.UserName } });
    expect(await reset(token, user.UserName)).toMatchObject({ status: 200, body: { message: 'Password updated!' } });
    expect((await login(user.UserName, PASSWORD)).status).toBe(401);
    expect((await login(user.UserName, NEW)).status).toBe(200);
    expect((await mailsTo(user.UserEmail))[0]).toMatchObject({ subject: 'Your password was changed' });
  });

  it('reveals the token only in the mail, not in the answer', async () => {
    const user = await someone();
    const { body } = await ask(user.UserEmail);
    expect(Object.keys(body)).toEqual(['message']);
  });

  it.each<[string, { proven: boolean; since: string }]>([
    ['who has proven it, although others had it earlier', { proven: true, since: '2026-09-01' }],
    ['who has had it the longest, if nobody has proven it', { proven: false, since: '2025-01-01' }],
  ])('mails the user %s, however many accounts others create with the address', async (_, { proven, since }) => {
    const UserEmail = `${randomUUID()}@northwind.example`;
    const give = ({ UserKey }: UserRecord, emailSince: string) =>
      UserEntity.patch({ UserKey }).set({ UserEmail, emailSince }).remove(['emailProvenAt']).go();
    // By key all the others come first, and they have signed in later.
    for (let at = 0; at < 12; at++) {
      const other = await someone({ userKey: `0-${at}-${randomUUID()}`, enabled: at < 11 });
      await give(other, '2026-03-01');
      await userStore.recordSignIn(other.UserKey, '2026-11-01T00:00:00.000Z');
    }
    const user = await someone({ userKey: `z-${randomUUID()}` });
    await give(user, since);
    if (proven) await userStore.proveEmail({ ...user, UserEmail }, TODAY);
    expect((await ask(UserEmail)).status).toBe(200);
    const mails = await mailsTo(UserEmail);
    expect(mails).toHaveLength(10);
    expect(mails.filter(({ text }) => text.includes(user.UserName))).toHaveLength(1);
  });

  it("proves the user's address when the link is used", async () => {
    const user = await someone();
    await UserEntity.patch({ UserKey: user.UserKey }).remove(['emailProvenAt']).go();
    const token = await tokenFor(user);
    expect((await userStore.byKey(user.UserKey))?.emailProvenAt).toBeUndefined();
    await reset(token, user.UserName);
    expect((await userStore.byKey(user.UserKey))?.emailProvenAt).toBeDefined();
  });

  it('sends each user of a shared address their own mail and link', async () => {
    const UserEmail = `${randomUUID()}@northwind.example`;
    const users = [await someone(), await someone(), await someone({ enabled: false })];
    for (const { UserKey } of users) await UserEntity.patch({ UserKey }).set({ UserEmail }).go();
    await ask(UserEmail);
    const mails = await mailsTo(UserEmail);
    expect(mails).toHaveLength(2);
    for (const { text } of mails) expect(linksIn(text)).toHaveLength(1);
    const named = await Promise.all(
      mails
        .flatMap(({ text }) => linksIn(text))
        .map(async (link) => (await check(link.searchParams.get('token')!)).body.user),
    );
    expect(named.sort()).toEqual([users[0]!.UserName, users[1]!.UserName].sort());
  });

  it('adds audit entries with the IP address for the request and for the change', async () => {
    const user = await someone();
    const token = await tokenFor(user);
    await reset(token, user.UserName, NEW, from('198.51.100.77'));
    const entries = await auditOf('user', user.UserKey);
    expect(entries.map(({ action }) => action)).toEqual(['ask for recovery link', 'replace forgotten password']);
    expect(entries[1]).toMatchObject({ actorName: user.UserName, after: { sourceIp: '198.51.100.77' } });
    expect(JSON.stringify(entries)).not.toContain('argon2');
  });
});

describe('an address without an account', () => {
  it('is answered as unknown and gets no mail [P1-M29]', async () => {
    const email = `${randomUUID()}@nowhere.example`;
    expect(await ask(email)).toMatchObject(UNKNOWN);
    expect(await mailsTo(email)).toEqual([]);
  });

  it('has the same answer and duration as the address of a disabled user', async () => {
    const disabled = await someone({ enabled: false });
    let now = TODAY;
    const refused = (email: string) => async () => {
      // No request counts against the limit of another.
      now += RECOVERY_LIMITS.account.window;
      setClock(now);
      expect(await ask(email)).toMatchObject(UNKNOWN);
    };
    const work = await workOf({
      disabled: refused(disabled.UserEmail),
      nobody: refused(`${randomUUID()}@nowhere.example`),
    });
    expect(Math.max(...Object.values(work)) / Math.min(...Object.values(work)), JSON.stringify(work)).toBeLessThan(1.5);
    expect(await mailsTo(disabled.UserEmail)).toEqual([]);
  });

  it.each([
    ['a second recipient', 'a@northwind.example,eve@example.com'],
    ['a header', 'a@northwind.example\r\nBcc: eve@example.com'],
    ['no address', 'dealer'],
  ])('rejects an address with %s', async (_, email) => expect((await ask(email)).status).toBe(422));
});

describe('a recovery link', () => {
  it('works once', async () => {
    const user = await someone();
    const token = await tokenFor(user);
    expect((await reset(token, user.UserName)).status).toBe(200);
    expect(await check(token)).toMatchObject(EXPIRED);
    expect(await reset(token, user.UserName, 'Another-2026')).toMatchObject(EXPIRED);
    expect((await login(user.UserName, NEW)).status).toBe(200);
  });

  it('works for one of two simultaneous uses', async () => {
    const user = await someone();
    const token = await tokenFor(user);
    const answers = await Promise.all([
      reset(token, user.UserName, 'First-2026'),
      reset(token, user.UserName, 'Second-2026'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const won = answers[0]!.status === 200 ? 'First-2026' : 'Second-2026';
    expect((await login(user.UserName, won)).status).toBe(200);
  });

  it('expires after half an hour [P1-M31 P3-M20]', async () => {
    const user = await someone();
    setClock(TODAY);
    const token = await tokenFor(user);
    setClock(TODAY + 30 * MINUTE - 1);
    expect((await check(token)).status).toBe(200);
    setClock(TODAY + 30 * MINUTE);
    expect(await check(token)).toMatchObject(EXPIRED);
    expect(await reset(token, user.UserName)).toMatchObject(EXPIRED);
  });

  it('is void after another link was used, the address was changed or the user was disabled', async () => {
    const changes: ((user: UserRecord) => Promise<unknown>)[] = [
      async (user) => reset(await tokenFor(user), user.UserName, 'Between-2026'),
      ({ UserKey }) =>
        UserEntity.patch({ UserKey })
          .set({ UserEmail: `${randomUUID()}@new.example` })
          .go(),
      ({ UserKey }) => UserEntity.patch({ UserKey }).set({ UserStatus: 2 }).go(),
    ];
    for (const change of changes) {
      const user = await someone();
      const token = await tokenFor(user);
      await change(user);
      expect(await check(token)).toMatchObject(EXPIRED);
      expect(await reset(token, user.UserName)).toMatchObject(EXPIRED);
    }
  });

  it('changes only the password of its own user', async () => {
    const [own, other] = [await someone(), await someone()];
    const token = await tokenFor(own);
    expect(await reset(token, other.UserName)).toMatchObject(EXPIRED);
    expect((await login(other.UserName, PASSWORD)).status).toBe(200);
  });

  it('is stored only as a hash', async () => {
    const user = await someone();
    const token = await tokenFor(user);
    const { data } = await OneTimeTokenEntity.scan.go({ pages: 'all' });
    expect(data.length).toBeGreaterThan(0);
    expect(JSON.stringify(data)).not.toContain(token);
  });

  it.each(['', 'x', '../../', 'a'.repeat(200)])('that is made up is refused: %j', async (token) => {
    const { status, body } = await check(token);
    expect([401, 422]).toContain(status);
    if (status === 401) expect(body.message).toBe('Token expired');
  });
});

describe('the new password', () => {
  it.each([
    ['without a digit [P1-V03]', 'Watchkeep-twenty'],
    ['without an upper case letter [P1-V04]', 'watchkeep-2026'],
    ['without a lower case letter [P1-V05]', 'WATCHKEEP-2026'],
    ['without a special character [P1-V06]', 'Watchkeep2026'],
    ['that is too short', 'Wk-2026'],
    ['that is too long', `Aa1!${'x'.repeat(1000)}`],
  ])('%s is refused by the server, and the link stays valid', async (_, newPassword) => {
    const user = await someone();
    const token = await tokenFor(user);
    const { status, body } = await reset(token, user.UserName, newPassword);
    expect({ status, field: body.issues[0].path }).toEqual({ status: 422, field: 'newPassword' });
    expect((await check(token)).status).toBe(200);
  });

  it('ends all sessions of the user and of nobody else', async () => {
    const [user, other] = [await someone(), await someone()];
    const sessions = [await aSession(user), await aSession(user), await aSession(other)];
    const look = async () =>
      Promise.all(sessions.map(async ({ token }) => (await call(auth.access, { as: token })).status));
    const token = await tokenFor(user);
    const before = Date.now();
    await reset(token, user.UserName);
    setClock(before + MINUTE);
    expect(await look()).toEqual([401, 401, 200]);
  });

  it('unlocks a user after too many failed logins', async () => {
    const user = await someone();
    const home = from();
    setClock(TODAY);
    for (let tried = 0; tried <= LOGIN_LIMITS.accountAtAddress.most; tried++) await login(user.UserName, 'wrong', home);
    for (let tried = 0; tried < LOGIN_LIMITS.account.most; tried++)
      await attemptStore.count(LOGIN_LIMITS.account, user.UserName.toLowerCase(), TODAY);
    for (const sender of [home, from()]) expect((await login(user.UserName, PASSWORD, sender)).status).toBe(403);
    const token = await tokenFor(user);
    setClock(TODAY + 1000);
    await reset(token, user.UserName, NEW, home);
    setClock(TODAY + 2000);
    for (const sender of [home, from()]) expect((await login(user.UserName, NEW, sender)).status).toBe(200);
  });
});

describe('the limit', () => {
  it('of links for one account holds for all callers until the window ends', async () => {
    const user = await someone();
    setClock(TODAY);
    const { most, window } = RECOVERY_LIMITS.account;
    for (let asked = 0; asked < most; asked++) expect((await ask(user.UserEmail)).status).toBe(200);
    expect(await ask(user.UserEmail.toUpperCase())).toMatchObject(TOO_MANY);
    expect(await mailsTo(user.UserEmail)).toHaveLength(most);
    setClock(TODAY + window);
    expect((await ask(user.UserEmail)).status).toBe(200);
  });

  it('of links for an address without an account is the same', async () => {
    setClock(TODAY);
    const email = `${randomUUID()}@nowhere.example`;
    for (let asked = 0; asked < RECOVERY_LIMITS.account.most; asked++) await ask(email);
    expect(await ask(email)).toMatchObject(TOO_MANY);
  });

  it('of requests from one IP address prevents searching for accounts', async () => {
    const user = await someone();
    setClock(TODAY);
    const office = from('198.51.100.30');
    for (let asked = 0; asked < RECOVERY_LIMITS.address.most; asked++)
      expect((await ask(`${randomUUID()}@nowhere.example`, office)).status).toBe(404);
    expect(await ask(`${randomUUID()}@nowhere.example`, office)).toMatchObject(TOO_MANY);
    expect(await ask(user.UserEmail, office)).toMatchObject(TOO_MANY);
    expect((await ask(user.UserEmail)).status).toBe(200);
  });

  it('of made-up tokens from one IP address does not count valid ones', async () => {
    const user = await someone();
    setClock(TODAY);
    const token = await tokenFor(user);
    const office = from('198.51.100.31');
    for (let tried = 0; tried <= TOKEN_LIMITS.recovery.most; tried++)
      expect((await check(token, office)).status).toBe(200);
    for (let tried = 0; tried < TOKEN_LIMITS.recovery.most; tried++) await check(randomUUID(), office);
    expect(await check(token, office)).toMatchObject(TOO_MANY);
    expect(await reset(token, user.UserName, NEW, office)).toMatchObject(TOO_MANY);
  });
});
