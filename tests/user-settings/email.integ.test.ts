import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { TOKEN_LIMITS } from '#core/auth/sign-in-limits.ts';
import { DAY } from '#core/time.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { EMAIL_LINK_LIMITS } from '#core/user-settings/own-email.ts';
import { users } from '#core/users/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { OneTimeTokenEntity } from '#data/kit/one-time-tokens.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userStore } from '#data/users/users.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aSession, aUser, PASSWORD } from '#support/people.ts';

let admin: UserRecord;
beforeAll(async () => {
  await someDealers();
  admin = await aUser({ dealer: 22, flags: ['ADMIN', 'UNIT'] });
});

const EXPIRED = { status: 401, body: { message: 'Token expired' } };
const TOO_MANY = { status: 429, body: { message: 'Too many links were sent. Please try again later.' } };

const anAddress = () => `${randomUUID()}@elsewhere.example`;
const somebody = () => aUser({ userName: `${randomUUID()}@watchkeep.example`, dealer: 220, flags: ['UNIT'] });
const move = (user: UserRecord, UserEmail: string, as: UserRecord | string = user) =>
  call(userSettings.save, { UserEmail, password: PASSWORD, as });
const isProven = async (user: UserRecord) => (await ask(userSettings.read, { as: user })).emailProven;

let addresses = 1;
const confirm = (token: string, sourceIp = `203.0.113.${addresses++}`) =>
  call(auth.confirmEmail, { token }, { sourceIp });
async function linkTo(address: string): Promise<URL> {
  const [mail] = await mailsTo(address);
  return new URL(/https?:\S+/.exec(mail!.text)![0]);
}
const tokenTo = async (address: string) => (await linkTo(address)).searchParams.get('token')!;

/** A user with a changed address, and the token that was mailed to it. */
async function movedUser() {
  const [user, UserEmail] = [await somebody(), anAddress()];
  expect((await move(user, UserEmail)).status).toBe(200);
  return { user, UserEmail, token: await tokenTo(UserEmail) };
}

describe('an address that users enter for themselves', () => {
  it('is not proven until the mailed link is used; the link goes to no other address', async () => {
    const { user, UserEmail, token } = await movedUser();
    expect(await isProven(user)).toBe(false);
    const [mail] = await mailsTo(UserEmail);
    expect(mail).toMatchObject({ subject: 'Confirm your e-mail address for Watchkeep', to: [UserEmail] });
    expect(mail!.text).toContain(user.UserName);
    const link = await linkTo(UserEmail);
    expect(link.origin + link.pathname).toBe(`${process.env.WEB_ORIGIN}/confirmEmail`);
    const old = await mailsTo(user.UserEmail);
    expect(old.map(({ subject }) => subject)).toEqual(['Your Watchkeep e-mail address was changed']);
    expect(JSON.stringify(old)).not.toContain(token);

    expect(await confirm(token)).toMatchObject({ status: 200, body: { user: user.UserName, email: UserEmail } });
    expect(await isProven(user)).toBe(true);
    expect((await auditOf('user', user.UserKey)).at(-1)).toMatchObject({
      action: 'confirm e-mail address',
      actorKey: user.UserKey,
      after: { UserEmail },
    });
  });

  it('is returned by the save with its state', async () => {
    const user = await somebody();
    expect(await move(user, anAddress())).toMatchObject({ body: { user: { emailProven: false } } });
    const named = await ask(userSettings.save, { UserFirstName: 'Ada', as: await somebody() });
    expect(named.user.emailProven).toBe(true);
  });

  it('is saved even if the mail fails, and the link can be sent again', async () => {
    const [user, UserEmail] = [await somebody(), anAddress()];
    const sender = process.env.MAIL_SENDER;
    process.env.MAIL_SENDER = 'not an address';
    try {
      expect((await move(user, UserEmail)).status).toBe(200);
    } finally {
      process.env.MAIL_SENDER = sender;
    }
    expect(await mailsTo(UserEmail)).toEqual([]);
    await ask(userSettings.sendEmailLink, { as: user });
    expect((await confirm(await tokenTo(UserEmail))).status).toBe(200);
  });
});

describe('the confirmation link', () => {
  it('works once, and for one of two simultaneous uses', async () => {
    const { token } = await movedUser();
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await confirm(token)).toMatchObject(EXPIRED);
  });

  it('is void for another address', async () => {
    const { user, token } = await movedUser();
    const later = anAddress();
    await move(user, later);
    expect(await confirm(token)).toMatchObject(EXPIRED);
    expect(await isProven(user)).toBe(false);
    expect((await confirm(await tokenTo(later))).status).toBe(200);
  });

  it('is void for a user who is disabled or deleted', async () => {
    const [disabled, gone] = [await movedUser(), await movedUser()];
    await UserEntity.patch({ UserKey: disabled.user.UserKey }).set({ UserStatus: 0 }).go();
    await UserEntity.delete({ UserKey: gone.user.UserKey }).go();
    for (const { token } of [disabled, gone]) expect(await confirm(token)).toMatchObject(EXPIRED);
    expect((await userStore.byKey(disabled.user.UserKey))?.emailProvenAt).toBeUndefined();
  });

  it('expires after three days', async () => {
    const [user, UserEmail] = [await somebody(), anAddress()];
    setClock(TODAY);
    await move(user, UserEmail, (await aSession(user, TODAY)).token);
    setClock(TODAY + 3 * DAY);
    expect(await confirm(await tokenTo(UserEmail))).toMatchObject(EXPIRED);
  });

  it('is stored only as a hash', async () => {
    const { token } = await movedUser();
    const { data } = await OneTimeTokenEntity.scan.go({ pages: 'all' });
    expect(data.some(({ kind }) => kind === 'emailProof')).toBe(true);
    expect(JSON.stringify(data)).not.toContain(token);
  });

  it('does not replace a password', async () => {
    const { user, token } = await movedUser();
    expect((await call(auth.checkResetPasswordToken, { token })).status).toBe(401);
    const reset = { user: user.UserName, newPassword: 'Another-2026', token };
    expect((await call(auth.resetThePassword, reset)).status).toBe(401);
  });

  it('can be guessed a limited number of times per IP address', async () => {
    const { token } = await movedUser();
    setClock(TODAY);
    for (let tried = 0; tried < TOKEN_LIMITS.email.most; tried++) await confirm(randomUUID(), '198.51.100.40');
    expect((await confirm(token, '198.51.100.40')).status).toBe(429);
  });

  it('is sent again only to an unproven address', async () => {
    const { user, UserEmail } = await movedUser();
    await ask(userSettings.sendEmailLink, { as: user });
    expect(await mailsTo(UserEmail)).toHaveLength(2);
    await confirm(await tokenTo(UserEmail));
    expect(await call(userSettings.sendEmailLink, { as: user })).toMatchObject({
      status: 409,
      body: { message: 'The address is confirmed already' },
    });
    expect(await mailsTo(UserEmail)).toHaveLength(2);
  });

  it('is not sent with taken-on access', async () => {
    const { user, UserEmail } = await movedUser();
    const { token: own } = await aSession(admin);
    const { token } = await ask(users.setAccessAs, { userKeyAs: user.UserKey, as: own });
    expect((await call(userSettings.sendEmailLink, { as: token })).status).toBe(403);
    expect(await mailsTo(UserEmail)).toHaveLength(1);
  });

  it('is sent a limited number of times per user, and per mailbox for all users and tags', async () => {
    const [user, victim] = [await somebody(), anAddress()];
    setClock(TODAY);
    const { token } = await aSession(user, TODAY);
    for (let sent = 0; sent < EMAIL_LINK_LIMITS.user.most; sent++)
      expect((await move(user, anAddress(), token)).status).toBe(200);
    const before = (await mailsTo(user.UserEmail)).length;
    expect(await move(user, victim, token)).toMatchObject(TOO_MANY);
    expect(await call(userSettings.sendEmailLink, { as: token })).toMatchObject(TOO_MANY);
    expect(await mailsTo(victim)).toEqual([]);
    expect(await mailsTo(user.UserEmail)).toHaveLength(before);

    const { most } = EMAIL_LINK_LIMITS.mailbox;
    const tagged = (number: number) => victim.replace('@', `+${number}@`);
    for (let sent = 0; sent <= most; sent++) {
      const another = await somebody();
      const { status } = await move(another, tagged(sent), (await aSession(another, TODAY)).token);
      expect(status).toBe(sent < most ? 200 : 429);
    }
    const sent = await Promise.all(Array.from({ length: most + 1 }, (_, number) => mailsTo(tagged(number))));
    expect(sent.map((mails) => mails.length)).toEqual([...Array(most).fill(1), 0]);
  });
});

describe('an address that an administrator enters', () => {
  const created = async () => {
    const UserEmail = anAddress();
    const names = { UserName: UserEmail, UserFirstName: 'Nele', UserLastName: 'Wood', DealerKey: 220 };
    const { user } = await ask(users.create, { ...names, UserEmail, as: admin });
    return (await userStore.byKey(user.UserKey))!;
  };

  it('is proven by the link for the first password', async () => {
    const user = await created();
    expect(user.emailProvenAt).toBeUndefined();
    const token = await tokenTo(user.UserEmail);
    await ask(auth.resetThePassword, { user: user.UserName, newPassword: 'Harbour-2026!', token });
    expect(await isProven(user)).toBe(true);
  });

  it('replaces a proven one, whose owner gets a mail', async () => {
    const [user, UserEmail] = [await somebody(), anAddress()];
    await ask(users.edit, { UserKey: user.UserKey, UserFirstName: 'Nele', as: admin });
    expect(await isProven(user)).toBe(true);
    await ask(users.edit, { UserKey: user.UserKey, UserEmail, as: admin });
    expect(await isProven(user)).toBe(false);
    const [mail] = await mailsTo(user.UserEmail);
    expect(mail).toMatchObject({ subject: 'Your Watchkeep e-mail address was changed', to: [user.UserEmail] });
    // Changing an unproven address back and forth sends no mail.
    await ask(users.edit, { UserKey: user.UserKey, UserEmail: anAddress(), as: admin });
    expect(await mailsTo(UserEmail)).toEqual([]);
  });

  it('stays unproven when the previous one returns', async () => {
    const user = await somebody();
    for (const UserEmail of [anAddress(), user.UserEmail])
      await ask(users.edit, { UserKey: user.UserKey, UserEmail, as: admin });
    expect(await isProven(user)).toBe(false);
  });
});
