import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { type MailCause, mailboxOf, UNPROVEN_MAIL_LIMITS, unprovenMailTo } from '#core/auth/unproven-mail.ts';
import { secondFactor } from '#core/second-factor/contract.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { users } from '#core/users/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { knownPlaceStore } from '#data/auth/known-places.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { addressSubject } from '#platform/http/address-subject.ts';
import { call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aUser, PASSWORD } from '#support/people.ts';

let admin: UserRecord;
beforeAll(async () => {
  await someDealers();
  admin = await aUser({ dealer: 220, flags: ['ADMIN'] });
});
beforeEach(() => setClock(TODAY));

const someone = (proven: boolean) =>
  aUser({ userName: `${randomUUID()}@elsewhere.example`, dealer: 220, flags: [], proven });

async function useUp(cause: MailCause, { UserKey, UserEmail }: UserRecord): Promise<void> {
  const limit = UNPROVEN_MAIL_LIMITS[cause];
  const subject = unprovenMailTo(cause, UserKey, UserEmail);
  for (let sent = 0; sent < limit.most; sent++) await attemptStore.count(limit, subject, TODAY);
}

/** Everything that sends a mail to the address of a user. */
const SENDERS: [string, MailCause, (user: UserRecord) => Promise<unknown>][] = [
  [
    'a recovery link',
    'others',
    (user) => call(auth.sendRecoveryLink, { email: user.UserEmail }, { sourceIp: '203.0.113.9' }),
  ],
  [
    'a recovery link to a known place',
    'owner',
    async (user) => {
      const sourceIp = '203.0.113.10';
      await knownPlaceStore.remember(user.UserKey, addressSubject(sourceIp), TODAY);
      return call(auth.sendRecoveryLink, { email: user.UserEmail }, { sourceIp });
    },
  ],
  ['a password link', 'others', (user) => call(users.sendPasswordLink, { UserKey: user.UserKey, as: admin })],
  ['a link to confirm the address', 'owner', (user) => call(userSettings.sendEmailLink, { as: user })],
  [
    'a note about a new password',
    'owner',
    (user) => call(userSettings.changePassword, { oldPassword: PASSWORD, newPassword: 'Other-2026-word', as: user }),
  ],
  ['a code', 'owner', (user) => call(secondFactor.begin, { method: 'mail', password: PASSWORD, as: user })],
  [
    'a note about another address',
    'owner',
    (user) => call(userSettings.save, { UserEmail: `${randomUUID()}@other.example`, password: PASSWORD, as: user }),
  ],
];

describe.each(SENDERS)('%s', (_, cause, send) => {
  it('is not sent to an unproven address that has got too many mails', async () => {
    const user = await someone(false);
    await useUp(cause, user);
    await send(user);
    expect(await mailsTo(user.UserEmail)).toEqual([]);
  });

  it('is sent if only the mails of the other cause are used up', async () => {
    const user = await someone(false);
    await useUp(cause === 'owner' ? 'others' : 'owner', user);
    await send(user);
    expect(await mailsTo(user.UserEmail)).toHaveLength(1);
  });

  it('is counted for an unproven address', async () => {
    const user = await someone(false);
    const limit = UNPROVEN_MAIL_LIMITS[cause];
    const subject = unprovenMailTo(cause, user.UserKey, user.UserEmail);
    for (let sent = 1; sent < limit.most; sent++) await attemptStore.count(limit, subject, TODAY);
    await send(user);
    expect(await mailsTo(user.UserEmail)).toHaveLength(1);
    expect(await attemptStore.count(limit, subject, TODAY)).toBe(false);
  });
});

it.each(SENDERS.filter(([what]) => what !== 'a link to confirm the address'))(
  '%s is sent to a proven address, whatever others have caused',
  async (_, cause, send) => {
    const user = await someone(true);
    await useUp(cause, user);
    await send(user);
    expect(await mailsTo(user.UserEmail)).toHaveLength(1);
  },
);

it.each(SENDERS.filter(([, cause]) => cause === 'owner'))(
  '%s is sent to an unproven address, however many mails another account with the same mailbox has caused',
  async (what, _, send) => {
    const user = await someone(false);
    const attacker = await someone(false);
    const mailbox = user.UserEmail.replace('@', '+mine@');
    await call(userSettings.save, { UserEmail: mailbox, password: PASSWORD, as: attacker });
    await useUp('owner', { ...attacker, UserEmail: mailbox });
    await send(user);
    expect(await mailsTo(user.UserEmail), what).toHaveLength(1);
  },
);

it('invitations to one mailbox are limited, however many users and tags it has', async () => {
  const local = randomUUID();
  const invite = (number: number) => {
    const name = `${local}+${number}@elsewhere.example`;
    const names = { UserFirstName: 'Ada', UserLastName: 'Moss', UserName: name, UserEmail: name };
    return call(users.create, { ...names, DealerKey: 220, access: {}, as: admin });
  };
  const counted = await useUpAllButTwo(`${local}@elsewhere.example`);
  for (let number = 0; number < 4; number++) expect((await invite(number)).status).toBe(200);
  const sent = await Promise.all([0, 1, 2, 3].map((number) => mailsTo(`${local}+${number}@elsewhere.example`)));
  expect(sent.map((mails) => mails.length)).toEqual([1, 1, 0, 0]);
  expect(counted).toBe(UNPROVEN_MAIL_LIMITS.others.most - 2);
});

async function useUpAllButTwo(address: string): Promise<number> {
  let counted = 0;
  while (counted < UNPROVEN_MAIL_LIMITS.others.most - 2) {
    await attemptStore.count(UNPROVEN_MAIL_LIMITS.others, mailboxOf(address), TODAY);
    counted++;
  }
  return counted;
}

it.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['ada+fleet@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['"a@b"+x@example.com', '"a@b"@example.com'],
])('the mailbox of %s is %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox));
