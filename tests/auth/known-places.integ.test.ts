import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { LOGIN_LIMITS, RECOVERY_LIMITS } from '#core/auth/sign-in-limits.ts';
import { secondFactor } from '#core/second-factor/contract.ts';
import { SECOND_FACTOR_LIMITS } from '#core/second-factor/second-factor.ts';
import { DAY } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { knownPlaceStore } from '#data/auth/known-places.ts';
import { recoveryStore } from '#data/auth/recoveries.ts';
import { type AttemptLimit, attemptStore } from '#data/kit/attempts.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userStore } from '#data/users/users.ts';
import { addressSubject } from '#platform/http/address-subject.ts';
import { call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aUser, PASSWORD } from '#support/people.ts';
import { codeAt, withApp, withMail } from '../second-factor/support.ts';

const HOME = { sourceIp: '2001:db8:7:100::1' };
/** Another device of the same household. */
const SOFA = { sourceIp: '2001:db8:7:1ff::2' };
const HOTEL = { sourceIp: '203.0.113.77' };

const login = ({ UserName: userName }: UserRecord, sender: object, password = PASSWORD) =>
  call(auth.login, { userName, password }, sender);

/** Uses up the attempts of strangers. */
async function useUp(limit: AttemptLimit, subject: string): Promise<void> {
  for (let tried = 0; tried <= limit.most; tried++) await attemptStore.count(limit, subject, Date.now());
}

beforeAll(someDealers);
beforeEach(() => setClock(TODAY));

describe('an owner, at a place where they have signed in', () => {
  it('is not locked out by wrong passwords from elsewhere', async () => {
    const user = await aUser();
    await login(user, HOME);
    await useUp(LOGIN_LIMITS.account, user.UserName.toLowerCase());
    expect((await login(user, HOTEL)).status).toBe(403);
    expect((await login(user, HOME)).status).toBe(200);
    expect((await login(user, SOFA)).status).toBe(200);
  });

  it('is not locked out by a typed name that ends with the place', async () => {
    const user = await aUser();
    await login(user, HOME);
    await useUp(LOGIN_LIMITS.account, `${user.UserName.toLowerCase()} ${addressSubject(HOME.sourceIp)}`);
    expect((await login(user, HOME)).status).toBe(200);
  });

  it('still has few attempts', async () => {
    const user = await aUser();
    await login(user, HOME);
    for (let tried = 0; tried < LOGIN_LIMITS.accountAtAddress.most; tried++)
      expect((await login(user, HOME, 'wrong')).status).toBe(401);
    expect((await login(user, SOFA)).status).toBe(403);
  });

  it('does not use up the attempts elsewhere', async () => {
    const user = await aUser();
    await login(user, HOME);
    await useUp(LOGIN_LIMITS.account, `${user.UserName.toLowerCase()}\u00002001:db8:7:100::/56`);
    expect((await login(user, HOME)).status).toBe(403);
    expect((await login(user, HOTEL)).status).toBe(200);
  });

  it('is not locked out by wrong codes of somebody who knows the password', async () => {
    const user = await aUser();
    await login(user, HOME);
    const { secret } = await withApp(user, TODAY);
    await useUp(SECOND_FACTOR_LIMITS.tries, user.UserKey);
    const finish = async (sender: object) => {
      const { tfToken, tfUK } = (await login(user, sender)).body;
      return (await call(secondFactor.submit, { tfToken, tfUK, tfCode: codeAt(secret, Date.now()) }, sender)).status;
    };
    setClock(TODAY + 30_000);
    expect(await finish(HOTEL)).toBe(403);
    expect(await finish(HOME)).toBe(200);
  });

  it('can sign in again after a reset of the password, if somebody there had used up the attempts', async () => {
    const user = await aUser();
    await login(user, HOME);
    await useUp(LOGIN_LIMITS.account, `${user.UserName.toLowerCase()}\u00002001:db8:7:100::/56`);
    expect((await login(user, HOME)).status).toBe(403);
    const token = randomUUID();
    await recoveryStore.keep(token, user, TODAY + DAY);
    const newPassword = 'Remembered-2026';
    expect((await call(auth.resetThePassword, { user: user.UserName, newPassword, token }, SOFA)).status).toBe(200);
    setClock(TODAY + 1);
    expect((await login(user, HOME, newPassword)).status).toBe(200);
  });

  it('can sign in there again after a reset of the password from another place', async () => {
    const user = await aUser();
    await login(user, HOME);
    for (let tried = 0; tried < LOGIN_LIMITS.accountAtAddress.most; tried++) await login(user, HOME, 'wrong');
    await useUp(LOGIN_LIMITS.account, `${user.UserName.toLowerCase()}\u00002001:db8:7:100::/56`);
    expect((await login(user, HOME)).status).toBe(403);
    const token = randomUUID();
    await recoveryStore.keep(token, user, TODAY + DAY);
    const newPassword = 'Remembered-2026';
    expect((await call(auth.resetThePassword, { user: user.UserName, newPassword, token }, HOTEL)).status).toBe(200);
    setClock(TODAY + 1);
    expect((await login(user, HOME, newPassword)).status).toBe(200);
    expect((await login(user, HOTEL, newPassword)).status).toBe(200);
  });

  it('still gets codes by mail when somebody who knows the password has asked for many', async () => {
    const user = await aUser();
    await login(user, HOME);
    await withMail(user);
    await useUp(SECOND_FACTOR_LIMITS.mails, user.UserKey);
    expect((await login(user, HOTEL)).status).toBe(429);
    expect((await login(user, HOME)).status).toBe(200);
  });

  it('still gets a recovery link when others have asked for many', async () => {
    const user = await aUser();
    await login(user, HOME);
    await useUp(RECOVERY_LIMITS.account, user.UserEmail.toLowerCase());
    const recover = async (sender: object) =>
      (await call(auth.sendRecoveryLink, { email: user.UserEmail }, sender)).status;
    expect(await recover(HOTEL)).toBe(429);
    expect(await recover(HOME)).toBe(200);
  });
});

describe('another account with the address of the owner, at its own place', () => {
  const recover = async (user: UserRecord, sender: object) =>
    (await call(auth.sendRecoveryLink, { email: user.UserEmail }, sender)).status;
  const linksOf = async ({ UserName, UserEmail }: UserRecord) =>
    (await mailsTo(UserEmail)).filter(({ text }) => text.includes(`Choose a new password for ${UserName}:`)).length;

  async function ownerAndOther() {
    const [owner, { UserKey }] = [await aUser(), await aUser()];
    await UserEntity.patch({ UserKey }).set({ UserEmail: owner.UserEmail }).go();
    const other = (await userStore.byKey(UserKey))!;
    await login(other, HOTEL);
    return { owner, other };
  }

  it('cannot have more recovery links sent to the owner than strangers can', async () => {
    const { owner, other } = await ownerAndOther();
    await useUp(RECOVERY_LIMITS.account, owner.UserEmail.toLowerCase());
    expect(await recover(owner, HOTEL)).toBe(200);
    expect([await linksOf(owner), await linksOf(other)]).toEqual([0, 1]);
  });

  it('does not use up the links of the owner at home', async () => {
    const { owner, other } = await ownerAndOther();
    await login(owner, HOME);
    for (let asked = 0; asked < RECOVERY_LIMITS.account.most; asked++) await recover(owner, HOTEL);
    expect(await recover(owner, HOTEL)).toBe(429);
    const before = await linksOf(other);
    expect(await recover(owner, HOME)).toBe(200);
    expect([await linksOf(owner), await linksOf(other)]).toEqual([RECOVERY_LIMITS.account.most + 1, before]);
  });
});

it('a wrong password, or the first step of two, makes no place known', async () => {
  const user = await aUser();
  await withApp(user, TODAY);
  await login(user, HOME, 'wrong');
  await login(user, HOME);
  expect(await knownPlaceStore.has(user.UserKey, '2001:db8:7:100::/56', TODAY)).toBe(false);
});

it('the place of one user is not known for another', async () => {
  const [user, other] = [await aUser(), await aUser()];
  await login(other, HOME);
  await useUp(LOGIN_LIMITS.account, user.UserName.toLowerCase());
  expect((await login(user, HOME)).status).toBe(403);
});

it('a place is forgotten 90 days after the last sign-in', async () => {
  const user = await aUser();
  await login(user, HOTEL);
  const isKnown = (now: number) => knownPlaceStore.has(user.UserKey, HOTEL.sourceIp, now);
  expect(await isKnown(TODAY + 89 * DAY)).toBe(true);
  expect(await isKnown(TODAY + 90 * DAY)).toBe(false);
});
