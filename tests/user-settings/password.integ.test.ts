import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { SECOND } from '#core/time.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { OWN_PASSWORD_LIMIT } from '#core/user-settings/own-password.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { logger } from '#platform/aws/observability.ts';
import { apiEvent } from '#scripts/api-event.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call, send } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aSession, aUser, PASSWORD } from '#support/people.ts';
import { login } from '../second-factor/support.ts';

const NEW = 'Lighthouse-42';

beforeAll(someDealers);
afterEach(() => vi.restoreAllMocks());

const somebody = () => aUser({ userName: `${randomUUID()}@watchkeep.example` });
const change = (as: UserRecord | string, newPassword = NEW, oldPassword = PASSWORD) =>
  call(userSettings.changePassword, { oldPassword, newPassword, as });
const runs = async (token: string) => (await call(auth.access, { as: token })).status === 200;

describe('the old password', () => {
  it.each([
    ['checkOldPassword', 'in the path, as the specification has it [P1-V08 P1-C86]'],
    ['checkOldPasswordInBody', 'in the body, as the portal itself does [P1-V08]'],
  ] as const)('is checked by the server: %s, %s', async (name, _how) => {
    const user = await somebody();
    expect(await ask(userSettings[name], { value: PASSWORD, as: user })).toEqual({ valid: true });
    expect(await ask(userSettings[name], { value: 'Watchkeep-2025', as: user })).toEqual({ valid: false });
  });

  it('may contain any character, in the path too', async () => {
    const user = await somebody();
    const odd = 'Aa1 /?#%&+ü🐕';
    expect((await change(user, odd)).status).toBe(200);
    const { token } = await aSession(user);
    expect(await ask(userSettings.checkOldPassword, { value: odd, as: token })).toEqual({ valid: true });
  });

  it('cannot be guessed: after some wrong ones the correct one is refused too', async () => {
    const user = await somebody();
    setClock(TODAY);
    const check = (value: string) => call(userSettings.checkOldPasswordInBody, { value, as: user });
    for (let tried = 0; tried < OWN_PASSWORD_LIMIT.most; tried++) expect((await check('guess')).status).toBe(200);
    const tooMany = { status: 429, body: { message: 'Too many wrong passwords. Please try again later.' } };
    expect(await check(PASSWORD)).toMatchObject(tooMany);
    expect(await change(user)).toMatchObject(tooMany);
    setClock(TODAY + OWN_PASSWORD_LIMIT.window);
    expect((await check(PASSWORD)).body).toEqual({ valid: true });
  });

  it('is in no log, whatever happens to the call', async () => {
    const logged: string[] = [];
    const note = (...said: unknown[]) => void logged.push(inspect(said, { depth: 10 }));
    for (const level of ['debug', 'info', 'warn', 'error', 'critical'] as const)
      vi.spyOn(logger, level).mockImplementation(note);
    for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
      vi.spyOn(console, level).mockImplementation(note);
    const user = await somebody();
    const { token } = await aSession(user);
    const secret = 'Hush-hush-1';
    await call(userSettings.checkOldPassword, { value: secret, as: token });
    await call(userSettings.checkOldPassword, { value: `${secret}\u0007`, as: token });
    await change(user, `${secret}-too`, secret);
    // An error of the table is logged completely.
    vi.spyOn(UserEntity, 'get').mockImplementation(() => {
      throw new Error('The table is away');
    });
    const { status } = await send(
      'user-settings',
      apiEvent(userSettings.checkOldPassword, { value: secret }, { token: (await aSession(user)).token }),
    );
    expect(status).toBe(500);
    expect(logged.join('\n')).toContain('The table is away');
    expect(logged.join('\n')).not.toContain(secret);
  });
});

describe('changing the password', () => {
  it('lets the new one sign in and the old one no longer', async () => {
    const user = await somebody();
    expect((await change(user)).status).toBe(200);
    expect((await login(user)).status).toBe(401);
    expect((await login(user, NEW)).status).toBe(200);
  });

  it('ends every session of the user except the new one in the answer', async () => {
    const user = await somebody();
    setClock(TODAY);
    const [here, elsewhere, others] = [
      await aSession(user, TODAY),
      await aSession(user, TODAY),
      await aSession(await somebody(), TODAY),
    ];
    for (const { token } of [here, elsewhere, others]) expect(await runs(token)).toBe(true);
    const { body } = await change(here.token);
    expect(await runs(body.token)).toBe(true);
    expect(await runs(here.token)).toBe(false);
    setClock(TODAY + 60 * SECOND);
    expect(await runs(elsewhere.token)).toBe(false);
    expect(await runs(others.token)).toBe(true);
    expect(await runs(body.token)).toBe(true);
  });

  it('ends the session of a login that checked the old password, even if it is stored later with a clock that is ahead', async () => {
    const user = await somebody();
    const start = sessionStore.start;
    let letOn!: () => void;
    const changed = new Promise<void>((resolve) => {
      letOn = resolve;
    });
    const waits = vi.spyOn(sessionStore, 'start').mockImplementationOnce(async (...given) => {
      await changed;
      return start.apply(sessionStore, given);
    });
    setClock(TODAY + SECOND);
    const late = login(user);
    await vi.waitUntil(() => waits.mock.calls.length === 1);
    setClock(TODAY);
    expect((await change((await aSession(user, TODAY - SECOND)).token)).status).toBe(200);
    letOn();
    const { body } = await late;
    expect(await runs(body.token)).toBe(false);
  });

  it('needs the old one', async () => {
    const user = await somebody();
    expect(await change(user, NEW, 'guess')).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'oldPassword', message: 'This is not your password' }] },
    });
    expect((await login(user)).status).toBe(200);
  });

  it.each(['short-A1', 'no-digit-Here', 'NO-LOWER-1', 'no-upper-1', 'NoSpecial1'])(
    'enforces the password rules: not %s',
    async (weak) => {
      const user = await somebody();
      const { status, body } = await change(user, weak === 'short-A1' ? 'Sh0rt-' : weak);
      expect({ status, path: body.issues[0].path }).toEqual({ status: 422, path: 'newPassword' });
    },
  );

  it('requires a different one', async () => {
    expect(await change(await somebody(), PASSWORD)).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'newPassword', message: 'The new password is the old one' }] },
    });
  });

  it('happens once for simultaneous requests', async () => {
    const user = await somebody();
    const answers = await Promise.all([change(user, 'Lighthouse-1'), change(user, 'Lighthouse-2')]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = answers[0]!.status === 200 ? 'Lighthouse-1' : 'Lighthouse-2';
    expect((await login(user, winner)).status).toBe(200);
  });

  it('is reported by mail and in the audit, without the password', async () => {
    const user = await somebody();
    await change(user);
    expect((await mailsTo(user.UserEmail))[0]).toMatchObject({ subject: 'Your Watchkeep password was changed' });
    const audit = await auditOf('user', user.UserKey);
    expect(audit).toMatchObject([{ action: 'change own password', actorKey: user.UserKey }]);
    expect(JSON.stringify(audit)).not.toMatch(/Lighthouse|argon2/);
  });
});
