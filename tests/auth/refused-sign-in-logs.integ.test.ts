import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { passkeys } from '#core/passkeys/contract.ts';
import { secondFactor } from '#core/second-factor/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { OneTimeTokenEntity } from '#data/kit/one-time-tokens.ts';
import { logger } from '#platform/aws/observability.ts';
import { SoftwarePasskey } from '#support/authenticator.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser, PASSWORD } from '#support/people.ts';
import { readySignOn } from '#support/sign-on.ts';
import { secondStep, withApp } from '../second-factor/support.ts';

const SENDER = { sourceIp: '203.0.113.240' };

let logged: string[];
let user: UserRecord;

/** Records what is logged until the test ends, with everything that the errors hold. */
function recordLogs(): void {
  logged = [];
  const note = (...given: unknown[]) => void logged.push(inspect(given, { depth: 20, maxStringLength: null }));
  for (const level of ['debug', 'info', 'warn', 'error', 'critical'] as const)
    vi.spyOn(logger, level).mockImplementation(note);
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(note);
}

const agent = (more: object = {}) => {
  const name = `${randomUUID()}@telus.example`;
  return aUser({ userName: name, dealer: 422, ...more });
};

const logIn = (userName: string, password = 'Wrong-2026-guess') =>
  call(auth.login, { userName, password }, SENDER).then(({ status }) => status);

const exchange = async (change: object) => {
  const returned = { ...(await readySignOn(user.UserName)), ...change };
  const { status } = await call(auth.exchangeForToken, returned, SENDER);
  return { status, secrets: [returned.code, returned.state, returned.token] };
};

/** Changes what the portal expects of the sign-on that is under way. */
async function expectOther(fact: 'nonce' | 'codeVerifier'): Promise<void> {
  const { data } = await OneTimeTokenEntity.scan.go({ pages: 'all' });
  for (const { kind, tokenHash, facts } of data.filter((one) => one.kind === 'signOn'))
    await OneTimeTokenEntity.patch({ kind, tokenHash })
      .set({ facts: { ...(facts as object), [fact]: 'A'.repeat(43) } })
      .go();
}

beforeAll(someDealers);
beforeEach(async () => {
  user = await agent();
  recordLogs();
});
afterEach(() => vi.restoreAllMocks());

/** Expects that nothing that was logged contains a fact about the person or a secret. */
function expectNothingOf(person: UserRecord, secrets: readonly string[] = []): void {
  const text = logged.join('');
  const facts = [person.UserName, person.UserName.split('@')[0]!, person.UserKey, SENDER.sourceIp, PASSWORD];
  for (const fact of [...facts, 'Wrong-2026-guess', ...secrets]) expect(text).not.toContain(fact);
}

describe('the log of a refused sign-in names no person, address or token:', () => {
  it('a password', async () => {
    const disabled = await agent({ enabled: false });
    expect(await logIn(user.UserName)).toBe(401);
    expect(await logIn(disabled.UserName, PASSWORD)).toBe(401);
    for (let tried = 0; tried < 10; tried++) await logIn(user.UserName);
    expect(await logIn(user.UserName, PASSWORD)).toBe(403);
    expectNothingOf(user);
    expectNothingOf(disabled);
  });

  it('a code of the second factor', async () => {
    const { recoveryCodes } = await withApp(user, Date.now());
    const { tfToken, tfUK } = await secondStep(user);
    for (const tfCode of ['000000', 'ZZZZ-ZZZZ-ZZZZ-ZZZZ'])
      expect((await call(secondFactor.submit, { tfCode, tfToken, tfUK }, SENDER)).status).toBe(401);
    expectNothingOf(user, [tfToken, ...recoveryCodes]);
  });

  it('a link', async () => {
    const token = 'B'.repeat(43);
    const newPassword = 'New-password-2026';
    const { UserName } = user;
    const refused = [
      await call(auth.checkResetPasswordToken, { token }, SENDER),
      await call(auth.resetThePassword, { token, user: UserName, newPassword }, SENDER),
      await call(auth.confirmEmail, { token }, SENDER),
      await call(auth.convert, { token, username: UserName }, SENDER),
      await call(auth.sendRecoveryLink, { email: `x${UserName}` }, SENDER),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 404]);
    expectNothingOf(user, [token, newPassword]);
  });

  it('a passkey', async () => {
    const passkey = new SoftwarePasskey();
    const { challenge } = await ask(passkeys.beginSignIn, {});
    const credential = passkey.used({ challenge: String(challenge), userHandle: user.UserKey });
    expect((await call(passkeys.signIn, { credential }, SENDER)).status).toBe(401);
    expectNothingOf(user, [passkey.id]);
  });

  it.each([
    ['another state', { state: randomUUID() }],
    ['a made-up code', { code: randomUUID() }],
    ['another issuer', { iss: 'https://evil.example' }],
  ])('a single sign-on with %s', async (_, change) => {
    const { status, secrets } = await exchange(change);
    expect(status).toBe(401);
    expect(logged.join('')).toContain('A single sign-on was refused');
    expectNothingOf(user, secrets);
  });

  it.each(['nonce', 'codeVerifier'] as const)('a single sign-on with another %s', async (fact) => {
    const returned = await readySignOn(user.UserName);
    await expectOther(fact);
    expect((await call(auth.exchangeForToken, returned, SENDER)).status).toBe(401);
    expect(logged.join('')).toContain('OAUTH_');
    expectNothingOf(user, [returned.code, returned.state, returned.token]);
  });

  it('a single sign-on of somebody without access', async () => {
    const disabled = await agent({ enabled: false });
    const returned = await readySignOn(disabled.UserName);
    expect((await call(auth.exchangeForToken, returned, SENDER)).status).toBe(403);
    expectNothingOf(disabled, [returned.code, returned.state, returned.token]);
  });

  it('a single sign-on while the provider fails', async () => {
    const returned = await readySignOn(user.UserName);
    const issuer = new URL((await ask(auth.loginOAuth, { id: 'telus' })).url);
    await fetch(new URL('/_faults', issuer), { method: 'PUT', body: '{"status500":{"path":"/token"}}' });
    const { status } = await call(auth.exchangeForToken, returned, SENDER);
    await fetch(new URL('/_faults', issuer), { method: 'PUT', body: '{}' });
    expect(status).toBe(503);
    expectNothingOf(user, [returned.code, returned.state, returned.token]);
  });
});
