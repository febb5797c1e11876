import { beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { DAY, HOUR } from '#core/time.ts';
import { users } from '#core/users/contract.ts';
import { INVITATION_LIMIT } from '#core/users/user.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aSession, aUser } from '#support/people.ts';

let admin: UserRecord;
beforeAll(async () => {
  await someDealers();
  admin = await aUser({ dealer: 22, flags: ['ADMIN'] });
});

const newUser = (name: string) => ({
  UserName: `${name}@northwind.example`,
  UserEmail: `${name}@northwind.example`,
  UserFirstName: 'Visit http://evil.example',
  UserLastName: 'Now',
});
const tokenIn = (text: string) => new URL(/http\S+/.exec(text)![0]).searchParams.get('token')!;
const PASSWORD = 'Harbour-2026!';

describe('the first password of a new user', () => {
  it('is set with a mailed link, which works once; then the user signs in', async () => {
    const created = newUser('first');
    expect((await ask(users.create, { ...created, as: admin })).mailSent).toBe(true);
    const [mail] = await mailsTo(created.UserEmail);
    expect(mail).toMatchObject({ subject: 'Your Watchkeep account', to: [created.UserEmail] });
    expect(mail!.text).toContain(created.UserName);
    expect(mail!.text).not.toContain('evil');
    const signIn = () => call(auth.login, { userName: created.UserName, password: PASSWORD });
    expect((await signIn()).status).toBe(401);
    const set = () =>
      call(auth.resetThePassword, { user: created.UserName, newPassword: PASSWORD, token: tokenIn(mail!.text) });
    expect((await set()).status).toBe(200);
    expect((await set()).status).toBe(401);
    expect((await signIn()).status).toBe(200);
  });

  it('cannot be set after three days, or after a change of the address; a new link can be sent', async () => {
    setClock(TODAY);
    const { token: as } = await aSession(admin, TODAY);
    const created = newUser('late');
    const { user } = await ask(users.create, { ...created, as });
    const look = async (text: string) => (await call(auth.checkResetPasswordToken, { token: tokenIn(text) })).status;
    const [first] = await mailsTo(created.UserEmail);
    setClock(TODAY + 3 * DAY - HOUR);
    expect(await look(first!.text)).toBe(200);
    setClock(TODAY + 3 * DAY);
    expect(await look(first!.text)).toBe(401);

    const { token: later } = await aSession(admin, TODAY + 3 * DAY);
    const UserEmail = 'moved@northwind.example';
    await ask(users.sendPasswordLink, { UserKey: user.UserKey, as: later });
    await ask(users.edit, { UserKey: user.UserKey, UserEmail, as: later });
    expect(await look((await mailsTo(created.UserEmail)).at(0)!.text)).toBe(401);
    await ask(users.sendPasswordLink, { UserKey: user.UserKey, as: later });
    expect(await look((await mailsTo(UserEmail)).at(0)!.text)).toBe(200);
    expect((await auditOf('user', user.UserKey)).map(({ action }) => action)).toContain('send password link');
  });

  it('has in the audit who sent the link, with whose access, also when it is used', async () => {
    const flags = ['ADMIN'] as const;
    const [helper, other] = [await aUser({ dealer: 1, flags }), await aUser({ dealer: 22, flags })];
    const { token: as } = await ask(users.setAccessAs, {
      userKeyAs: other.UserKey,
      as: (await aSession(helper)).token,
    });
    const created = newUser('audited');
    const { user } = await ask(users.create, { ...created, as });
    const [mail] = await mailsTo(created.UserEmail);
    await ask(auth.resetThePassword, {
      user: created.UserName,
      newPassword: PASSWORD,
      token: tokenIn(mail!.text),
    });
    const by = { actorKey: helper.UserKey, asUserKey: other.UserKey };
    const entries = await auditOf('user', user.UserKey);
    expect(entries.find(({ action }) => action === 'create user')).toMatchObject(by);
    expect(entries.find(({ action }) => action === 'send invitation')).toMatchObject(by);
    expect(entries.slice(2)).toMatchObject([
      {
        action: 'replace forgotten password',
        actorKey: user.UserKey,
        after: { linkFrom: { actorFullName: fullNameOf(helper), asUserFullName: fullNameOf(other) } },
      },
    ]);
  });

  it('is mailed a limited number of times, and not to a disabled user or one with more rights', async () => {
    const { UserKey } = await aUser({ dealer: 22, flags: [] });
    const send = async (key: string) => (await call(users.sendPasswordLink, { UserKey: key, as: admin })).status;
    setClock(Date.now());
    for (let sent = 0; sent < 5; sent++) expect(await send(UserKey)).toBe(200);
    expect(await send(UserKey)).toBe(429);
    expect(await send((await aUser({ dealer: 22, flags: [], enabled: false })).UserKey)).toBe(409);
    expect(await send((await aUser({ dealer: 22, flags: ['ENGINEER'] })).UserKey)).toBe(403);
    expect(await send((await aUser({ dealer: 49, flags: [] })).UserKey)).toBe(404);
  });

  it('is mailed by one administrator to a limited number of new users per hour', async () => {
    const inviting = await aUser({ dealer: 22, flags: ['ADMIN'] });
    setClock(TODAY);
    const { token: as } = await aSession(inviting, TODAY);
    for (let sent = 1; sent < INVITATION_LIMIT.most; sent++)
      await attemptStore.count(INVITATION_LIMIT, inviting.UserKey, TODAY);
    expect((await ask(users.create, { ...newUser('last'), as })).mailSent).toBe(true);
    const over = newUser('over');
    expect((await ask(users.create, { ...over, as })).mailSent).toBe(false);
    expect(await mailsTo(over.UserEmail)).toEqual([]);
  });

  it('waits if the mail cannot be sent: the user exists and the administrator sees a message', async () => {
    const sender = process.env.MAIL_SENDER;
    process.env.MAIL_SENDER = 'not an address';
    try {
      const { user, mailSent } = await ask(users.create, { ...newUser('unsent'), as: admin });
      expect({ mailSent, status: user.UserStatus }).toEqual({ mailSent: false, status: 1 });
    } finally {
      process.env.MAIL_SENDER = sender;
    }
  });
});
