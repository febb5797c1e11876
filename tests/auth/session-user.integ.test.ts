import { beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, USER_TYPE, type UserType } from '#core/access.ts';
import { auth } from '#core/auth/contract.ts';
import { MINUTE } from '#core/time.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { userStore } from '#data/users/users.ts';
import { issueToken } from '#platform/session/session-token.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';

beforeAll(someDealers);
const look = async (token: string) => (await call(auth.access, { as: token })).status;

describe('the signed-in user', () => {
  it.each(Object.entries(USER_TYPE))('is told to be one of the four kinds: %s [P1-A01 P1-C02]', async (role, type) => {
    const user = await aUser({ type: type as UserType, dealer: 22 });
    expect(await ask(auth.role, { as: user })).toEqual({ type, role, superAdmin: false });
  });

  it.each([
    [1, ['ADMIN'], true],
    [1, ['ENGINEER'], false],
    [22, ['ADMIN'], false],
  ] as const)('of dealer %i with %j is a super admin: %s', async (dealer, flags, superAdmin) =>
    expect(await ask(auth.role, { as: await aUser({ dealer, flags }) })).toMatchObject({ superAdmin }),
  );

  it('is read with their access [P1-C03 P1-C04]', async () => {
    const user = await aUser({ dealer: 220, flags: ['REPORTS'] });
    const whole = await ask(auth.access, { as: user });
    expect(await ask(auth.user, { as: user })).toEqual(whole.user);
    expect(await ask(auth.accesses, { as: user })).toEqual(whole.access);
    expect(whole.user).toMatchObject({ firstName: 'Pat', type: 3, dealer: 220, user: user.UserKey });
    expect(whole.access).toEqual(Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, flag === 'REPORTS'])));
  });

  it.each([
    [422, '/telus'],
    [22, '/login'],
    [1, '/login'],
  ] as const)(
    'of dealer %i signs out to %s, which depends on the dealer [P1-A21 P3-S29 P3-S30]',
    async (dealer, signOutAddress) =>
      expect(await ask(auth.user, { as: await aUser({ dealer }) })).toMatchObject({ signOutAddress }),
  );
});

describe('a user of a dealer that was just moved', () => {
  it('stays signed in until they follow the move', async () => {
    const user = await aUser({ dealer: 220 });
    const { data: was } = await DealerEntity.get({ DealerKey: 220 }).go();
    const stand = (dealerPath: string) => DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath }).go();
    await stand('/1/49/220/');
    const answer = await call(auth.user, { as: user });
    await stand(was!.dealerPath);
    expect(answer).toMatchObject({ status: 200, body: { dealer: 220, dealerName: was!.DealerName, ownDealer: 220 } });
  });
});

describe('signing out everywhere', () => {
  it('ends every session of the user, this one at once, and allows a new login', async () => {
    const [user, other] = [await aUser(), await aUser()];
    const [here, there, foreign] = [
      await aSession(user, TODAY),
      await aSession(user, TODAY),
      await aSession(other, TODAY),
    ];
    setClock(TODAY + MINUTE);
    expect(await Promise.all([here, there, foreign].map(({ token }) => look(token)))).toEqual([200, 200, 200]);
    await ask(auth.logoutEverywhere, { as: here.token });
    expect(await look(here.token)).toBe(401);
    // Another instance may cache a session for half a minute.
    setClock(TODAY + 2 * MINUTE);
    expect(await look(there.token)).toBe(401);
    expect(await look(foreign.token)).toBe(200);
    expect(await look((await aSession(user, TODAY + 2 * MINUTE)).token)).toBe(200);
  });

  it('ends a session that is just being created, and one whose item still exists', async () => {
    const user = await aUser();
    const startedWith = TODAY;
    await userStore.signOutEverywhere(user.UserKey, TODAY + 50);
    // This login checked the old password before and stores its session only now.
    await sessionStore.start('late', user.UserKey, startedWith);
    setClock(TODAY + 100);
    expect(await look(await issueToken({ sessionId: 'late', userKey: user.UserKey }, startedWith))).toBe(401);
  });
});
