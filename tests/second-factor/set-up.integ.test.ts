import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { secondFactor } from '#core/second-factor/contract.ts';
import { CODE_LIFE, CODE_TRIES } from '#core/second-factor/second-factor.ts';
import { OWN_PASSWORD_LIMIT } from '#core/user-settings/own-password.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { SecondFactorEntity } from '#data/second-factor/second-factors.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aSession, aUser, PASSWORD } from '#support/people.ts';
import { codeAt, login, mailedCode, STEP, secondStep, submit, withApp, withMail } from './support.ts';

const WRONG_PASSWORD = { status: 422, body: { issues: [{ path: 'password', message: 'This is not your password' }] } };
const WRONG_CODE = {
  status: 422,
  body: {
    issues: [{ path: 'code', message: 'The code is not right, or has been used already. Please try again.' }],
  },
};
const OVER = { status: 409, body: { message: 'This set-up has expired. Please begin again.' } };

beforeAll(someDealers);

const somebody = () => aUser({ userName: `${randomUUID()}@watchkeep.example` });
const begin = (as: UserRecord, method: 'app' | 'mail' = 'app') =>
  ask(secondFactor.begin, { method, password: PASSWORD, as });

describe('setting up a second factor', () => {
  it('requires it from the next login on, after the first code was confirmed', async () => {
    const user = await somebody();
    setClock(TODAY);
    const { setUpToken, secret, address } = await begin(user);
    expect(address).toContain(`secret=${secret}`);
    expect((await login(user)).body).toEqual({ token: expect.any(String) });
    await ask(secondFactor.confirm, { setUpToken, code: codeAt(secret!, TODAY), as: user });
    expect((await login(user)).body).toMatchObject({ tfMethod: 'app' });
    expect(await ask(secondFactor.read, { as: user })).toEqual({
      method: 'app',
      since: new Date(TODAY).toISOString(),
      recoveryCodesLeft: 10,
      sentTo: `${user.UserEmail[0]}•••@watchkeep.example`,
    });
  });

  it('works by e-mail too, with recovery codes for a lost mailbox', async () => {
    const user = await somebody();
    const { recoveryCodes } = await withMail(user);
    expect((await submit(await secondStep(user), recoveryCodes[0]!)).status).toBe(200);
  });

  it('asks for the password', async () => {
    const user = await somebody();
    const answer = await call(secondFactor.begin, { method: 'app', password: 'guess', as: user });
    expect(answer).toMatchObject(WRONG_PASSWORD);
  });

  it('refuses a wrong code, and every code after too many', async () => {
    const user = await somebody();
    setClock(TODAY);
    const { setUpToken, secret } = await begin(user);
    const confirm = (code: string) => call(secondFactor.confirm, { setUpToken, code, as: user });
    for (let tried = 0; tried < CODE_TRIES; tried++) expect(await confirm('000000')).toMatchObject(WRONG_CODE);
    expect(await confirm(codeAt(secret!, TODAY))).toMatchObject(OVER);
    expect((await login(user)).body).toEqual({ token: expect.any(String) });
  });

  it('expires after ten minutes and after its confirmation', async () => {
    const user = await somebody();
    setClock(TODAY);
    const late = await begin(user);
    setClock(TODAY + CODE_LIFE);
    const confirm = (setUpToken: string, secret: string, now: number) =>
      call(secondFactor.confirm, { setUpToken, code: codeAt(secret, now), as: user });
    expect(await confirm(late.setUpToken, late.secret!, TODAY + CODE_LIFE)).toMatchObject(OVER);
    setClock(TODAY);
    const { setUpToken, secret } = await begin(user);
    const both = await Promise.all([confirm(setUpToken, secret!, TODAY), confirm(setUpToken, secret!, TODAY)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("cannot be confirmed with another user's set-up or a login token", async () => {
    const [user, other] = [await somebody(), await somebody()];
    setClock(TODAY);
    const { setUpToken, secret } = await begin(other);
    const code = codeAt(secret!, TODAY);
    expect(await call(secondFactor.confirm, { setUpToken, code, as: user })).toMatchObject(OVER);
    await withMail(user);
    const { tfToken } = await secondStep(user);
    const answer = await call(secondFactor.confirm, { setUpToken: tfToken, code: await mailedCode(user), as: user });
    expect(answer).toMatchObject(OVER);
  });

  it('replaces the previous one, which is valid until then', async () => {
    const user = await somebody();
    setClock(TODAY);
    await withMail(user);
    const { setUpToken, secret } = await begin(user);
    expect((await login(user)).body).toMatchObject({ tfMethod: 'mail' });
    await ask(secondFactor.confirm, { setUpToken, code: codeAt(secret!, TODAY), as: user });
    expect((await login(user)).body).toMatchObject({ tfMethod: 'app' });
  });

  it("stores the app's secret encrypted, and the recovery codes only as hashes", async () => {
    const user = await somebody();
    setClock(TODAY);
    const { secret, recoveryCodes } = await withApp(user, TODAY);
    const { data } = await SecondFactorEntity.get({ UserKey: user.UserKey }).go();
    const kept = JSON.stringify(data);
    expect(kept).not.toContain(secret);
    for (const code of recoveryCodes) expect(kept).not.toContain(code.replaceAll('-', ''));
    expect(Buffer.from(data!.sealedSecret!, 'base64url').length).toBeGreaterThan(20);
  });

  it('is in the audit without any secret, and in a mail', async () => {
    const user = await somebody();
    setClock(TODAY);
    const { secret } = await withApp(user, TODAY);
    const audit = await auditOf('user', user.UserKey);
    expect(audit).toMatchObject([
      {
        action: 'turn on second factor',
        actorKey: user.UserKey,
        before: { method: null },
        after: { method: 'app' },
      },
    ]);
    expect(JSON.stringify(audit)).not.toContain(secret);
    expect((await mailsTo(user.UserEmail))[0]).toMatchObject({ subject: 'Two-step sign-in is on' });
  });
});

describe('turning off the second factor', () => {
  it('asks for the password again', async () => {
    const user = await somebody();
    setClock(TODAY);
    await withApp(user, TODAY);
    expect(await call(secondFactor.turnOff, { password: 'guess', as: user })).toMatchObject(WRONG_PASSWORD);
    expect((await login(user)).body).toMatchObject({ tfMethod: 'app' });
    setClock(TODAY + STEP);
    await ask(secondFactor.turnOff, { password: PASSWORD, as: user });
    expect((await login(user)).body).toEqual({ token: expect.any(String) });
    expect((await mailsTo(user.UserEmail))[0]).toMatchObject({ subject: 'Two-step sign-in is off' });
    expect((await auditOf('user', user.UserKey)).slice(-2)).toMatchObject([
      { action: 'turn off second factor', before: { method: 'app' }, after: { method: null } },
      { action: 'sign in', after: { method: 'password' } },
    ]);
  });

  it('makes a login void that waits for its code', async () => {
    const user = await somebody();
    setClock(TODAY);
    const { secret } = await withApp(user, TODAY);
    const step = await secondStep(user);
    await ask(secondFactor.turnOff, { password: PASSWORD, as: user });
    setClock(TODAY + STEP);
    expect((await submit(step, codeAt(secret, TODAY + STEP))).status).toBe(401);
  });

  it('limits wrong passwords: after some even the correct one is refused', async () => {
    const user = await somebody();
    setClock(TODAY);
    const turnOff = (password: string) => call(secondFactor.turnOff, { password, as: user });
    for (let tried = 0; tried < OWN_PASSWORD_LIMIT.most; tried++)
      expect(await turnOff('guess')).toMatchObject(WRONG_PASSWORD);
    expect(await turnOff(PASSWORD)).toMatchObject({ status: 429 });
    setClock(TODAY + OWN_PASSWORD_LIMIT.window);
    expect((await turnOff(PASSWORD)).status).toBe(200);
  });
});

describe('new recovery codes', () => {
  it('replace the old ones', async () => {
    const user = await somebody();
    setClock(TODAY);
    const { recoveryCodes: old } = await withApp(user, TODAY);
    const { recoveryCodes } = await ask(secondFactor.newRecoveryCodes, { password: PASSWORD, as: user });
    expect(new Set([...old, ...recoveryCodes]).size).toBe(20);
    expect((await submit(await secondStep(user), old[0]!)).status).toBe(401);
    expect((await submit(await secondStep(user), recoveryCodes[0]!)).status).toBe(200);
  });

  it('need a second factor and the password', async () => {
    const user = await somebody();
    const answer = await call(secondFactor.newRecoveryCodes, { password: PASSWORD, as: user });
    expect(answer).toMatchObject({ status: 409, body: { message: 'Two-step sign-in is off' } });
    await withMail(user);
    expect(await call(secondFactor.newRecoveryCodes, { password: 'guess', as: user })).toMatchObject(WRONG_PASSWORD);
  });
});

it('cannot be requested with taken-on access', async () => {
  const [administrator, user] = [await aUser({ dealer: 1 }), await somebody()];
  const { token, sessionId } = await aSession(administrator);
  await SessionEntity.patch({ sessionId })
    .set({ asUserKey: user.UserKey, asUntil: Date.now() + 60_000 })
    .go();
  for (const answer of await Promise.all([
    call(secondFactor.begin, { method: 'app', password: PASSWORD, as: token }),
    call(secondFactor.turnOff, { password: PASSWORD, as: token }),
    call(secondFactor.newRecoveryCodes, { password: PASSWORD, as: token }),
    call(secondFactor.read, { as: token }),
  ]))
    expect(answer).toMatchObject({ status: 403, body: { message: 'Not while you use the access of somebody else' } });
});
