import { beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, type AccessFlag, USER_TYPE } from '#core/access.ts';
import { auth } from '#core/auth/contract.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { HOUR, instant, MINUTE, SECOND } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import { users } from '#core/users/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { verifyToken } from '#platform/session/session-token.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';

const WITHOUT_HIDING = ACCESS_FLAGS.filter((flag) => flag !== 'HIDE_CUSTOMER');
let admin: UserRecord;
let staff: UserRecord;

beforeAll(async () => {
  await someDealers();
  admin = await aUser({ dealer: 22, flags: ['ADMIN', 'UNIT', 'UNIT_EDIT', 'SIM'] });
  staff = await aUser({ dealer: 220, flags: ['UNIT', 'UNIT_VIEW', 'BULK_ACTIONS', 'SIM'] });
});

/** The administrator's session, with the access of `other` since TODAY. */
async function actingAs(other: UserRecord, actor = admin): Promise<string> {
  setClock(TODAY);
  const { token } = await aSession(actor, TODAY);
  return (await ask(users.setAccessAs, { userKeyAs: other.UserKey, currentUserKey: actor.UserKey, as: token })).token;
}

const held = (access: Record<string, boolean>) => Object.keys(access).filter((flag) => access[flag]);

describe('taken-on access', () => {
  it('has the scope of the other user and the flags that both have; the answer names the actor [P1-C16 P1-B29]', async () => {
    const token = await actingAs(staff);
    const { user, access } = await ask(auth.access, { as: token });
    expect(user).toMatchObject({
      user: staff.UserKey,
      userName: staff.UserName,
      dealer: 220,
      type: 3,
      actor: {
        user: admin.UserKey,
        userName: admin.UserName,
        firstName: admin.UserFirstName,
        lastName: admin.UserLastName,
        until: instant(TODAY + HOUR),
      },
    });
    expect(held(access)).toEqual(['SIM', 'UNIT', 'UNIT_VIEW']);
  });

  it('sees no more than the other user, and does nothing that the administrator may not', async () => {
    const [below, above] = [await aUnit({ dealer: 220 }), await aUnit({ dealer: 22 })];
    const token = await actingAs(staff);
    expect((await call(units.get, { id: below.UnitSerNum, as: token })).status).toBe(200);
    expect((await call(units.get, { id: above.UnitSerNum, as: token })).status).toBe(404);
    // The other may start bulk actions, the administrator may not.
    const order = { action: 'reporting', type: 'off', UnitModel: below.UnitModel } as const;
    const refused = await call(bulkActions.create, { ...order, units: [below.UnitSerNum], as: token });
    expect(refused.status).toBe(403);
  });

  it('does not add rights: neither from a user with more rights, nor by granting flags as them', async () => {
    const powerful = await aUser({ dealer: 220, flags: WITHOUT_HIDING, type: USER_TYPE.engineer });
    const victim = await aUser({ dealer: 220, flags: ['UNIT', 'UNIT_EDIT', 'SIM', 'ADMIN'] });
    const token = await actingAs(powerful);
    expect(held((await ask(auth.access, { as: token })).access)).toEqual(['ADMIN', 'SIM', 'UNIT', 'UNIT_EDIT']);
    const give = (UserKey: string, access: Partial<Record<AccessFlag, boolean>>) =>
      call(users.setAccess, { userKey: UserKey, access, as: token });
    expect((await give(victim.UserKey, { ENGINEER: true })).status).toBe(403);
    expect((await give(powerful.UserKey, { UNIT: false })).status).toBe(403);
    expect((await call(users.remove, { id: powerful.UserKey, as: token })).status).toBe(403);
    expect((await give(victim.UserKey, { SIM: false })).status).toBe(200);
  });

  it('does not allow changing or deleting oneself through another user', async () => {
    const peer = await aUser({ dealer: 22, flags: ['ADMIN', 'UNIT', 'UNIT_EDIT', 'SIM', 'BILLING'] });
    const token = await actingAs(peer);
    for (const answer of [
      await call(users.setAccess, { userKey: admin.UserKey, access: { UNIT: false }, as: token }),
      await call(users.remove, { id: admin.UserKey, as: token }),
      await call(users.edit, { UserKey: admin.UserKey, UserFirstName: 'X', as: token }),
    ])
      expect(answer.status).toBe(403);
  });

  it('is refused without ADMIN, for a disabled user and for oneself [P1-A08]', async () => {
    setClock(TODAY);
    const disabled = await aUser({ dealer: 220, enabled: false });
    const engineer = await aUser({ dealer: 22, flags: WITHOUT_HIDING.filter((flag) => flag !== 'ADMIN') });
    const take = async (userKeyAs: string, as: UserRecord) =>
      (await call(users.setAccessAs, { userKeyAs, as: (await aSession(as, TODAY)).token })).status;
    expect(await take(staff.UserKey, engineer)).toBe(403);
    expect(await take(disabled.UserKey, admin)).toBe(403);
    expect(await take(admin.UserKey, admin)).toBe(403);
  });

  it('is refused on top of taken-on access, and for a replaced session', async () => {
    const other = await aUser({ dealer: 22, flags: ['ADMIN'] });
    const token = await actingAs(other);
    expect(await call(users.setAccessAs, { userKeyAs: staff.UserKey, as: token })).toMatchObject({ status: 409 });
    const { token: own } = await aSession(admin, TODAY);
    const asked = { userKeyAs: staff.UserKey, currentUserKey: other.UserKey, as: own };
    expect(await call(users.setAccessAs, asked)).toMatchObject({ status: 409 });
  });

  it('has a new token, and the old one ends at once [P1-C16]', async () => {
    setClock(TODAY);
    const { token: before } = await aSession(admin, TODAY);
    const { token } = await ask(users.setAccessAs, { userKeyAs: staff.UserKey, as: before });
    expect((await call(auth.access, { as: before })).status).toBe(401);
    const { token: after } = await ask(users.endAccessAs, { as: token });
    expect((await call(auth.access, { as: token })).status).toBe(401);
    const { user } = await ask(auth.access, { as: after });
    expect(user).toMatchObject({ user: admin.UserKey });
    expect(user).not.toHaveProperty('actor');
  });

  it('ends after an hour', async () => {
    const token = await actingAs(staff);
    for (const minutes of [20, 40, 59]) {
      setClock(TODAY + minutes * MINUTE);
      await ask(auth.stayActive, { as: token });
    }
    // A session that was read a second ago is kept in memory, and ends in time all the same.
    setClock(TODAY + HOUR - SECOND);
    expect((await ask(auth.access, { as: token })).user.user).toBe(staff.UserKey);
    setClock(TODAY + HOUR);
    // The administrator's own rights do not return: the session can only give back the access, or end.
    expect((await call(auth.access, { as: token })).status).toBe(401);
    expect((await call(users.list, { dealerOrFlag: 'all', as: token })).status).toBe(401);
    const back = await ask(users.endAccessAs, { as: token });
    expect((await call(auth.access, { as: token })).status).toBe(401);
    expect((await ask(auth.access, { as: back.token })).user).toMatchObject({ user: admin.UserKey, dealer: 22 });
  });

  it('can be signed out of after it ended, and accepts no other call', async () => {
    const other = await aUser({ dealer: 220 });
    const token = await actingAs(other);
    await UserEntity.delete({ UserKey: other.UserKey }).go();
    setClock(TODAY + 60 * SECOND);
    expect((await call(auth.access, { as: token })).status).toBe(401);
    expect((await call(auth.logout, { as: token })).status).toBe(200);
    expect(await sessionStore.get((await verifyToken(token))!)).toBeUndefined();
  });

  it.each<[string, () => Promise<{ actor: UserRecord; other: UserRecord; change: () => unknown }>]>([
    [
      'the other is deleted',
      async () => {
        const other = await aUser({ dealer: 220 });
        return { actor: admin, other, change: () => UserEntity.delete({ UserKey: other.UserKey }).go() };
      },
    ],
    [
      'the other is disabled',
      async () => {
        const other = await aUser({ dealer: 220 });
        return {
          actor: admin,
          other,
          change: () => UserEntity.patch({ UserKey: other.UserKey }).set({ UserStatus: 0 }).go(),
        };
      },
    ],
    [
      'the other moves to another dealer',
      async () => {
        const other = await aUser({ dealer: 220 });
        return {
          actor: admin,
          other,
          change: () =>
            UserEntity.patch({ UserKey: other.UserKey })
              .set({ DealerKey: 49, dealerPath: '/1/49/', UserName: other.UserName })
              .go(),
        };
      },
    ],
    [
      'the administrator loses ADMIN',
      async () => {
        const actor = await aUser({ dealer: 22, flags: ['ADMIN'] });
        return {
          actor,
          other: staff,
          change: () => UserEntity.patch({ UserKey: actor.UserKey }).set({ flags: [] }).go(),
        };
      },
    ],
  ])('ends within 60 s if %s', async (_, prepare) => {
    const { actor, other, change } = await prepare();
    const token = await actingAs(other, actor);
    expect((await ask(auth.access, { as: token })).user.user).toBe(other.UserKey);
    await change();
    setClock(TODAY + 60 * SECOND);
    expect((await call(auth.access, { as: token })).status).toBe(401);
    const back = await ask(users.endAccessAs, { as: token });
    expect((await ask(auth.access, { as: back.token })).user.user).toBe(actor.UserKey);
  });

  it('ends with the session of a disabled administrator, and with a sign-out', async () => {
    const actor = await aUser({ dealer: 22, flags: ['ADMIN'] });
    const token = await actingAs(staff, actor);
    await UserEntity.patch({ UserKey: actor.UserKey }).set({ UserStatus: 0 }).go();
    setClock(TODAY + 60 * SECOND);
    expect((await call(auth.access, { as: token })).status).toBe(401);

    const signedOut = await actingAs(staff);
    await ask(auth.logout, { as: signedOut });
    expect((await call(auth.access, { as: signedOut })).status).toBe(401);
    expect(await sessionStore.get((await verifyToken(signedOut))!)).toBeUndefined();
  });

  it('does not affect the session of the other', async () => {
    setClock(TODAY);
    const { token: theirs } = await aSession(staff, TODAY);
    const token = await actingAs(staff);
    await ask(auth.logout, { as: token });
    expect((await call(auth.access, { as: theirs })).status).toBe(200);
  });

  it('is in the audit with both names: its start, its actions, its end', async () => {
    const editor = await aUser({ dealer: 220, flags: ['UNIT', 'UNIT_EDIT'] });
    const unit = await aUnit({ dealer: 220, Report: 1 });
    const token = await actingAs(editor);
    await ask(units.setReporting, { UnitSerNum: unit.UnitSerNum, Report: 0, as: token });
    setClock(TODAY + SECOND);
    await ask(users.endAccessAs, { as: token });
    const both = {
      actorKey: admin.UserKey,
      actorName: admin.UserName,
      asUserKey: editor.UserKey,
      asUserName: editor.UserName,
    };
    expect(await auditOf('unit', unit.UnitSerNum)).toMatchObject([{ action: 'switch reporting', ...both }]);
    expect(await auditOf('user', editor.UserKey)).toMatchObject([
      {
        action: 'take on access',
        actorKey: admin.UserKey,
        asUserKey: admin.UserKey,
        after: { until: instant(TODAY + HOUR) },
      },
      { action: 'give back access', ...both },
    ]);
  });

  it('that ends by a sign-out is in the audit too', async () => {
    const other = await aUser({ dealer: 220, flags: [] });
    const token = await actingAs(other);
    setClock(TODAY + SECOND);
    await ask(auth.logout, { as: token });
    expect((await auditOf('user', other.UserKey)).map(({ action }) => action)).toEqual([
      'take on access',
      'give back access',
    ]);
  });

  it('is not changed by giving back access as oneself', async () => {
    setClock(TODAY);
    const { token } = await aSession(admin, TODAY);
    const answer = await ask(users.endAccessAs, { as: token });
    expect((await ask(auth.access, { as: answer.token })).user.user).toBe(admin.UserKey);
    expect((await call(auth.access, { as: token })).status).toBe(200);
  });
});
