import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '#core/users/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { knownPlaceStore } from '#data/auth/known-places.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { subjectStore } from '#data/auth/sign-ons.ts';
import { PasskeyEntity } from '#data/passkeys/entities.ts';
import { passkeyStore } from '#data/passkeys/passkeys.ts';
import { type CodeRequest, CodeRequestEntity } from '#data/second-factor/code-requests.ts';
import { secondFactorStore } from '#data/second-factor/second-factors.ts';
import { tableSettingsStore } from '#data/table-settings/table-settings.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { aPasskey, aSecondFactor } from '#support/accounts.ts';
import { ask, call } from '#support/call.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';
import { follow, runDeleteWithUser } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { runningScope, scopeOf } from '#support/world.ts';

const TABLES = Array.from({ length: 30 }, (_, at) => `table-${at}`);
let admin: UserRecord;
let stream: Awaited<ReturnType<typeof aStreamReader>>;
beforeAll(async () => {
  await someDealers();
  admin = await aUser({ dealer: 22, flags: ['ADMIN'] });
  stream = await aStreamReader();
});

/** The table changes since the last call. */
async function followUsers() {
  const Records = (await stream.next()).filter(({ dynamodb }) =>
    [dynamodb?.NewImage, dynamodb?.OldImage].some((image) => image?.__edb_e__?.S === 'user'),
  );
  await follow(Records);
  return Records.length;
}

/** A user with one item of everything that users can have. */
async function aSettledUser() {
  const user = await aUser({ dealer: 220, flags: [] });
  await aSecondFactor(user, 'app', ['7K2M9QXA04TBZZ1C']);
  for (const name of ['Phone', 'Key']) await aPasskey(user.UserKey, `${name} of ${user.UserKey}`, { name });
  for (const table of TABLES) await tableSettingsStore.put(scopeOf(user), table, { UnitSerNum: false });
  await subjectStore.link('telus', `subject of ${user.UserKey}`, user, TODAY);
  await aSession(user);
  await knownPlaceStore.remember(user.UserKey, '203.0.113.9', TODAY);
  return user;
}

async function belongings(user: UserRecord) {
  const settings = await Promise.all(TABLES.map((table) => tableSettingsStore.get(scopeOf(user), table)));
  return {
    secondFactor: (await secondFactorStore.get(user.UserKey)) !== undefined,
    passkeys: (await passkeyStore.ofUser(user.UserKey)).length,
    tables: settings.filter((columns) => Object.keys(columns).length > 0).length,
    subject: (await subjectStore.userKeyOf('telus', `subject of ${user.UserKey}`)) !== undefined,
    sessions: (await sessionStore.ofUser(user.UserKey)).length,
    place: await knownPlaceStore.has(user.UserKey, '203.0.113.9', TODAY),
  };
}
const EVERYTHING = { secondFactor: true, passkeys: 2, tables: 30, subject: true, sessions: 1, place: true };
const NOTHING = { secondFactor: false, passkeys: 0, tables: 0, subject: false, sessions: 0, place: false };

describe('a deleted user', () => {
  it('leaves nothing stored under its key, and nothing of others is changed', async () => {
    const [user, other] = [await aSettledUser(), await aSettledUser()];
    await ask(users.remove, { id: user.UserKey, as: admin });
    expect(await followUsers()).toBeGreaterThan(0);
    expect(await belongings(user)).toEqual(NOTHING);
    expect(await belongings(other)).toEqual(EVERYTHING);
  });

  it('is cleaned up by a second try after an interrupted one, and a third does nothing', async () => {
    const user = await aSettledUser();
    await ask(users.remove, { id: user.UserKey, as: admin });
    // The state that a first try left when it stopped half-way.
    for (const { credentialId } of (await passkeyStore.ofUser(user.UserKey)).slice(1))
      await PasskeyEntity.delete({ credentialId }).go();
    await runDeleteWithUser(user.UserKey);
    expect(await belongings(user)).toEqual(NOTHING);
    await runDeleteWithUser(user.UserKey);
    expect(await belongings(user)).toEqual(NOTHING);
  });

  it('must not exist: a changed or restored user keeps everything', async () => {
    const user = await aSettledUser();
    await UserEntity.patch({ UserKey: user.UserKey }).set({ UserFirstName: 'Nele' }).go();
    await followUsers();
    await UserEntity.delete({ UserKey: user.UserKey }).go();
    await UserEntity.create(user).go();
    await followUsers();
    expect(await belongings(user)).toEqual(EVERYTHING);
  });

  it('keeps a subject that belongs to another user by now', async () => {
    const [user, successor] = [await aSettledUser(), await aUser({ dealer: 220 })];
    const subject = `subject of ${user.UserKey}`;
    await UserEntity.delete({ UserKey: user.UserKey }).go();
    await subjectStore.forget('telus', subject, user.UserKey);
    await subjectStore.link('telus', subject, successor, TODAY);
    await subjectStore.forget('telus', subject, user.UserKey);
    await runDeleteWithUser(user.UserKey);
    expect(await subjectStore.userKeyOf('telus', subject)).toBe(successor.UserKey);
  });

  it('gets no passkey and no second factor from a request that was running', async () => {
    const user = await aUser({ dealer: 220 });
    const { UserKey } = user;
    await UserEntity.delete({ UserKey }).go();
    const passkey = {
      credentialId: randomUUID(),
      passkeyId: 'late',
      UserKey,
      name: 'Late',
      publicKey: 'none',
      counter: 0,
      transports: [],
      backedUp: false,
      createdAt: '2026-11-21T10:00:00.000Z',
    };
    const scope = await runningScope(user);
    const refused = { code: 'UNAUTHENTICATED' };
    await expect(passkeyStore.add(scope, passkey, TODAY)).rejects.toMatchObject(refused);
    const asked = { tokenHash: 'late', UserKey, method: 'mail' } as CodeRequest;
    await CodeRequestEntity.create({
      ...asked,
      purpose: 'setUp',
      passwordMark: 'x',
      tries: 0,
      expiresAt: TODAY,
    }).go();
    const codes = { recoveryCodes: ['x'], lastStep: 0, before: null };
    await expect(secondFactorStore.turnOn(scope, asked, codes, TODAY)).rejects.toMatchObject(refused);
    expect(await belongings(user)).toMatchObject({ passkeys: 0, secondFactor: false });
  });

  it('is not cleaned up after a refused deletion', async () => {
    const user = await aSettledUser();
    const stranger = await aUser({ dealer: 49 });
    expect((await call(users.remove, { id: user.UserKey, as: stranger })).status).toBe(404);
    await followUsers();
    expect(await belongings(user)).toEqual(EVERYTHING);
  });
});
