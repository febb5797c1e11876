import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { NAME_CHECK_LIMIT } from '#core/users/user.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { passwordStore } from '#data/users/passwords.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userStore } from '#data/users/users.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aSession, aUser, PASSWORD } from '#support/people.ts';
import { login } from '../second-factor/support.ts';

beforeAll(someDealers);

const somebody = (type?: 4) =>
  aUser({ userName: `${randomUUID()}@watchkeep.example`, ...(type && { type, flags: [] }) });
const read = (as: UserRecord) => ask(userSettings.read, { as });

describe("a user's own settings", () => {
  it('are readable for every signed-in user, including monitoring centres [P2-C74 P2-E30]', async () => {
    for (const user of [await somebody(), await somebody(4)]) {
      expect(await read(user)).toEqual({
        UserName: user.UserName,
        UserEmail: user.UserEmail,
        UserFirstName: user.UserFirstName,
        UserLastName: user.UserLastName,
        hasPassword: true,
        emailProven: true,
        times: {},
      });
    }
  });

  it('are saved field by field, with an audit entry [P2-C75 P2-E30]', async () => {
    const user = await somebody();
    const saved = await ask(userSettings.save, {
      UserName: user.UserName,
      UserFirstName: ' Patricia ',
      UserLastName: 'O’Hara <b>',
      as: user,
    });
    expect(saved).toMatchObject({
      message: 'Settings saved',
      user: { UserFirstName: 'Patricia', UserLastName: 'O’Hara <b>' },
    });
    expect(await read(user)).toEqual(saved.user);
    expect(await auditOf('user', user.UserKey)).toMatchObject([
      {
        action: 'change own settings',
        actorKey: user.UserKey,
        before: { UserFirstName: 'Pat', UserLastName: user.UserLastName },
        after: { UserFirstName: 'Patricia', UserLastName: 'O’Hara <b>' },
      },
    ]);
  });

  it("are not changed by a save without changes, which answers 'Nothing to update' [P2-V30 P2-M46]", async () => {
    const user = await somebody();
    const { hasPassword: _, emailProven: __, times: ___, ...fields } = await read(user);
    expect(await ask(userSettings.save, { ...fields, as: user })).toMatchObject({ message: 'Nothing to update' });
    expect(await ask(userSettings.save, { as: user })).toMatchObject({ message: 'Nothing to update' });
    expect(await auditOf('user', user.UserKey)).toEqual([]);
  });

  it('have the format and the zone of times, which come with who is signed in and follow the person who acts', async () => {
    const [administrator, user] = [await aUser({ dealer: 1 }), await somebody()];
    const times = { format: 'dayFirst', timeZone: 'America/Denver' } as const;
    expect(await ask(userSettings.saveTimes, { ...times, as: user })).toEqual(times);
    expect((await read(user)).times).toEqual(times);
    expect((await ask(auth.access, { as: user })).user.times).toEqual(times);
    expect(await auditOf('user', user.UserKey)).toEqual([]);

    const { token, sessionId } = await aSession(administrator);
    await SessionEntity.patch({ sessionId })
      .set({ asUserKey: user.UserKey, asUntil: Date.now() + 60_000 })
      .go();
    expect((await ask(auth.access, { as: token })).user.times).toEqual({});
    expect(await call(userSettings.saveTimes, { format: 'yearFirst', as: token })).toMatchObject({ status: 403 });

    expect(await ask(userSettings.saveTimes, { as: user })).toEqual({});
    expect((await ask(auth.access, { as: user })).user.times).toEqual({});
    expect(await call(userSettings.saveTimes, { timeZone: 'Mars/Olympus', as: user } as never)).toMatchObject({
      status: 422,
    });
  });

  it('ignore fields that the user may not change', async () => {
    const user = await somebody();
    const sneaked = { UserTypeKey: 1, flags: ['ADMIN'], DealerKey: 1, dealerPath: '/1/', UserKey: 'user-1' };
    await ask(userSettings.save, { UserFirstName: 'Eve', ...sneaked, as: user });
    const stored = await passwordStore.byKey(user.UserKey);
    expect(stored).toEqual({ ...user, UserFirstName: 'Eve', tree: 'all' });
  });

  it('cannot be saved with taken-on access', async () => {
    const [administrator, user] = [await aUser({ dealer: 1 }), await somebody()];
    const { token, sessionId } = await aSession(administrator);
    await SessionEntity.patch({ sessionId })
      .set({ asUserKey: user.UserKey, asUntil: Date.now() + 60_000 })
      .go();
    for (const answer of await Promise.all([
      call(userSettings.save, { UserFirstName: 'Eve', as: token }),
      call(userSettings.checkOldPassword, { value: PASSWORD, as: token }),
      call(userSettings.changePassword, { oldPassword: PASSWORD, newPassword: 'Watchkeep-2027', as: token }),
      call(userSettings.sessions, { as: token }),
    ]))
      expect(answer).toMatchObject({ status: 403, body: { message: 'Not while you use the access of somebody else' } });
    expect(await passwordStore.byKey(user.UserKey)).toMatchObject(user);
  });
});

describe("the user's own name", () => {
  it('can be changed; the old one then does not sign in and is free for others', async () => {
    const [user, other] = [await somebody(), await somebody()];
    const UserName = `${randomUUID()}@new.example`;
    await ask(userSettings.save, { UserName, as: user });
    expect((await login({ ...user, UserName: UserName.toUpperCase() })).status).toBe(200);
    expect((await login(user)).status).toBe(401);
    await ask(userSettings.save, { UserName: user.UserName, as: other });
    expect((await userStore.byName(user.UserName))?.UserKey).toBe(other.UserKey);
  });

  it('can change its case', async () => {
    const user = await somebody();
    await ask(userSettings.save, { UserName: user.UserName.toUpperCase(), as: user });
    expect((await read(user)).UserName).toBe(user.UserName.toUpperCase());
    expect((await login(user)).status).toBe(200);
  });

  it('is refused if it is taken, ignoring case; one of two simultaneous requests for it succeeds', async () => {
    const [user, other, third] = [await somebody(), await somebody(), await somebody()];
    const taken = { status: 409, body: { message: 'Already exists' } };
    const UserName = other.UserName.toUpperCase();
    expect(await call(userSettings.save, { UserName, as: user })).toMatchObject(taken);
    expect((await login(user)).status).toBe(200);
    const wanted = `${randomUUID()}@new.example`;
    const both = await Promise.all([user, third].map((as) => call(userSettings.save, { UserName: wanted, as })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

it('can be tried a limited number of times, so that names of other dealers cannot be listed', async () => {
  const [user, other] = [await somebody(), await somebody()];
  const now = Date.now();
  for (let tried = 0; tried < NAME_CHECK_LIMIT.most; tried++)
    for (const at of [now, now + NAME_CHECK_LIMIT.window]) await attemptStore.count(NAME_CHECK_LIMIT, user.UserKey, at);
  expect((await call(userSettings.save, { UserName: other.UserName, as: user })).status).toBe(429);
  expect((await call(userSettings.save, { UserName: user.UserName, UserFirstName: 'Ada', as: user })).status).toBe(200);
});

describe("the user's own e-mail address", () => {
  const UserEmail = 'somewhere.else@watchkeep.example';

  it('changes with the password only, and the old address gets a mail', async () => {
    const user = await somebody();
    expect(await call(userSettings.save, { UserEmail, as: user })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'password', message: 'Enter your password to change the e-mail address' }] },
    });
    expect(await call(userSettings.save, { UserEmail, password: 'guess', as: user })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'password', message: 'This is not your password' }] },
    });
    expect((await read(user)).UserEmail).toBe(user.UserEmail);
    await ask(userSettings.save, { UserEmail, password: PASSWORD, as: user });
    expect((await read(user)).UserEmail).toBe(UserEmail);
    expect((await mailsTo(user.UserEmail))[0]).toMatchObject({
      to: [user.UserEmail],
      subject: 'Your Watchkeep e-mail address was changed',
      text: expect.stringContaining(UserEmail),
    });
  });

  it.each([
    ['a header', 'eve@example.com\r\nBcc: all@example.com'],
    ['a list', 'eve@example.com,all@example.com'],
    ['a name', 'Eve <eve@example.com>'],
    ['nothing', ''],
  ])('cannot contain %s', async (_, address) => {
    const user = await somebody();
    const answer = await call(userSettings.save, { UserEmail: address, password: PASSWORD, as: user });
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: 'UserEmail' }] } });
  });
});

it('is not changed by a save that conflicts with another one at the same field', async () => {
  const user = await somebody();
  const names = ['Ada', 'Bob', 'Cid', 'Dot'];
  const answers = await Promise.all(names.map((UserFirstName) => call(userSettings.save, { UserFirstName, as: user })));
  const { data } = await UserEntity.get({ UserKey: user.UserKey }).go();
  const refused = answers.filter(({ status }) => status === 409);
  for (const { body } of refused) expect(body.message).toBe('The user changed meanwhile');
  const [last] = names.filter((name) => name === data!.UserFirstName);
  expect(answers[names.indexOf(last!)]!.status).toBe(200);
  // A request that read the field after a change may change it again; each change has an entry, and no refusal has one.
  expect(await auditOf('user', user.UserKey)).toHaveLength(names.length - refused.length);
});
