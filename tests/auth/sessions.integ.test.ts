import { describe, expect, it } from 'vitest';
import { type AccessFlag, USER_TYPE, type UserType } from '#core/access.ts';
import { auth } from '#core/auth/contract.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { unitNotes } from '#core/unit-notes/contract.ts';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { unitStore } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';

const IDLE_END = 2460 * SECOND;
/** A call that needs a session and does not count as activity. */
const look = async (token: string) => (await call(auth.access, { as: token })).status;

await someDealers();

describe('a session', () => {
  it.each(Object.entries(USER_TYPE))('of an %s ends 2460 s after the last activity [P3-A05]', async (_, type) => {
    const user = await aUser({ type: type as UserType });
    const { token } = await aSession(user, TODAY);
    setClock(TODAY + IDLE_END);
    expect(await look(token)).toBe(200);
    setClock(TODAY + IDLE_END + 1);
    expect(await look(token)).toBe(401);
  });

  it('stays alive through activity, not through reads of a screen', async () => {
    const { token } = await aSession(await aUser(), TODAY);
    setClock(TODAY + 40 * MINUTE);
    expect((await call(auth.stayActive, { as: token })).status).toBe(200);
    setClock(TODAY + 80 * MINUTE);
    expect(await look(token)).toBe(200);
    setClock(TODAY + 80 * MINUTE + IDLE_END);
    expect(await look(token)).toBe(401);
  });

  it('stays alive if its user was active at another instance a moment before its end', async () => {
    const { token, sessionId } = await aSession(await aUser(), TODAY);
    setClock(TODAY + IDLE_END - 5 * SECOND);
    expect(await look(token)).toBe(200);
    await sessionStore.touch(sessionId, TODAY + IDLE_END - 2 * SECOND);
    setClock(TODAY + IDLE_END + 5 * SECOND);
    expect(await look(token)).toBe(200);
  });

  it('ends after a day, even with activity', async () => {
    const { token } = await aSession(await aUser(), TODAY);
    for (let minutes = 40; minutes < 24 * 60; minutes += 40) {
      setClock(TODAY + minutes * MINUTE);
      expect((await call(auth.stayActive, { as: token })).status).toBe(200);
    }
    setClock(TODAY + 24 * HOUR);
    expect((await call(auth.stayActive, { as: token })).status).toBe(401);
  });

  it('ends at once when its user signs out, and stays ended', async () => {
    const { token, sessionId } = await aSession(await aUser());
    expect(await look(token)).toBe(200);
    expect((await call(auth.logout, { as: token })).status).toBe(200);
    expect(await look(token)).toBe(401);
    await sessionStore.touch(sessionId, Date.now());
    expect(await sessionStore.get(sessionId)).toBeUndefined();
  });

  it('is not affected by the sign-out of another session of the same user', async () => {
    const user = await aUser();
    const [one, other] = [await aSession(user), await aSession(user)];
    await call(auth.logout, { as: one.token });
    expect([await look(one.token), await look(other.token)]).toEqual([401, 200]);
  });

  it.each([
    ['its user is disabled', (UserKey: string) => UserEntity.patch({ UserKey }).set({ UserStatus: 0 }).go()],
    ['all sessions of its user are ended', (UserKey: string) => sessionStore.endAllOf(UserKey)],
    ['its user is deleted', (UserKey: string) => UserEntity.delete({ UserKey }).go()],
  ])('ends within 60 s in all instances after %s', async (_, end) => {
    const user = await aUser();
    const { token } = await aSession(user, TODAY);
    setClock(TODAY);
    expect(await look(token)).toBe(200);
    await end(user.UserKey);
    setClock(TODAY + 60 * SECOND);
    expect(await look(token)).toBe(401);
  });

  it("uses the user's current access within 60 s", async () => {
    const user = await aUser({ flags: [] });
    const { token } = await aSession(user, TODAY);
    setClock(TODAY);
    expect((await call(auth.access, { as: token })).body.access.UNIT).toBe(false);
    await UserEntity.patch({ UserKey: user.UserKey })
      .set({ flags: ['UNIT'] })
      .go();
    setClock(TODAY + 60 * SECOND);
    expect((await call(auth.access, { as: token })).body.access.UNIT).toBe(true);
  });

  const FLAGS: readonly AccessFlag[] = ['BILLING', 'UNIT', 'UNIT_EDIT'];

  /** Tags a unit of dealer 22 in the session before and after the loss. Returns the statuses; the second tag must not be stored. */
  async function tagAround(token: string, lose: () => Promise<unknown>): Promise<number[]> {
    const { UnitSerNum } = await aUnit({ dealer: 22 });
    const tag = async (Tag: string) =>
      (await call(unitNotes.changeTags, { UnitSerNum, add: [Tag], remove: [], as: token })).status;
    setClock(TODAY);
    const before = await tag('before');
    await lose();
    const after = await tag('after');
    expect((await unitStore.get(WHOLE_TREE, UnitSerNum)).Tags).toEqual(['before']);
    return [before, after];
  }

  it.each<[string, (UserKey: string) => Promise<unknown>, number]>([
    ['is disabled', (UserKey) => patch(UserKey, { UserStatus: 0 }), 401],
    ['is deleted', (UserKey) => UserEntity.delete({ UserKey }).go(), 401],
    ['has signed out everywhere', (UserKey) => patch(UserKey, { signedOutAt: TODAY + 1 }), 401],
    ['has lost a flag', (UserKey) => patch(UserKey, { flags: [] }), 403],
    ['has another type', (UserKey) => patch(UserKey, { UserTypeKey: USER_TYPE.monitoringCentre }), 403],
    ['has gone to another dealer', (UserKey) => patch(UserKey, AT_DEALER_49), 404],
  ])('changes nothing from the moment its user %s, though the instance knows it', async (_, lose, status) => {
    const user = await aUser({ flags: FLAGS });
    const { token } = await aSession(user, TODAY);
    expect(await tagAround(token, () => lose(user.UserKey))).toEqual([200, status]);
  });

  it.each<[string, object, number]>([
    ['is disabled', { UserStatus: 0 }, 401],
    ['has lost a flag', { flags: [] }, 403],
  ])('changes nothing from the moment the user whose access it uses %s', async (_, loss, status) => {
    const [actor, other] = [await aUser(), await aUser({ flags: FLAGS })];
    const { token, sessionId } = await aSession(actor, TODAY);
    await SessionEntity.patch({ sessionId })
      .set({ asUserKey: other.UserKey, asUntil: TODAY + HOUR })
      .go();
    expect(await tagAround(token, () => patch(other.UserKey, loss))).toEqual([200, status]);
  });
});

const patch = (UserKey: string, fields: object) => UserEntity.patch({ UserKey }).set(fields).go();
const AT_DEALER_49 = { DealerKey: 49, dealerPath: '/1/49/', tree: 'all', UserName: 'someone@watchkeep.example' };
