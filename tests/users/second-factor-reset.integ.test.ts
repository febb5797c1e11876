import { beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { SECOND } from '#core/time.ts';
import { users } from '#core/users/contract.ts';
import { SECOND_FACTOR_RESET_LIMIT } from '#core/users/user.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { passkeyStore } from '#data/passkeys/passkeys.ts';
import { secondFactorResetStore } from '#data/second-factor/second-factor-resets.ts';
import { secondFactorStore } from '#data/second-factor/second-factors.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { aPasskey, aSecondFactor } from '#support/accounts.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aSession, aUser } from '#support/people.ts';
import { runningScope } from '#support/world.ts';
import { codeAt, login, STEP, secondStep, submit, withApp } from '../second-factor/support.ts';

let admin: UserRecord;
beforeAll(async () => {
  await someDealers();
  admin = await aUser({ dealer: 22, flags: ['ADMIN', 'UNIT'] });
});

const reset = (UserKey: string, as: UserRecord | string = admin) => call(users.resetSecondFactor, { UserKey, as });
const has = async ({ UserKey }: UserRecord) => ({
  secondFactor: (await secondFactorStore.get(UserKey)) !== undefined,
  passkeys: (await passkeyStore.ofUser(UserKey)).length,
});
const BOTH = { secondFactor: true, passkeys: 1 };
const NEITHER = { secondFactor: false, passkeys: 0 };

async function protectedUser(more: Parameters<typeof aUser>[0] = {}) {
  const user = await aUser({ dealer: 220, flags: ['UNIT'], ...more });
  await aSecondFactor(user, 'app');
  await aPasskey(user.UserKey, `of ${user.UserKey}`, { name: 'Lost phone' });
  return user;
}

describe('a second factor that an administrator resets', () => {
  it('is not required any more: the password is enough, the passkeys are deleted and every session ends', async () => {
    const user = await aUser({ dealer: 220, flags: [] });
    setClock(TODAY);
    await withApp(user, TODAY);
    await aPasskey(user.UserKey, 'a lost phone');
    const { token: theirs } = await aSession(user, TODAY);
    const { token: others } = await aSession(await aUser({ dealer: 220 }), TODAY);
    const { token: as } = await aSession(admin, TODAY);
    expect((await login(user)).body).toHaveProperty('tfToken');
    expect(await reset(user.UserKey, as)).toMatchObject({ status: 200, body: {} });

    expect(await has(user)).toEqual(NEITHER);
    setClock(TODAY + 60 * SECOND);
    expect((await call(auth.access, { as: theirs })).status).toBe(401);
    expect((await call(auth.access, { as: others })).status).toBe(200);
    expect((await login(user)).body).toEqual({ token: expect.any(String) });
  });

  it('ends a login that waits for its code', async () => {
    const user = await aUser({ dealer: 220, flags: [] });
    setClock(TODAY);
    const { secret } = await withApp(user, TODAY);
    const step = await secondStep(user);
    await ask(users.resetSecondFactor, { UserKey: user.UserKey, as: (await aSession(admin, TODAY)).token });
    setClock(TODAY + STEP);
    expect((await submit(step, codeAt(secret, TODAY + STEP))).status).toBe(401);
  });

  it('is reported by mail and in the audit, with its kinds and without a secret', async () => {
    const user = await protectedUser();
    await reset(user.UserKey);
    const [mail] = await mailsTo(user.UserEmail);
    expect(mail).toMatchObject({ subject: 'Your two-step sign-in was reset', to: [user.UserEmail] });
    expect(mail!.text).toContain('removed its passkeys');
    expect(await auditOf('user', user.UserKey)).toMatchObject([
      {
        action: 'reset second factor',
        actorKey: admin.UserKey,
        dealerKey: 220,
        objectName: fullNameOf(user),
        before: { method: 'app', passkeys: ['Lost phone'] },
      },
    ]);
  });

  it('may consist of passkeys only; without any, the call says so and sends no mail', async () => {
    const user = await aUser({ dealer: 220, flags: [], userName: 'without@second-factor.example' });
    const nothing = { status: 409, body: { message: 'The user has neither two-step sign-in nor passkeys' } };
    expect(await reset(user.UserKey)).toMatchObject(nothing);
    expect(await auditOf('user', user.UserKey)).toEqual([]);
    expect(await mailsTo(user.UserEmail)).toEqual([]);
    await aPasskey(user.UserKey, `alone of ${user.UserKey}`);
    expect((await reset(user.UserKey)).status).toBe(200);
    expect(await has(user)).toEqual(NEITHER);
    expect(await reset(user.UserKey)).toMatchObject(nothing);
  });

  it('belongs to a user whom the administrator may change', async () => {
    const refused: [UserRecord, number][] = [
      [await protectedUser({ dealer: 49 }), 404],
      [await protectedUser({ dealer: 1 }), 404],
      [await protectedUser({ flags: ['UNIT', 'BILLING'] }), 403],
    ];
    for (const [user, status] of refused) {
      expect((await reset(user.UserKey)).status).toBe(status);
      expect(await has(user)).toEqual(BOTH);
      expect(await auditOf('user', user.UserKey)).toEqual([]);
    }
  });

  it("is never one's own, also not with taken-on access", async () => {
    const self = await protectedUser({ dealer: 22, flags: ['ADMIN', 'UNIT'] });
    const peer = await aUser({ dealer: 22, flags: ['ADMIN', 'UNIT'] });
    expect((await reset(self.UserKey, self)).status).toBe(403);
    const { token: before } = await aSession(self);
    const { token } = await ask(users.setAccessAs, { userKeyAs: peer.UserKey, as: before });
    expect((await reset(self.UserKey, token)).status).toBe(403);
    expect(await has(self)).toEqual(BOTH);
  });

  it('by two administrators at once is reset once', async () => {
    const user = await protectedUser();
    const answers = await Promise.all([reset(user.UserKey), reset(user.UserKey)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await auditOf('user', user.UserKey)).toHaveLength(1);
  });

  it('is reset a limited number of times', async () => {
    const user = await aUser({ dealer: 220, flags: [] });
    setClock(TODAY);
    const { token: as } = await aSession(admin, TODAY);
    for (let times = 0; times < SECOND_FACTOR_RESET_LIMIT.most; times++) {
      await aSecondFactor(user, 'mail');
      expect((await reset(user.UserKey, as)).status).toBe(200);
    }
    await aSecondFactor(user, 'mail');
    expect((await reset(user.UserKey, as)).status).toBe(429);
    expect((await has(user)).secondFactor).toBe(true);
  });

  it('is not reset if the user gets more rights meanwhile', async () => {
    const user = await protectedUser();
    await UserEntity.patch({ UserKey: user.UserKey })
      .set({ flags: ['ENGINEER'] })
      .go();
    const late = secondFactorResetStore.reset(await runningScope(admin), user, TODAY);
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await has(user)).toEqual(BOTH);
  });

  it('is shown in the list of users, for those who have one', async () => {
    const user = await protectedUser();
    const without = await aUser({ dealer: 220, flags: [] });
    const shown = async ({ UserKey }: UserRecord) =>
      (await ask(users.access, { userKey: UserKey, as: admin })).user.twoStepSignIn;
    expect([await shown(user), await shown(without)]).toEqual([true, false]);
    const { items } = await ask(users.listOfDealer, { dealerKey: 220, searchText: user.UserName, as: admin });
    expect(items).toMatchObject([{ UserKey: user.UserKey, twoStepSignIn: true }]);
  });
});
