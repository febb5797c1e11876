import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { secondFactor } from '#core/second-factor/contract.ts';
import { CODE_LIFE, CODE_TRIES, SECOND_FACTOR_LIMITS } from '#core/second-factor/second-factor.ts';
import { DAY, HOUR } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { CodeRequestEntity } from '#data/second-factor/code-requests.ts';
import { PasswordHashEntity } from '#data/users/password-hashes.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aUser } from '#support/people.ts';
import { codeAt, login, mailedCode, STEP, secondStep, submit, withApp, withMail } from './support.ts';

const WRONG = {
  status: 401,
  body: { code: 'UNAUTHENTICATED', message: 'The code is not right, or has been used already. Please try again.' },
};
const OVER = {
  status: 401,
  body: { code: 'UNAUTHENTICATED', message: 'This sign-in has expired. Please sign in again.' },
};
const TOO_MANY = { status: 403, body: { message: 'Too many login attempts. Please try again later.' } };

beforeAll(someDealers);

/** Users with mail addresses that no other test reads. */
const somebody = () => aUser({ userName: `${randomUUID()}@watchkeep.example` });

async function somebodyWithApp() {
  const user = await somebody();
  setClock(TODAY);
  return { user, ...(await withApp(user, TODAY)) };
}

/** Moves the clock to the next code of the app. */
function nextCode(secret: string, steps = 1): string {
  setClock(TODAY + steps * STEP);
  return codeAt(secret, TODAY + steps * STEP);
}

describe('a login with an authenticator app', () => {
  it('is answered with a second step, and the code returns the session token [P1-B06 P1-B07 P1-B08 P1-C85 P1-S15]', async () => {
    const { user, secret } = await somebodyWithApp();
    const { status, body } = await login(user);
    expect({ status, body }).toEqual({
      status: 200,
      body: { tfToken: expect.stringMatching(/^[\w-]{43}$/), tfUK: user.UserKey, tfMethod: 'app' },
    });
    const answer = await submit(body, nextCode(secret));
    expect(answer.status).toBe(200);
    const { user: shown } = await ask(auth.access, { as: answer.body.token });
    expect(shown.user).toBe(user.UserKey);
  });

  it('creates no session before the correct code', async () => {
    const { user } = await somebodyWithApp();
    const before = (await sessionStore.ofUser(user.UserKey)).length;
    const step = await secondStep(user);
    await submit(step, '000000');
    expect(await sessionStore.ofUser(user.UserKey)).toHaveLength(before);
    expect((await call(auth.access, { as: step.tfToken })).status).toBe(401);
  });

  it('accepts the code of each time step once, across all logins', async () => {
    const { user, secret } = await somebodyWithApp();
    const [one, other] = [await secondStep(user), await secondStep(user)];
    const code = nextCode(secret);
    expect((await submit(one, code)).status).toBe(200);
    expect(await submit(other, code)).toMatchObject(WRONG);
    // The clock of the app may be a step behind: that code is used up as well.
    expect(await submit(other, codeAt(secret, TODAY))).toMatchObject(WRONG);
    expect((await submit(other, nextCode(secret, 2))).status).toBe(200);
  });

  it('refuses the code that confirmed the set-up', async () => {
    const { user, secret } = await somebodyWithApp();
    expect(await submit(await secondStep(user), codeAt(secret, TODAY))).toMatchObject(WRONG);
  });

  it('accepts its token once: with a new code it is refused', async () => {
    const { user, secret } = await somebodyWithApp();
    const step = await secondStep(user);
    expect((await submit(step, nextCode(secret))).status).toBe(200);
    expect(await submit(step, nextCode(secret, 2))).toMatchObject(OVER);
  });

  it('creates one session for two simultaneous requests', async () => {
    const { user, secret } = await somebodyWithApp();
    const code = nextCode(secret);
    const before = (await sessionStore.ofUser(user.UserKey)).length;
    const step = await secondStep(user);
    const together = await Promise.all([submit(step, code), submit(step, code), submit(step, code)]);
    expect(together.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const [one, other] = [await secondStep(user), await secondStep(user)];
    const next = nextCode(secret, 2);
    const apart = await Promise.all([submit(one, next), submit(other, next)]);
    expect(apart.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await sessionStore.ofUser(user.UserKey)).toHaveLength(before + 2);
  });

  it.each([
    ['the key of another user', (step: object) => ({ ...step, tfUK: 'user-1' })],
    ['an unknown token', (step: object) => ({ ...step, tfToken: 'A'.repeat(43) })],
  ])('is refused with %s', async (_, change) => {
    const { user, secret } = await somebodyWithApp();
    const step = await secondStep(user);
    expect(await submit(change(step) as typeof step, nextCode(secret))).toMatchObject(OVER);
  });

  it('expires after ten minutes', async () => {
    const { user, secret } = await somebodyWithApp();
    const step = await secondStep(user);
    setClock(TODAY + CODE_LIFE);
    expect(await submit(step, codeAt(secret, TODAY + CODE_LIFE))).toMatchObject(OVER);
  });

  it('ends after a few wrong codes, even if the next one is correct', async () => {
    const { user, secret } = await somebodyWithApp();
    const step = await secondStep(user);
    const code = nextCode(secret);
    for (let tried = 0; tried < CODE_TRIES; tried++) expect(await submit(step, '000000')).toMatchObject(WRONG);
    expect(await submit(step, code)).toMatchObject(OVER);
  });

  it('limits attempts across logins until the window ends', async () => {
    const { user, secret } = await somebodyWithApp();
    const { most, window } = SECOND_FACTOR_LIMITS.tries;
    for (let tried = 0; tried < most; tried++) {
      const { status } = await submit(await secondStep(user), '000000');
      expect(status).toBe(401);
    }
    expect(await submit(await secondStep(user), nextCode(secret))).toMatchObject(TOO_MANY);
    setClock(TODAY + window);
    expect((await submit(await secondStep(user), codeAt(secret, TODAY + window))).status).toBe(200);
  });

  it('is not limited by people who know only the key of a user', async () => {
    const { user, secret } = await somebodyWithApp();
    const guess = { tfToken: 'A'.repeat(43), tfUK: user.UserKey, tfMethod: 'app' as const };
    for (let tried = 0; tried <= SECOND_FACTOR_LIMITS.tries.most; tried++) await submit(guess, '000000');
    expect((await submit(await secondStep(user), nextCode(secret))).status).toBe(200);
  });

  it.each([
    ['disabled', (UserKey: string) => UserEntity.patch({ UserKey }).set({ UserStatus: 0 }).go()],
    [
      'given another password',
      (UserKey: string) => PasswordHashEntity.put({ UserKey, hash: '$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA' }).go(),
    ],
  ])('ends if the user was %s meanwhile', async (_, change) => {
    const { user, secret } = await somebodyWithApp();
    const step = await secondStep(user);
    await change(user.UserKey);
    expect(await submit(step, nextCode(secret))).toMatchObject(OVER);
  });

  it('ends if the second factor was changed meanwhile', async () => {
    const { user, secret } = await somebodyWithApp();
    const step = await secondStep(user);
    await withMail(user);
    expect(await submit(step, nextCode(secret))).toMatchObject(OVER);
  });

  it('stores neither the token nor the code', async () => {
    const { user } = await somebodyWithApp();
    const { tfToken } = await secondStep(user);
    const { data } = await CodeRequestEntity.scan.go({ pages: 'all' });
    expect(data.length).toBeGreaterThan(0);
    expect(JSON.stringify(data)).not.toContain(tfToken);
  });
});

describe('wrong codes with the correct password', () => {
  const { tries, failuresBeforeMail } = SECOND_FACTOR_LIMITS;
  const warnings = async ({ UserEmail }: UserRecord) =>
    (await mailsTo(UserEmail)).filter(({ subject }) => subject === 'Many wrong codes for your Watchkeep account')
      .length;

  /** Gives `count` wrong codes, with few enough in a row that all are checked; resolves after the last one. */
  async function guess(user: UserRecord, count: number, from: number): Promise<number> {
    const atOnce = tries.most / 2;
    for (let given = 0; given < count; given++) {
      setClock(from + Math.floor(given / atOnce) * tries.window);
      expect(await submit(await secondStep(user), '000000')).toMatchObject(WRONG);
    }
    return Date.now();
  }

  it('are reported by mail once a day, however slowly they are entered', async () => {
    const { user } = await somebodyWithApp();
    const last = await guess(user, failuresBeforeMail.most, TODAY);
    expect(await warnings(user)).toBe(0);
    const later = await guess(user, 1, last + tries.window);
    expect(await warnings(user)).toBe(1);
    await guess(user, 10, later + tries.window);
    expect(await warnings(user)).toBe(1);
    const muchLater = await guess(user, failuresBeforeMail.most, TODAY + 2 * DAY);
    expect(await warnings(user)).toBe(1);
    await guess(user, 1, muchLater + tries.window);
    expect(await warnings(user)).toBe(2);
  });

  it('are reported once if they are simultaneous', async () => {
    const { user } = await somebodyWithApp();
    await guess(user, failuresBeforeMail.most - 1, TODAY);
    setClock(TODAY + HOUR);
    const steps = await Promise.all([secondStep(user), secondStep(user), secondStep(user), secondStep(user)]);
    await Promise.all(steps.map((step) => submit(step, '000000')));
    expect(await warnings(user)).toBe(1);
  });

  it('still count after a successful login', async () => {
    const { user, secret } = await somebodyWithApp();
    const last = await guess(user, failuresBeforeMail.most, TODAY);
    expect((await submit(await secondStep(user), codeAt(secret, last))).status).toBe(200);
    expect(await warnings(user)).toBe(0);
    await guess(user, 1, last);
    expect(await warnings(user)).toBe(1);
  });

  it('also count if they are refused unchecked: in an expired login, and after too many attempts', async () => {
    const { user } = await somebodyWithApp();
    const step = await secondStep(user);
    for (let given = 0; given < CODE_TRIES; given++) expect(await submit(step, '000000')).toMatchObject(WRONG);
    for (let given = CODE_TRIES; given < failuresBeforeMail.most; given++)
      expect(await submit(step, '000000')).toMatchObject(OVER);
    expect(await warnings(user)).toBe(0);
    expect(await submit(step, '000000')).toMatchObject(OVER);
    expect(await warnings(user)).toBe(1);
    for (let more = 0; more < 3; more++) expect(await submit(await secondStep(user), '000000')).toMatchObject(TOO_MANY);
    expect(await warnings(user)).toBe(1);
  });

  it('are not reported if the user mistypes three times a day and then signs in', async () => {
    const { user, secret } = await somebodyWithApp();
    for (let day = 0; day < 5; day++) {
      const last = await guess(user, 3, TODAY + HOUR + day * DAY);
      expect((await submit(await secondStep(user), codeAt(secret, last))).status).toBe(200);
    }
    expect(await warnings(user)).toBe(0);
  });

  it('do not include correct codes, so frequent logins are not reported', async () => {
    const { user, secret } = await somebodyWithApp();
    for (let time = 1; time <= failuresBeforeMail.most + 1; time++)
      expect((await submit(await secondStep(user), nextCode(secret, time))).status).toBe(200);
    expect(await warnings(user)).toBe(0);
  });
});

describe('a recovery code', () => {
  it('replaces the code once, however it is typed', async () => {
    const { user, recoveryCodes } = await somebodyWithApp();
    expect(recoveryCodes).toHaveLength(10);
    const [code] = recoveryCodes as [string];
    expect((await submit(await secondStep(user), ` ${code.toLowerCase().replaceAll('-', ' ')}`)).status).toBe(200);
    expect(await submit(await secondStep(user), code)).toMatchObject(WRONG);
    expect((await ask(secondFactor.read, { as: user })).recoveryCodesLeft).toBe(9);
  });

  it('is reported by mail when it is used', async () => {
    const { user, recoveryCodes } = await somebodyWithApp();
    await submit(await secondStep(user), recoveryCodes[3]!);
    const [latest] = await mailsTo(user.UserEmail);
    expect(latest).toMatchObject({
      subject: 'A recovery code was used to sign in to Watchkeep',
      text: expect.stringContaining('9 of them are left'),
    });
  });

  it('works for its own user only', async () => {
    const [one, other] = [await somebodyWithApp(), await somebodyWithApp()];
    expect(await submit(await secondStep(one.user), other.recoveryCodes[0]!)).toMatchObject(WRONG);
  });

  it('is consumed by one of two simultaneous logins, without losing another code', async () => {
    const { user, recoveryCodes } = await somebodyWithApp();
    const steps = await Promise.all([secondStep(user), secondStep(user), secondStep(user)]);
    const [first, second] = recoveryCodes as [string, string];
    const answers = await Promise.all([submit(steps[0], first), submit(steps[1], first), submit(steps[2], second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 401]);
    expect((await ask(secondFactor.read, { as: user })).recoveryCodesLeft).toBe(8);
  });

  it('works until the last one is used', async () => {
    const { user, recoveryCodes } = await somebodyWithApp();
    for (const code of recoveryCodes) expect((await submit(await secondStep(user), code)).status).toBe(200);
    expect((await ask(secondFactor.read, { as: user })).recoveryCodesLeft).toBe(0);
    expect(await submit(await secondStep(user), recoveryCodes[0]!)).toMatchObject(WRONG);
  });
});

describe('a login with codes by e-mail', () => {
  async function somebodyWithMail(): Promise<UserRecord> {
    const user = await somebody();
    setClock(TODAY);
    await withMail(user);
    return user;
  }

  it('mails a code, shows the address mostly hidden, and accepts the code once [P1-B06 P1-B08 P1-C85]', async () => {
    const user = await somebodyWithMail();
    const before = (await mailsTo(user.UserEmail)).length;
    const step = await secondStep(user);
    expect(step).toMatchObject({ tfMethod: 'mail', tfSentTo: `${user.UserEmail[0]}•••@watchkeep.example` });
    expect(await mailsTo(user.UserEmail)).toHaveLength(before + 1);
    const code = await mailedCode(user);
    expect((await submit(step, code)).status).toBe(200);
    expect(await submit(step, code)).toMatchObject(OVER);
    expect(await submit(await secondStep(user), code)).toMatchObject(WRONG);
  });

  it('refuses a code of another login of the same user', async () => {
    const user = await somebodyWithMail();
    const one = await secondStep(user);
    const code = await mailedCode(user);
    const other = await secondStep(user);
    expect(await submit(other, code)).toMatchObject(WRONG);
    expect((await submit(one, code)).status).toBe(200);
  });

  it('sends another code on demand, which replaces the previous one', async () => {
    const user = await somebodyWithMail();
    const step = await secondStep(user);
    const first = await mailedCode(user);
    const { tfToken, tfUK } = step;
    await ask(secondFactor.sendAgain, { tfToken, tfUK });
    const second = await mailedCode(user);
    if (first !== second) expect(await submit(step, first)).toMatchObject(WRONG);
    expect((await submit(step, second)).status).toBe(200);
    expect(await call(secondFactor.sendAgain, { tfToken, tfUK })).toMatchObject(OVER);
  });

  it('sends a limited number of codes per hour', async () => {
    const user = await somebodyWithMail();
    const { most, window } = SECOND_FACTOR_LIMITS.mails;
    for (let sent = 1; sent < most; sent++) expect((await login(user)).status).toBe(200);
    expect(await login(user)).toMatchObject({
      status: 429,
      body: { message: 'Too many codes were sent. Please try again later.' },
    });
    setClock(TODAY + window);
    expect((await login(user)).status).toBe(200);
  });

  it('sends nothing for a guessed token, or for the login of an app', async () => {
    const { user } = await somebodyWithApp();
    const { tfToken, tfUK } = await secondStep(user);
    const before = (await mailsTo(user.UserEmail)).length;
    for (const guess of [
      { tfToken, tfUK },
      { tfToken: 'A'.repeat(43), tfUK },
      { tfToken, tfUK: 'user-1' },
    ])
      expect(await call(secondFactor.sendAgain, guess)).toMatchObject(OVER);
    expect(await mailsTo(user.UserEmail)).toHaveLength(before);
  });
});

it('has no second step without a second factor', async () => {
  const user = await somebody();
  expect((await login(user)).body).toEqual({ token: expect.any(String) });
});

it('has the second step only after the correct password', async () => {
  const { user } = await somebodyWithApp();
  expect(await login(user, 'not the password')).toMatchObject({
    status: 401,
    body: { message: 'Incorrect username or password' },
  });
});
