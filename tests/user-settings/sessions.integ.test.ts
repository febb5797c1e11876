import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aSession, aUser, PASSWORD } from '#support/people.ts';

beforeAll(someDealers);

const somebody = () => aUser({ userName: `${randomUUID()}@watchkeep.example` });
const runs = async (token: string) => (await call(auth.access, { as: token })).status === 200;

async function signedIn(user: UserRecord, sourceIp: string): Promise<string> {
  const { body } = await call(auth.login, { userName: user.UserName, password: PASSWORD }, { sourceIp });
  return body.token;
}

describe("the list of a user's own sessions", () => {
  it('shows start, browser and address of each, and which is this one', async () => {
    const user = await somebody();
    setClock(TODAY);
    await signedIn(user, '203.0.113.9');
    setClock(TODAY + MINUTE);
    const token = await signedIn(user, '203.0.113.10');
    const { sessions } = await ask(userSettings.sessions, { as: token });
    expect(sessions).toMatchObject([
      {
        isCurrent: true,
        startedAt: new Date(TODAY + MINUTE).toISOString(),
        lastActiveAt: new Date(TODAY + MINUTE).toISOString(),
        method: 'password',
        sourceIp: '203.0.113.10',
        userAgent: 'watchkeep',
      },
      { isCurrent: false, startedAt: new Date(TODAY).toISOString(), sourceIp: '203.0.113.9' },
    ]);
  });

  it('leaves out ended ones and those of others', async () => {
    const user = await somebody();
    await aSession(user, TODAY);
    await aSession(await somebody(), TODAY + HOUR);
    const { token, sessionId } = await aSession(user, TODAY + HOUR);
    setClock(TODAY + HOUR);
    const { sessions } = await ask(userSettings.sessions, { as: token });
    expect(sessions.map((session) => session.sessionId)).toEqual([sessionId]);
  });
});

describe('ending other sessions', () => {
  it('ends the chosen session within 60 s, and no other', async () => {
    const user = await somebody();
    setClock(TODAY);
    const [here, lost, kept] = [await aSession(user, TODAY), await aSession(user, TODAY), await aSession(user, TODAY)];
    for (const { token } of [here, lost, kept]) expect(await runs(token)).toBe(true);
    await ask(userSettings.endSession, { sessionId: lost.sessionId, as: here.token });
    setClock(TODAY + 60 * SECOND);
    expect([await runs(here.token), await runs(lost.token), await runs(kept.token)]).toEqual([true, false, true]);
    expect((await call(userSettings.endSession, { sessionId: lost.sessionId, as: here.token })).status).toBe(200);
    const entries = (await auditOf('user', user.UserKey)).filter(({ action }) => action === 'end own session');
    expect(entries).toMatchObject([{ actorKey: user.UserKey, before: { startedAt: new Date(TODAY).toISOString() } }]);
  });

  it('ends no session of other users', async () => {
    const [user, other] = [await somebody(), await somebody()];
    const [here, theirs] = [await aSession(user), await aSession(other)];
    const answers = await Promise.all(
      [theirs.sessionId, 'none'].map((sessionId) => call(userSettings.endSession, { sessionId, as: here.token })),
    );
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
      { status: 200, body: {} },
      { status: 200, body: {} },
    ]);
    expect(await runs(theirs.token)).toBe(true);
  });

  it('everywhere includes this one, and no session of other users', async () => {
    const user = await somebody();
    setClock(TODAY);
    const [here, elsewhere] = [await aSession(user, TODAY), await aSession(user, TODAY)];
    const other = await aSession(await somebody(), TODAY);
    for (const { token } of [here, elsewhere, other]) expect(await runs(token)).toBe(true);
    await ask(auth.logoutEverywhere, { as: here.token });
    expect(await runs(here.token)).toBe(false);
    setClock(TODAY + 60 * SECOND);
    expect(await runs(elsewhere.token)).toBe(false);
    expect(await runs(other.token)).toBe(true);
  });
});
