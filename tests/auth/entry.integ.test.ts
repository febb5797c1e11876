import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { USER_TYPE } from '#core/access.ts';
import { auth } from '#core/auth/contract.ts';
import { askerOf } from '#core/auth/identities.ts';
import { ENTRY_LIMIT, TOKEN_LIMITS } from '#core/auth/sign-in-limits.ts';
import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { users } from '#core/users/contract.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { auditEntry } from '#data/audit/audit.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { OneTimeTokenEntity } from '#data/kit/one-time-tokens.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userObject } from '#data/users/users.ts';
import { rightsLater } from '#platform/session/rights-now.ts';
import { scopeOf } from '#platform/session/sign-in.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';
import { throttleWrites } from '#support/table-faults.ts';

const REFUSED = { status: 401, body: { message: 'This link has been used or is too old' } };
const NUMBER = '+1 (503) 555-0101';

let addresses = 1;
const from = (sourceIp = `203.0.113.${addresses++}`) => ({ sourceIp });
const convert = (token: string, more: object = {}, sender = from()) => call(auth.convert, { token, ...more }, sender);
const operator = (more: object = {}) =>
  aUser({ userName: `${randomUUID()}@monitoring.example`, type: USER_TYPE.monitoringCentre, ...more });
const administrator = () => aUser({ dealer: 22, flags: ['ADMIN'] });

beforeAll(someDealers);

describe('the convert token of a session', () => {
  it('is exchanged for a new session of the same user elsewhere [P1-C05 P1-C07 P3-C56]', async () => {
    const user = await operator();
    const session = await aSession(user);
    const { token, expiresAt } = await ask(auth.convertJWT, { as: session.token });
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(5 * MINUTE);
    const { status, body } = await convert(token);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('phoneNumber');
    expect((await ask(auth.user, { as: body.token })).user).toBe(user.UserKey);
    await ask(auth.logout, { as: body.token });
    expect((await call(auth.access, { as: session.token })).status).toBe(200);
  });

  it('of a monitoring centre comes from its own call too, which refuses staff [P1-C06 P3-C55]', async () => {
    const user = await operator();
    const { token } = await ask(auth.convertCentreJWT, { phonenumber: NUMBER, as: user });
    const { status, body } = await convert(token);
    expect([status, body.phoneNumber]).toEqual([200, NUMBER]);
    expect((await ask(auth.user, { as: body.token })).user).toBe(user.UserKey);
    expect((await call(auth.convertCentreJWT, { as: await administrator() })).status).toBe(403);
    expect((await convert(token)).status).toBe(401);
  });

  it('is void after the session has ended', async () => {
    const session = await aSession(await operator());
    const { token } = await ask(auth.convertJWT, { as: session.token });
    await sessionStore.end(session.sessionId);
    expect(await convert(token)).toMatchObject(REFUSED);
  });

  it('creates sessions that end no later than the first, however often it is exchanged', async () => {
    const user = await operator();
    let { token } = await aSession(user, TODAY);
    for (const after of [30 * MINUTE, HOUR]) {
      setClock(TODAY + after);
      const entry = await ask(auth.convertJWT, { as: token });
      token = (await convert(entry.token)).body.token;
    }
    const ends = (await sessionStore.ofUser(user.UserKey)).map(({ expiresAt }) => expiresAt);
    expect(ends).toEqual(Array(3).fill((TODAY + 24 * HOUR) / 1000));
  });

  it('is issued a limited number of times, across all sessions of the user', async () => {
    const user = await operator();
    const sessions = [await aSession(user, TODAY), await aSession(user, TODAY)];
    setClock(TODAY);
    for (let issued = 0; issued < ENTRY_LIMIT.most; issued++)
      await attemptStore.count(ENTRY_LIMIT, user.UserKey, TODAY);
    for (const { token } of sessions) expect((await call(auth.convertJWT, { as: token })).status).toBe(429);
    setClock(TODAY + ENTRY_LIMIT.window);
    expect((await call(auth.convertJWT, { as: sessions[0]!.token })).status).toBe(200);
  });

  it('contains the phone number that the monitoring-centre view shows [P1-B01]', async () => {
    const { token } = await ask(auth.convertJWT, { phonenumber: NUMBER, as: await operator() });
    expect((await convert(token)).body.phoneNumber).toBe(NUMBER);
  });

  it('lets the link name the number if the token does not', async () => {
    const { token } = await ask(auth.convertJWT, { as: await operator() });
    expect((await convert(token, { phonenumber: NUMBER })).body.phoneNumber).toBe(NUMBER);
  });
});

it('is refused for taken-on access, because it would outlive the hour', async () => {
  const [engineer, other] = [
    await aUser({ type: USER_TYPE.engineer, dealer: 1 }),
    await aUser({ dealer: 220, flags: [] }),
  ];
  const { token: own } = await aSession(engineer);
  const { token } = await ask(users.setAccessAs, { userKeyAs: other.UserKey, as: own });
  expect(await call(auth.convertJWT, { as: token })).toMatchObject({
    status: 403,
    body: { message: 'You cannot do this while you use the access of another user' },
  });
});

describe('an entry token', () => {
  const entry = async () => {
    const user = await operator();
    return { user, ...(await ask(auth.convertJWT, { phonenumber: NUMBER, as: user })) };
  };

  it('works once', async () => {
    const { token } = await entry();
    expect((await convert(token)).status).toBe(200);
    expect(await convert(token)).toMatchObject(REFUSED);
  });

  it('works for one of two simultaneous uses', async () => {
    const { token } = await entry();
    const answers = await Promise.all([convert(token), convert(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('is valid for five minutes', async () => {
    const user = await operator();
    const { token: session } = await aSession(user, TODAY);
    setClock(TODAY);
    const [one, other] = [await ask(auth.convertJWT, { as: session }), await ask(auth.convertJWT, { as: session })];
    setClock(TODAY + 5 * MINUTE - 1);
    expect((await convert(one.token)).status).toBe(200);
    setClock(TODAY + 5 * MINUTE);
    expect(await convert(other.token)).toMatchObject(REFUSED);
  });

  it.each([
    ['another number', () => ({ phonenumber: '503 555 0199' })],
    ['another dealer', () => ({ dealerkey: 49 })],
    ['another user', () => ({ username: 'dealer@northwind.example' })],
  ])('is refused and consumed if the link has %s', async (_, said) => {
    const { token } = await entry();
    expect(await convert(token, said())).toMatchObject(REFUSED);
    expect(await convert(token)).toMatchObject(REFUSED);
  });

  it('matches its link, however the values are written', async () => {
    const { token, user } = await entry();
    const said = { phonenumber: '1-503-555-0101', dealerkey: 22, username: user.UserName.toUpperCase() };
    expect((await convert(token, said)).status).toBe(200);
  });

  it('is void after its user is disabled or signs out everywhere', async () => {
    const disabled = await entry();
    await UserEntity.patch({ UserKey: disabled.user.UserKey }).set({ UserStatus: 2 }).go();
    expect(await convert(disabled.token)).toMatchObject(REFUSED);
    const gone = await entry();
    await ask(auth.logoutEverywhere, { as: gone.user });
    expect(await convert(gone.token)).toMatchObject(REFUSED);
  });

  it('and its session become void if its user is no longer a monitoring centre', async () => {
    const staff = await aUser({ dealer: 22 });
    const { UserKey, UserName: username } = await operator();
    const issue = () => ask(auth.issueEntryToken, { username, as: staff });
    const [used, unused] = [await issue(), await issue()];
    const { body } = await convert(used.token);
    expect((await call(auth.user, { as: body.token })).status).toBe(200);
    await ask(users.edit, { UserKey, UserTypeKey: USER_TYPE.dealerStaff, as: staff });
    expect(await convert(unused.token)).toMatchObject(REFUSED);
    setClock(Date.now() + MINUTE);
    expect((await call(auth.user, { as: body.token })).status).toBe(401);
  });

  it("stays void if the user's sign-out is delayed", async () => {
    const staff = await aUser({ dealer: 22 });
    const { UserKey, UserName: username } = await operator();
    const { token } = await ask(auth.issueEntryToken, { username, as: staff });
    await UserEntity.patch({ UserKey }).set({ UserTypeKey: USER_TYPE.dealerStaff }).go();
    expect(await convert(token)).toMatchObject(REFUSED);
  });

  it('has its session ended together with the change of its user, even if a later step fails', async () => {
    const staff = await aUser({ dealer: 22 });
    const { UserKey, UserName: username } = await operator();
    const { body } = await convert((await ask(auth.issueEntryToken, { username, as: staff })).token);
    const { token: as } = await aSession(staff);
    const putOff = throttleWrites('DeleteItemCommand', 99);
    expect((await call(users.edit, { UserKey, UserTypeKey: USER_TYPE.dealerStaff, as })).status).toBe(500);
    expect(putOff()).toBeGreaterThan(0);
    throttleWrites('DeleteItemCommand', 0);
    setClock(Date.now() + MINUTE);
    expect((await call(auth.user, { as: body.token })).status).toBe(401);
  });

  it.each([
    ['another type', { UserTypeKey: USER_TYPE.dealerStaff }],
    ['another dealer', { DealerKey: 220 }],
    ['more access', { access: { UNIT: true } }],
  ])('is void, used or not, after its user gets %s', async (_, change) => {
    const admin = await aUser({ dealer: 22, flags: ['ADMIN', 'UNIT'] });
    const { UserKey, UserName: username } = await operator({ dealer: 22, flags: [] });
    const issue = async () => (await ask(auth.issueEntryToken, { username, as: admin })).token;
    const [used, unused] = [await issue(), await issue()];
    const { body } = await convert(used);
    const { token: as } = await aSession(admin);
    await ask(users.edit, { UserKey, UserFirstName: 'Renamed', as });
    expect((await call(auth.user, { as: body.token })).status).toBe(200);
    await ask(users.edit, { UserKey, ...change, as });
    setClock(Date.now() + MINUTE);
    expect((await call(auth.user, { as: body.token })).status).toBe(401);
    expect(await convert(unused)).toMatchObject(REFUSED);
  });

  it('is stored only as a hash', async () => {
    const { token } = await entry();
    const { data } = await OneTimeTokenEntity.scan.go({ pages: 'all' });
    expect(JSON.stringify(data)).not.toContain(token);
  });

  it('cannot be guessed', async () => {
    setClock(TODAY);
    const { token } = await ask(auth.convertJWT, { as: (await aSession(await operator(), TODAY)).token });
    const office = from('198.51.100.50');
    for (let tried = 0; tried < TOKEN_LIMITS.entry.most; tried++) await convert(randomUUID(), {}, office);
    expect((await convert(token, {}, office)).status).toBe(429);
    expect((await convert(token)).status).toBe(200);
  });
});

/** A session with the access of another user. */
interface Taken {
  as: string;
  other: UserRecord;
}

describe('an administrator', () => {
  it('issues entry tokens for monitoring centres of the own dealer and below, with an audit entry', async () => {
    const issuer = await administrator();
    for (const dealer of [22, 220]) {
      const user = await operator({ dealer });
      const { token } = await ask(auth.issueEntryToken, { username: user.UserName, phonenumber: NUMBER, as: issuer });
      expect((await convert(token)).body.phoneNumber).toBe(NUMBER);
      expect(await auditOf('user', user.UserKey)).toMatchObject([
        { action: 'issue entry token', actorName: issuer.UserName },
        { action: 'sign in by entry token', actorName: issuer.UserName, takenKey: user.UserKey },
      ]);
    }
  });

  it('stays the actor in the audit of issue and use, whose access they use and as whom they are shown', async () => {
    const [issuer, other] = [await aUser({ dealer: 1 }), await aUser({ dealer: 22 })];
    const user = await operator({ dealer: 220 });
    const own = await aSession(issuer);
    const taken = await ask(users.setAccessAs, { userKeyAs: other.UserKey, as: own.token });
    const shown = await ask(dealerSwitch.showAsSubDealer, { DealerKey: 220, as: taken.token });
    const { token } = await ask(auth.issueEntryToken, { username: user.UserName, as: shown.token });
    await convert(token, {}, { sourceIp: '203.0.113.250' });
    const by = { actorKey: issuer.UserKey, actorName: issuer.UserName };
    expect(await auditOf('user', user.UserKey)).toMatchObject([
      { ...by, action: 'issue entry token', asUserKey: other.UserKey, asDealerKey: 220 },
      {
        ...by,
        action: 'sign in by entry token',
        asUserKey: user.UserKey,
        after: { sourceIp: '203.0.113.250', issuedWithAccessOf: fullNameOf(other), issuedShownAs: 220 },
      },
    ]);
  });

  it('who converts a token is named beside its user in the audit of all that follows, also in work done later', async () => {
    const [issuer, user] = [await administrator(), await operator({ dealer: 220, flags: ['UNIT', 'UNIT_EDIT'] })];
    const { token } = await ask(auth.issueEntryToken, { username: user.UserName, as: issuer });
    const { body } = await convert(token);
    const named = {
      enteredByKey: issuer.UserKey,
      enteredByName: issuer.UserName,
      enteredByFullName: fullNameOf(issuer),
    };
    const scope = await scopeOf(`Bearer ${body.token}`, Date.now());
    const later = await rightsLater(askerOf(scope!), Date.now());
    for (const by of [scope!, later!])
      expect(auditEntry(by, { ...userObject(user), action: 'sign in' }, TODAY)).toMatchObject({
        actorKey: user.UserKey,
        ...named,
      });
    const again = await convert((await ask(auth.convertJWT, { as: body.token })).token);
    expect((await scopeOf(`Bearer ${again.body.token}`, Date.now()))?.enteredBy).toEqual({
      userKey: issuer.UserKey,
      userName: issuer.UserName,
      fullName: fullNameOf(issuer),
    });
    expect((await auditOf('user', user.UserKey)).slice(2)).toMatchObject([
      { action: 'issue entry token', actorKey: user.UserKey, ...named },
      { action: 'sign in by entry token', actorKey: user.UserKey, ...named },
    ]);
  });

  it('who converts a token of their own session is named once', async () => {
    const { body } = await convert((await ask(auth.convertJWT, { as: await administrator() })).token);
    expect((await scopeOf(`Bearer ${body.token}`, Date.now()))?.enteredBy).toBeUndefined();
  });

  it.each([
    ['is disabled', { UserStatus: 0 }],
    ['may no longer administer users', { flags: ['UNIT' as const] }],
  ])('who %s issues nothing: a token from before is void', async (_, change) => {
    const [issuer, user] = [await administrator(), await operator({ dealer: 22 })];
    const { token } = await ask(auth.issueEntryToken, { username: user.UserName, as: issuer });
    await UserEntity.patch({ UserKey: issuer.UserKey }).set(change).go();
    expect(await convert(token)).toMatchObject(REFUSED);
  });

  it.each([
    ['has given the access back', ({ as }: Taken) => ask(users.endAccessAs, { as })],
    ['has signed out', ({ as }: Taken) => ask(auth.logout, { as })],
    [
      'used the access of a user who is disabled now',
      ({ other }: Taken) => UserEntity.patch({ UserKey: other.UserKey }).set({ UserStatus: 0 }).go(),
    ],
    [
      'used the access of a user who may no longer administer users',
      ({ other }: Taken) =>
        UserEntity.patch({ UserKey: other.UserKey })
          .set({ flags: ['UNIT'] })
          .go(),
    ],
  ])('who %s since issues nothing: a token from before is void', async (_, happens) => {
    const [issuer, other] = [await aUser({ dealer: 1 }), await administrator()];
    const user = await operator({ dealer: 220 });
    const own = await aSession(issuer);
    const { token: as } = await ask(users.setAccessAs, { userKeyAs: other.UserKey, as: own.token });
    const issue = async () => (await ask(auth.issueEntryToken, { username: user.UserName, as })).token;
    const [used, unused] = [await issue(), await issue()];
    expect((await convert(used)).status).toBe(200);
    await happens({ as, other });
    expect(await convert(unused)).toMatchObject(REFUSED);
  });

  it('issues nothing for a user whose dealer has left: a token from before is void', async () => {
    const [issuer, user] = [await administrator(), await operator({ dealer: 220 })];
    const { token } = await ask(auth.issueEntryToken, { username: user.UserName, as: issuer });
    await DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/49/220/' }).go();
    const refused = await convert(token);
    await DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/22/220/' }).go();
    expect(refused).toMatchObject(REFUSED);
  });

  it.each([
    ['of a foreign dealer', () => operator({ dealer: 49 })],
    ['with more rights than a monitoring centre', () => aUser({ type: USER_TYPE.dealerStaff, dealer: 220, flags: [] })],
    ['who is disabled', () => operator({ enabled: false })],
    ['who is an engineer', () => aUser({ type: USER_TYPE.engineer, dealer: 22 })],
  ])('issues no entry token for a user %s', async (_, user) => {
    const { UserName: username } = await user();
    const answer = await call(auth.issueEntryToken, { username, as: await administrator() });
    expect(answer).toMatchObject({ status: 404, body: { message: 'There is no such user of a monitoring centre' } });
  });
});
