import { beforeAll, describe, expect, it } from 'vitest';
import { type Holder, type RestrictedAccess, USER_TYPE } from '#core/access.ts';
import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { DAY, SECOND } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { issueToken } from '#platform/session/session-token.ts';
import { forgetSession } from '#platform/session/sign-in.ts';
import { call } from '#support/call.ts';
import { aSession, aShownSession, aUser } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { CLOSED, type Named, sampleOf, spotChecked } from './endpoints.ts';
import { foundBy, HOLDERS, promisedBy } from './holders.ts';
import { keptSession } from './kept-session.ts';

const PLEASE_SIGN_IN = { status: 401, code: 'UNAUTHENTICATED' };

const sessions = new Map<Holder, ReturnType<typeof keptSession>>();
const shownSessions = new Map<Holder, ReturnType<typeof keptSession>>();
let engineer: UserRecord;

beforeAll(async () => {
  await aWorld();
  engineer = await aUser({ type: USER_TYPE.engineer, dealer: 220 });
  for (const holder of HOLDERS) {
    const user = await aUser({ type: holder.userType, dealer: 220, flags: holder.flags });
    sessions.set(
      holder,
      keptSession(() => aSession(user)),
    );
    shownSessions.set(
      holder,
      keptSession(() => aShownSession(user, 2201)),
    );
  }
});

async function tryAs({ name, endpoint }: Named, token: string | undefined) {
  const { status, body } = await call(endpoint, { ...sampleOf(name), as: token });
  return { status, code: body.code as string | undefined };
}

async function outcomeOf({ name, endpoint }: Named, session: ReturnType<typeof keptSession>): Promise<string> {
  const { status } = await session((as) => call(endpoint, { ...sampleOf(name), as }));
  if (status === 403) return 'refused';
  return status === 401 || status >= 500 ? `${status}` : 'admitted';
}

// `serve()` is the same for all endpoints of a function; who-may-call.test.ts checks the contract of every one.
describe.each(spotChecked(CLOSED))('$name', { timeout: 60_000 }, (named) => {
  const access = named.endpoint.access as RestrictedAccess;

  it('is open to the user types and flags of its contract, and to no others [P2-A17]', async () => {
    const found = await foundBy((holder) => outcomeOf(named, sessions.get(holder)!));
    expect(found).toEqual(promisedBy(access));
  });

  it('is open to the same users when they are shown as another dealer: this changes no flag', async () => {
    const some = HOLDERS.filter(({ flags }) => flags.length !== 1);
    const asShown = (holder: Holder) => outcomeOf(named, shownSessions.get(holder)!);
    expect(await foundBy(asShown, some)).toEqual(promisedBy(access, some));
  });

  it('is closed without a sign-in', async () => {
    expect(await tryAs(named, undefined)).toEqual(PLEASE_SIGN_IN);
  });

  it.each([
    ['has expired', () => tokenOfAge(2 * DAY)],
    ['was idle for too long', async () => (await aSession(engineer, Date.now() - 2461 * SECOND)).token],
    ['was ended', tokenOfEndedSession],
    ['was exchanged for another', tokenOfExchangedSession],
    ['ended with all others of its user', tokenOfRevokedUser],
    ['belongs to a disabled user', tokenOfDisabledUser],
    ['belongs to a deleted user', tokenOfDeletedUser],
    ['is shown as a dealer that is not below its own', async () => (await aShownSession(engineer, 49)).token],
    ['is shown as a dealer that does not exist', async () => (await aShownSession(engineer, 999_999)).token],
    ['never was', () => issueToken({ sessionId: 'none', userKey: engineer.UserKey }, Date.now())],
  ])('is closed to a session that %s', async (_, token) => {
    expect(await tryAs(named, await token())).toEqual(PLEASE_SIGN_IN);
  });

  it('is closed to a changed token', async () => {
    const { token } = await aSession(engineer);
    const [header, claims, signature] = token.split('.') as [string, string, string];
    const other = Buffer.from(JSON.stringify({ ...decoded(claims), sub: 'user-1' })).toString('base64url');
    const unsigned = Buffer.from(JSON.stringify({ ...decoded(header), alg: 'none' })).toString('base64url');
    const flipped = Buffer.from(signature, 'base64url');
    flipped[10]! ^= 1;
    for (const forged of [
      `${header}.${other}.${signature}`,
      `${unsigned}.${claims}.`,
      `${unsigned}.${claims}.${signature}`,
      `${header}.${claims}.${flipped.toString('base64url')}`,
      `${header}.${claims}`,
      'Bearer',
      '',
    ])
      expect(await tryAs(named, forged)).toEqual(PLEASE_SIGN_IN);
  });
});

const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

async function tokenOfAge(age: number) {
  const { sessionId } = await aSession(engineer);
  return issueToken({ sessionId, userKey: engineer.UserKey }, Date.now() - age);
}

async function tokenOfEndedSession() {
  const { sessionId, token } = await aSession(engineer);
  await sessionStore.end(sessionId);
  forgetSession(sessionId);
  return token;
}

async function tokenOfDisabledUser() {
  const user = await aUser({ type: USER_TYPE.engineer, dealer: 220 });
  const { token } = await aSession(user);
  await UserEntity.patch({ UserKey: user.UserKey }).set({ UserStatus: 0 }).go();
  return token;
}

async function tokenOfExchangedSession() {
  const { token } = await aSession(engineer);
  expect((await call(dealerSwitch.showAsSubDealer, { DealerKey: 2201, as: token })).status).toBe(200);
  return token;
}

async function tokenOfRevokedUser() {
  const user = await aUser({ type: USER_TYPE.engineer, dealer: 220 });
  const { token } = await aSession(user);
  await sessionStore.endAllOf(user.UserKey);
  return token;
}

async function tokenOfDeletedUser() {
  const user = await aUser({ type: USER_TYPE.engineer, dealer: 220 });
  const { token } = await aSession(user);
  await UserEntity.delete({ UserKey: user.UserKey }).go();
  return token;
}
