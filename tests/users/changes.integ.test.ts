import { beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, type AccessFlag, USER_TYPE } from '#core/access.ts';
import { auth } from '#core/auth/contract.ts';
import { SECOND } from '#core/time.ts';
import { users } from '#core/users/contract.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { passwordStore } from '#data/users/passwords.ts';
import { UserEntity, UserNameEntity } from '#data/users/user-entities.ts';
import { UserLookupEntity } from '#data/users/user-lookups.ts';
import { userStore } from '#data/users/users.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';
import { runningScope } from '#support/world.ts';

const ADMIN_FLAGS: AccessFlag[] = ['ADMIN', 'UNIT', 'UNIT_EDIT', 'CONNECT_EDIT', 'CONNECT_VIEW'];
let root: UserRecord;
let northwind: UserRecord;
let count = 0;

beforeAll(async () => {
  await someDealers();
  root = await aUser({ dealer: 1, flags: ACCESS_FLAGS.filter((flag) => flag !== 'HIDE_CUSTOMER') });
  northwind = await aUser({ dealer: 22, flags: ADMIN_FLAGS });
});

const fields = (change: object = {}) => ({
  UserName: `new-${++count}@northwind.example`,
  UserEmail: `new-${count}@northwind.example`,
  UserFirstName: 'Nele',
  UserLastName: 'Wood',
  ...change,
});
const stored = async (UserKey: string) => (await UserEntity.get({ UserKey }).go({ consistent: true })).data;
const found = async (DealerKey: number, value: string) =>
  (await UserLookupEntity.query.byDealer({ DealerKey }).begins({ value }).go({ pages: 'all' })).data.map(
    ({ UserKey }) => UserKey,
  );

describe('creating a user', () => {
  it("creates one of the caller's dealer, of type 3, enabled, without a password, with an audit entry [P1-C08 P1-E06 P1-K24]", async () => {
    const input = fields({ access: { UNIT: true, CONNECT_EDIT: true } });
    const { user } = await ask(users.create, { ...input, as: northwind });
    const { access: _access, ...told } = { access: {}, ...input };
    expect(user).toMatchObject({ ...told, UserTypeKey: 3, UserStatus: 1, DealerKey: 22 });
    expect(Object.entries(user.access).flatMap(([flag, on]) => (on ? [flag] : []))).toEqual([
      'UNIT',
      'CONNECT_VIEW',
      'CONNECT_EDIT',
    ]);
    expect((await passwordStore.byKey(user.UserKey, true))?.passwordHash).toBeUndefined();
    const entries = await auditOf('user', user.UserKey);
    expect(entries.map(({ action }) => action).sort()).toEqual(['create user', 'send invitation']);
    expect(entries.find(({ action }) => action === 'create user')).toMatchObject({
      actorKey: northwind.UserKey,
      dealerKey: 22,
      objectName: `${input.UserFirstName} ${input.UserLastName}`,
      after: { UserName: input.UserName, UserTypeKey: 3, access: ['UNIT', 'CONNECT_VIEW', 'CONNECT_EDIT'] },
    });
    expect(await found(1, input.UserName)).toEqual([user.UserKey]);
    expect(await found(22, 'wood nele')).toContain(user.UserKey);
    expect(await found(220, input.UserName)).toEqual([]);
  });

  it('creates one of a dealer below, and of no other', async () => {
    const { user } = await ask(users.create, { ...fields({ DealerKey: 2201 }), as: northwind });
    expect(user).toMatchObject({ DealerKey: 2201, dealerPath: '/1/22/220/2201/' });
    for (const DealerKey of [1, 49, 4711])
      expect(await call(users.create, { ...fields({ DealerKey }), as: northwind })).toMatchObject({
        status: 404,
        body: { message: 'There is no such dealer' },
      });
  });

  it('grants no flag that the administrator lacks', async () => {
    for (const flag of ACCESS_FLAGS) {
      const { status } = await call(users.create, { ...fields({ access: { [flag]: true } }), as: northwind });
      const held = [...ADMIN_FLAGS, 'UNIT_VIEW', 'HIDE_CUSTOMER'].includes(flag);
      expect({ flag, status }).toEqual({ flag, status: held ? 200 : 403 });
    }
  });

  it('keeps hidden customers hidden from the new user', async () => {
    const narrowed = await aUser({ dealer: 22, flags: [...ADMIN_FLAGS, 'HIDE_CUSTOMER'] });
    const make = (access: object) => call(users.create, { ...fields({ access }), as: narrowed });
    expect(await make({ UNIT: true })).toMatchObject({ status: 403, body: { message: /more rights than you/ } });
    expect((await make({ UNIT: true, HIDE_CUSTOMER: true })).status).toBe(200);
  });

  it.each(['https://evil.example/claim', 'evil.example/claim', 'a:b', '<b>', 'a b c', 'a\r\nBcc:b'])(
    'refuses a name that could be a link or markup in a mail: %j',
    async (UserName) => {
      const answer = await call(users.create, { ...fields({ UserName }), as: northwind });
      expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: 'UserName', message: /^Only letters/ }] } });
    },
  );

  it('refuses a taken name with the text of the specification, whatever its case and owner [P1-M38]', async () => {
    const elsewhere = await aUser({ dealer: 49 });
    const UserName = elsewhere.UserName.toUpperCase();
    expect(await call(users.create, { ...fields({ UserName }), as: northwind })).toMatchObject({
      status: 409,
      body: { message: 'Already exists' },
    });
  });

  it('succeeds for one of two simultaneous requests with the same name', async () => {
    const input = fields();
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(users.create, { ...input, as: northwind })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.message))).toEqual(
      new Set(['Already exists']),
    );
    expect(await found(22, input.UserName)).toHaveLength(1);
  });

  it('stores text that looks like markup unchanged, and the screen shows it as text', async () => {
    const UserFirstName = '<img src=x onerror=alert(1)>';
    const { user } = await ask(users.create, { ...fields({ UserFirstName }), as: northwind });
    expect(user.UserFirstName).toBe(UserFirstName);
  });
});

describe('a user name', () => {
  it("is 'Already exists' if it is taken, ignoring case [P1-C87 P1-V09 P1-M38]", async () => {
    const { UserName } = await aUser({ dealer: 22 });
    const of = async (value: string) => (await ask(users.nameTaken, { value, as: northwind })).message;
    expect([await of(UserName), await of(UserName.toUpperCase()), await of('nobody@northwind.example')]).toEqual([
      'Already exists',
      'Already exists',
      'Available',
    ]);
  });

  it('can be checked a limited number of times, so that names of other dealers cannot be listed', async () => {
    const asker = await aUser({ dealer: 22, flags: ADMIN_FLAGS });
    const { token } = await aSession(asker, TODAY);
    setClock(TODAY);
    for (let asked = 0; asked < 120; asked++)
      expect((await call(users.nameTaken, { value: `name-${asked}`, as: token })).status).toBe(200);
    expect((await call(users.nameTaken, { value: 'name', as: token })).status).toBe(429);
    // Creating and changing users counts too, because their answers reveal it as well.
    const taken = { UserName: root.UserName };
    const { UserKey } = await aUser({ dealer: 22, flags: [] });
    expect((await call(users.create, { ...fields(taken), as: token })).status).toBe(429);
    expect((await call(users.edit, { ...taken, UserKey, as: token })).status).toBe(429);
    expect((await call(users.edit, { UserKey, UserFirstName: 'Nils', as: token })).status).toBe(200);
  });

  it('counts as checked when a user is created or renamed with it', async () => {
    const maker = await aUser({ dealer: 22, flags: ADMIN_FLAGS });
    const { token } = await aSession(maker, TODAY);
    setClock(TODAY);
    const { user } = await ask(users.create, { ...fields(), as: token });
    await ask(users.edit, { UserKey: user.UserKey, UserName: fields().UserName, as: token });
    for (let asked = 0; asked < 118; asked++) await ask(users.nameTaken, { value: `name-${asked}`, as: token });
    expect((await call(users.nameTaken, { value: 'name', as: token })).status).toBe(429);
  });
});

describe('changing a user', () => {
  it('by PUT accepts every field, by POST edit the given ones; the audit shows old and new values [P1-C09 P1-C10]', async () => {
    const { UserKey, UserName: was } = await aUser({ dealer: 220, flags: ['UNIT'] });
    const put = fields({ UserStatus: 1, UserTypeKey: 4, DealerKey: 2201, UserKey });
    expect((await ask(users.update, { ...put, as: northwind } as never)).user).toMatchObject(put);
    const { UserLastName: _left, ...incomplete } = put;
    expect((await call(users.update, { ...incomplete, as: northwind } as never)).status).toBe(422);
    const { user } = await ask(users.edit, { UserKey, UserFirstName: 'Nils', as: northwind });
    expect(user).toMatchObject({ ...put, UserFirstName: 'Nils' });

    const audit = await auditOf('user', UserKey);
    expect(audit.filter(({ dealerKey }) => dealerKey === 2201)).toMatchObject([
      { before: { UserName: was, UserTypeKey: 3 }, after: { UserName: put.UserName, DealerKey: 2201 } },
      { action: 'change user', before: { UserFirstName: 'Nele' }, after: { UserFirstName: 'Nils' } },
    ]);
    // Each dealer sees its own part of a move.
    expect(audit.filter(({ dealerKey }) => dealerKey === 220)).toMatchObject([
      { action: 'move user to another dealer' },
    ]);
    expect(audit.find(({ dealerKey }) => dealerKey === 2201)?.before).not.toHaveProperty('DealerKey');
    expect(await found(2201, 'nils wood')).toEqual([UserKey]);
    expect(await found(22, was)).toEqual([]);
  });

  it('frees the old name for others, and refuses the names of others [P1-M38]', async () => {
    const [one, other] = [await aUser({ dealer: 22, flags: [] }), await aUser({ dealer: 49 })];
    expect(await call(users.edit, { UserKey: one.UserKey, UserName: other.UserName, as: northwind })).toMatchObject({
      status: 409,
      body: { message: 'Already exists' },
    });
    const { UserName } = fields();
    await ask(users.edit, { UserKey: one.UserKey, UserName, as: northwind });
    expect((await UserNameEntity.get({ name: one.UserName }).go()).data).toBeNull();
    expect((await userStore.byName(UserName))?.UserKey).toBe(one.UserKey);
    await ask(users.create, { ...fields({ UserName: one.UserName }), as: northwind });
  });

  it('keeps the name if only its case changes', async () => {
    const { UserKey, UserName } = await aUser({ dealer: 22, flags: [] });
    const upper = UserName.toUpperCase();
    expect((await ask(users.edit, { UserKey, UserName: upper, as: northwind })).user.UserName).toBe(upper);
    expect((await userStore.byName(UserName))?.UserKey).toBe(UserKey);
  });

  it('to the same name succeeds for one of two simultaneous requests', async () => {
    const people = [await aUser({ dealer: 22, flags: [] }), await aUser({ dealer: 22, flags: [] })];
    const { UserName } = fields();
    const answers = await Promise.all(
      people.map(({ UserKey }) => call(users.edit, { UserKey, UserName, as: northwind })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe('Already exists');
  });

  it('is refused for a dealer outside the scope', async () => {
    const { UserKey } = await aUser({ dealer: 220, flags: [] });
    for (const DealerKey of [1, 49])
      expect((await call(users.edit, { UserKey, DealerKey, as: northwind })).status).toBe(404);
    expect((await stored(UserKey))?.dealerPath).toBe('/1/22/220/');
  });

  it('is refused for oneself, for users with more rights, and for higher types', async () => {
    const engineer = await aUser({ dealer: 22, flags: ['ENGINEER'] });
    const colleague = await aUser({ dealer: 22, flags: ['UNIT'] });
    const refusals: [object, RegExp][] = [
      [{ UserKey: northwind.UserKey, UserFirstName: 'X' }, /your own/],
      [{ UserKey: northwind.UserKey, access: { BILLING: true } }, /your own/],
      [{ UserKey: northwind.UserKey, UserStatus: 0 }, /yourself/],
      [{ UserKey: engineer.UserKey, UserEmail: 'mine@northwind.example' }, /more rights than you/],
      [{ UserKey: colleague.UserKey, access: { ENGINEER: true } }, /do not have this access/],
      [{ UserKey: colleague.UserKey, access: { BILLING: true, UNIT: false } }, /do not have this access/],
      [{ UserKey: colleague.UserKey, UserTypeKey: 1 }, /super admin/],
      [{ UserKey: colleague.UserKey, UserTypeKey: 2 }, /super admin/],
    ];
    for (const [change, words] of refusals) {
      const { status, body } = await call(users.edit, { ...change, as: northwind } as never);
      expect({ status, message: body.message }, JSON.stringify(change)).toEqual({
        status: 403,
        message: expect.stringMatching(words),
      });
    }
    expect((await ask(users.edit, { UserKey: colleague.UserKey, UserTypeKey: 2, as: root })).user.UserTypeKey).toBe(2);
  });

  it('of another dealer answers as if the user did not exist', async () => {
    const foreign = await aUser({ dealer: 49, flags: [] });
    const above = await aUser({ dealer: 1, flags: [] });
    for (const UserKey of [foreign.UserKey, above.UserKey, 'user-of-nobody']) {
      const answers = [
        await call(users.edit, { UserKey, UserFirstName: 'X', as: northwind }),
        await call(users.access, { userKey: UserKey, as: northwind }),
        await call(users.setAccess, { userKey: UserKey, access: { UNIT: true }, as: northwind }),
        await call(users.setAccessAs, { userKeyAs: UserKey, as: northwind }),
        await call(users.remove, { id: UserKey, as: northwind }),
      ];
      for (const { status, body } of answers)
        expect({ status, message: body.message }).toEqual({ status: 404, message: 'There is no such user' });
    }
    expect((await stored(foreign.UserKey))?.UserFirstName).toBe(foreign.UserFirstName);
  });

  it('fails if the user got more rights meanwhile', async () => {
    const was = await aUser({ dealer: 22, flags: ['UNIT'] });
    const { userEditStore } = await import('#data/users/user-edits.ts');
    await UserEntity.patch({ UserKey: was.UserKey })
      .set({ flags: ['UNIT', 'ENGINEER'] })
      .go();
    const scope = await runningScope(northwind);
    await expect(
      userEditStore.change(scope, was, { ...was, UserEmail: 'mine@a.example' }, 'change user', TODAY),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: 'The user changed meanwhile' });
    await expect(userEditStore.remove(scope, was, TODAY)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await stored(was.UserKey))?.UserEmail).toBe(was.UserEmail);
  });
});

describe("another user's access", () => {
  it('is readable for administrators only, with every flag [P1-C14 P1-B28 P1-A08 P1-E10]', async () => {
    const { UserKey: userKey } = await aUser({ dealer: 220, flags: ['UNIT', 'BREADCRUMBING'] });
    const { access } = await ask(users.access, { userKey, as: northwind });
    expect(Object.keys(access).sort()).toEqual([...ACCESS_FLAGS].sort());
    expect([access.UNIT, access.BREADCRUMBING, access.BREADCRUMBING_EDIT]).toEqual([true, true, false]);
    const staff = await aUser({ dealer: 22, flags: ACCESS_FLAGS.filter((flag) => flag !== 'ADMIN') });
    expect((await call(users.access, { userKey, as: staff })).status).toBe(403);
  });

  it('is changed toggle by toggle, with the effects of each [P1-C15 P1-S20 P1-S21 P1-S22]', async () => {
    const { UserKey: userKey } = await aUser({ dealer: 220, flags: ['UNIT', 'UNIT_EDIT'] });
    const turn = async (access: Partial<Record<AccessFlag, boolean>>) => {
      const { access: now } = await ask(users.setAccess, { userKey, access, as: northwind });
      return Object.entries(now).flatMap(([flag, on]) => (on ? [flag] : []));
    };
    expect(await turn({ UNIT_VIEW: true })).toEqual(['UNIT', 'UNIT_VIEW']);
    expect(await turn({ UNIT_EDIT: true })).toEqual(['UNIT', 'UNIT_EDIT']);
    expect(await turn({ CONNECT_EDIT: true })).toEqual(['UNIT', 'UNIT_EDIT', 'CONNECT_VIEW', 'CONNECT_EDIT']);
    expect(await turn({ CONNECT_VIEW: false })).toEqual(['UNIT', 'UNIT_EDIT']);
    const last = (await auditOf('user', userKey)).at(-1);
    expect(last).toMatchObject({
      before: { access: expect.arrayContaining(['CONNECT_EDIT']) },
      after: { access: ['UNIT', 'UNIT_EDIT'] },
    });
    const both = await call(users.setAccess, { userKey, access: { UNIT_VIEW: true, UNIT_EDIT: true }, as: northwind });
    expect(both).toMatchObject({ status: 422, body: { issues: [{ path: 'access.UNIT_VIEW' }] } });
  });

  it('keeps both of two simultaneous changes, or refuses one', async () => {
    const { UserKey: userKey } = await aUser({ dealer: 220, flags: [] });
    const answers = await Promise.all([
      call(users.setAccess, { userKey, access: { UNIT: true }, as: northwind }),
      call(users.setAccess, { userKey, access: { CONNECT_VIEW: true }, as: northwind }),
    ]);
    const statuses = answers.map(({ status }) => status);
    const flags = (await stored(userKey))?.flags;
    if (statuses.includes(409)) expect(flags).toHaveLength(1);
    else expect(flags).toEqual(['UNIT', 'CONNECT_VIEW']);
  });
});

describe('disabling and deleting', () => {
  it('a disabled user is signed out everywhere within 60 s, and must sign in again after being enabled', async () => {
    const user = await aUser({ dealer: 220, flags: ['UNIT'] });
    const sessions = [await aSession(user, TODAY), await aSession(user, TODAY)];
    const look = async () => {
      const answers = await Promise.all(sessions.map(({ token }) => call(auth.access, { as: token })));
      return answers.map(({ status }) => status);
    };
    setClock(TODAY);
    expect(await look()).toEqual([200, 200]);
    const { token } = await aSession(northwind, TODAY);
    expect((await ask(users.edit, { UserKey: user.UserKey, UserStatus: 0, as: token })).user.UserStatus).toBe(0);
    setClock(TODAY + 60 * SECOND);
    expect(await look()).toEqual([401, 401]);
    await ask(users.edit, { UserKey: user.UserKey, UserStatus: 1, as: token });
    expect(await look()).toEqual([401, 401]);
    expect((await auditOf('user', user.UserKey)).map(({ action }) => action)).toEqual(['disable user', 'enable user']);
  });

  it('is refused for users with more rights', async () => {
    const { UserKey } = await aUser({ dealer: 22, flags: ['ENGINEER'] });
    const answers = [
      await call(users.edit, { UserKey, UserStatus: 0, as: northwind }),
      await call(users.remove, { id: UserKey, as: northwind }),
    ];
    for (const { status, body } of answers)
      expect({ status, message: body.message }).toEqual({ status: 403, message: 'The user has more rights than you' });
    expect((await stored(UserKey))?.UserStatus).toBe(1);
  });

  it('a deleted user loses its name, its lookups and its sessions; the audit keeps the name [P1-C13]', async () => {
    const user = await aUser({ dealer: 220, flags: ['UNIT'], type: USER_TYPE.monitoringCentre });
    const { token } = await aSession(user, TODAY);
    setClock(TODAY);
    expect((await call(auth.access, { as: token })).status).toBe(200);
    const admin = await aSession(northwind, TODAY);
    await ask(users.remove, { id: user.UserKey, as: admin.token });
    expect(await stored(user.UserKey)).toBeNull();
    expect((await UserNameEntity.get({ name: user.UserName }).go()).data).toBeNull();
    for (const DealerKey of [1, 22, 220]) expect(await found(DealerKey, user.UserName)).toEqual([]);
    setClock(TODAY + 60 * SECOND);
    expect((await call(auth.access, { as: token })).status).toBe(401);
    expect(await auditOf('user', user.UserKey)).toMatchObject([
      { action: 'delete user', objectName: fullNameOf(user), before: { UserName: user.UserName, access: ['UNIT'] } },
    ]);
    expect((await call(users.remove, { id: user.UserKey, as: admin.token })).status).toBe(404);
  });

  it('is refused for oneself', async () => {
    const { status, body } = await call(users.remove, { id: northwind.UserKey, as: northwind });
    expect({ status, message: body.message }).toEqual({
      status: 403,
      message: 'You cannot delete or disable yourself',
    });
    expect(await stored(northwind.UserKey)).not.toBeNull();
  });

  it('by two administrators at once happens once', async () => {
    const { UserKey: id } = await aUser({ dealer: 220, flags: [] });
    const answers = await Promise.all([1, 2].map(() => call(users.remove, { id, as: northwind })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await auditOf('user', id)).toHaveLength(1);
  });
});
