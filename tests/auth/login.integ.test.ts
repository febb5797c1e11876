import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ACCESS_FLAGS } from '#core/access.ts';
import { auth } from '#core/auth/contract.ts';
import { SessionToken } from '#core/auth/login-answer.ts';
import { LOGIN_LIMITS } from '#core/auth/sign-in-limits.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { PasswordHashEntity } from '#data/users/password-hashes.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userStore } from '#data/users/users.ts';
import { EDGE_KEY_HEADER, VIEWER_HEADER } from '#platform/http/edge-key.ts';
import { hashPassword } from '#platform/session/password.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { anotherInstance } from '#support/instance.ts';
import { aUser, PASSWORD } from '#support/people.ts';
import { workOf } from '#support/work-of.ts';

const WRONG = { status: 401, body: { code: 'UNAUTHENTICATED', message: 'Incorrect username or password' } };
const TOO_MANY = { status: 403, body: { message: 'Too many login attempts. Please try again later.' } };
const { most, window } = LOGIN_LIMITS.accountAtAddress;

let addresses = 1;
/** Uses a new address per login, so that tests do not share limits. */
const from = (sourceIp = `203.0.113.${addresses++}`) => ({ sourceIp });
const login = (userName: string, password: string, sender = from()) => call(auth.login, { userName, password }, sender);

/** Counts attempts of an address until two are left. */
async function countAllButTwo(address: string) {
  for (let tried = 2; tried < LOGIN_LIMITS.address.most; tried++)
    await attemptStore.count(LOGIN_LIMITS.address, address, TODAY);
}

beforeAll(someDealers);

describe('signing in with a password', () => {
  it('returns a token that reads the user and their access [P1-C91 P1-C01 P1-E07]', async () => {
    const user = await aUser({ dealer: 220, flags: ['UNIT', 'REPORTS'] });
    const { token } = SessionToken.parse(await ask(auth.login, { userName: user.UserName, password: PASSWORD }));
    const { user: shown, access } = await ask(auth.access, { as: token });
    expect(shown).toEqual({
      user: user.UserKey,
      userName: user.UserName,
      firstName: user.UserFirstName,
      lastName: user.UserLastName,
      type: 3,
      dealer: 220,
      dealerName: 'Northwind Oregon',
      ownDealer: 220,
      ownDealerName: 'Northwind Oregon',
      hasSubDealers: true,
      signOutAddress: '/login',
      times: {},
    });
    expect(Object.keys(access).filter((flag) => access[flag as 'UNIT'])).toEqual(['REPORTS', 'UNIT']);
  });

  it('lists only granted access flags [P1-E09]', async () => {
    const user = await aUser({ flags: [] });
    const { access } = await ask(auth.access, { as: user });
    expect(access).toEqual(Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, false])));
  });

  it('ignores case and surrounding blanks in the user name', async () => {
    const user = await aUser({ userName: 'Mixed.Case@watchkeep.example' });
    const { status } = await login(`  ${user.UserName.toUpperCase()} `, PASSWORD);
    expect(status).toBe(200);
  });

  it('stores the time of the sign-in', async () => {
    const user = await aUser();
    setClock(TODAY);
    await login(user.UserName, PASSWORD);
    const { data } = await UserEntity.get({ UserKey: user.UserKey }).go();
    expect(data?.LastAuth).toBe(new Date(TODAY).toISOString());
  });

  it.each([0, 2, 3, -1])('is refused for a user with status %i [P1-E05]', async (UserStatus) => {
    const user = await aUser();
    await UserEntity.patch({ UserKey: user.UserKey }).set({ UserStatus }).go();
    expect(await login(user.UserName, PASSWORD)).toMatchObject(WRONG);
  });
});

describe('a failed login', () => {
  it('has the same answer for a wrong password, a wrong name and a disabled user [P1-V01 P1-M26]', async () => {
    const [known, disabled] = [await aUser(), await aUser({ enabled: false })];
    const answers = await Promise.all([
      login(known.UserName, 'Watchkeep-2025'),
      login('nobody@watchkeep.example', PASSWORD),
      login(disabled.UserName, PASSWORD),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(WRONG);
    const bodies = answers.map(({ body: { correlationId: _id, ...body } }) => JSON.stringify(body));
    expect(new Set(bodies).size).toBe(1);
  });

  it('makes the same reads for a known and an unknown name', async () => {
    const known = await aUser();
    const read = vi.spyOn(UserEntity, 'get');
    const readsFor = async (userName: string) => {
      read.mockClear();
      await userStore.byName(userName);
      return read.mock.calls.length;
    };
    expect(await readsFor('nobody@watchkeep.example')).toBe(await readsFor(known.UserName));
    expect(await userStore.byName('nobody@watchkeep.example')).toBeUndefined();
    read.mockRestore();
  });

  it('takes the same time for a wrong password, a wrong name and a disabled user', async () => {
    const [known, disabled] = [await aUser(), await aUser({ enabled: false })];
    const hash = await hashPassword(PASSWORD);
    for (const { UserKey } of [known, disabled]) await PasswordHashEntity.put({ UserKey, hash }).go();
    const refused = (userName: string, password: string) => async () =>
      expect(await login(userName, password)).toMatchObject(WRONG);
    const work = await workOf({
      wrongPassword: refused(known.UserName, 'Watchkeep-2025'),
      unknownName: refused('nobody@watchkeep.example', PASSWORD),
      disabled: refused(disabled.UserName, PASSWORD),
    });
    // Without the dummy hash, an unknown name would take a fraction of the time.
    expect(Math.max(...Object.values(work)) / Math.min(...Object.values(work)), JSON.stringify(work)).toBeLessThan(1.5);
  });
});

describe('the limit of failed logins', () => {
  it('refuses even the correct password until the window ends [P1-M27]', async () => {
    const user = await aUser();
    const home = from();
    setClock(TODAY);
    for (let tried = 0; tried < most; tried++) expect((await login(user.UserName, 'wrong', home)).status).toBe(401);
    expect(await login(user.UserName, PASSWORD, home)).toMatchObject(TOO_MANY);
    expect(await login(user.UserName.toUpperCase(), PASSWORD, home)).toMatchObject(TOO_MANY);
    setClock(TODAY + window);
    expect((await login(user.UserName, PASSWORD, home)).status).toBe(200);
  });

  it('counts unknown names too, so a refusal reveals nothing', async () => {
    const home = from();
    setClock(TODAY);
    for (let tried = 0; tried < most; tried++) await login('ghost@watchkeep.example', 'wrong', home);
    expect(await login('ghost@watchkeep.example', 'wrong', home)).toMatchObject(TOO_MANY);
  });

  it('still counts in a new instance', async () => {
    const user = await aUser();
    const home = from();
    setClock(TODAY);
    for (let tried = 0; tried < most; tried++) await login(user.UserName, 'wrong', home);
    anotherInstance();
    const { call: callAnother } = await import('#support/call.ts');
    const answer = await callAnother(
      (await import('#core/auth/contract.ts')).auth.login,
      { userName: user.UserName, password: PASSWORD },
      home,
    );
    expect(answer).toMatchObject(TOO_MANY);
  });

  it('is reset by a successful login', async () => {
    const user = await aUser();
    const home = from();
    setClock(TODAY);
    for (let round = 0; round < 2; round++) {
      for (let tried = 1; tried < most; tried++) expect((await login(user.UserName, 'wrong', home)).status).toBe(401);
      expect((await login(user.UserName, PASSWORD, home)).status).toBe(200);
    }
  });

  it('of one IP address leaves the account usable from others', async () => {
    const user = await aUser();
    const stranger = from();
    setClock(TODAY);
    for (let tried = 0; tried <= most; tried++) await login(user.UserName, 'wrong', stranger);
    expect(await login(user.UserName, PASSWORD, stranger)).toMatchObject(TOO_MANY);
    expect((await login(user.UserName, PASSWORD)).status).toBe(200);
  });

  it('counts an account across all IP addresses', async () => {
    const user = await aUser();
    const { account } = LOGIN_LIMITS;
    setClock(TODAY);
    for (let tried = 1; tried < account.most; tried++)
      await attemptStore.count(account, user.UserName.toLowerCase(), TODAY);
    expect((await login(user.UserName, PASSWORD)).status).toBe(200);
    expect((await login(user.UserName, 'wrong')).status).toBe(401);
    expect(await login(user.UserName, PASSWORD)).toMatchObject(TOO_MANY);
  });

  it('counts a household with a whole /56 of IPv6 addresses as one', async () => {
    const user = await aUser();
    setClock(TODAY);
    for (let tried = 0; tried < most; tried++)
      await login(user.UserName, 'wrong', from(`2001:db8:0:1${tried.toString(16).padStart(2, '0')}::1`));
    expect(await login(user.UserName, PASSWORD, from('2001:db8:0:1ff::1'))).toMatchObject(TOO_MANY);
    expect((await login(user.UserName, PASSWORD, from('2001:db8:0:200::1'))).status).toBe(200);
  });

  it('counts an IP address across all names, without counting for the accounts', async () => {
    const user = await aUser();
    setClock(TODAY);
    const office = from('198.51.100.7');
    await countAllButTwo('198.51.100.7');
    for (let tried = 0; tried < 2; tried++)
      expect((await login(`guess-${tried}@watchkeep.example`, 'wrong', office)).status).toBe(401);
    for (let tried = 0; tried < most; tried++)
      expect(await login(user.UserName, PASSWORD, office)).toMatchObject(TOO_MANY);
    expect((await login(user.UserName, PASSWORD)).status).toBe(200);
  });

  it('does not count successful logins of an office with one IP address', async () => {
    const user = await aUser();
    setClock(TODAY);
    await countAllButTwo('198.51.100.8');
    for (let tried = 0; tried <= 4; tried++)
      expect((await login(user.UserName, PASSWORD, from('198.51.100.8'))).status).toBe(200);
  });

  it('uses the viewer address from CloudFront, not the one that the viewer claims', async () => {
    const behind = (claimed: string, viewer: string) => ({
      sourceIp: '130.176.0.1',
      headers: {
        'x-forwarded-for': `192.0.2.250, ${claimed}, 130.176.0.1`,
        [VIEWER_HEADER]: viewer,
        [EDGE_KEY_HEADER]: process.env.EDGE_KEY!,
      },
    });
    setClock(TODAY);
    await countAllButTwo('198.51.100.9');
    for (let tried = 0; tried < 2; tried++)
      await login(`other-${tried}@watchkeep.example`, 'wrong', behind(`192.0.2.${tried}`, '198.51.100.9'));
    const user = await aUser();
    expect(await login(user.UserName, PASSWORD, behind('192.0.2.99', '198.51.100.9'))).toMatchObject(TOO_MANY);
    expect((await login(user.UserName, PASSWORD, behind('192.0.2.99', '198.51.100.10'))).status).toBe(200);
  });

  it('uses the address that the gateway saw for calls that bypass CloudFront', async () => {
    const past = (claimed: string) => ({
      sourceIp: '198.51.100.11',
      headers: {
        'x-forwarded-for': `${claimed}, 198.51.100.11`,
        [VIEWER_HEADER]: claimed,
        [EDGE_KEY_HEADER]: 'guessed',
      },
    });
    setClock(TODAY);
    await countAllButTwo('198.51.100.11');
    for (let tried = 0; tried < 2; tried++)
      await login(`past-${tried}@watchkeep.example`, 'wrong', past(`192.0.2.${tried}`));
    const user = await aUser();
    expect(await login(user.UserName, PASSWORD, past('192.0.2.99'))).toMatchObject(TOO_MANY);
  });
});
