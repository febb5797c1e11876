import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { UNPROVEN_MAIL_LIMITS } from '#core/auth/unproven-mail.ts';
import { CONTACT_LIMIT } from '#core/dealer-settings/contacts.ts';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { DAY } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { notify } from '#data/dealer-settings/notifications.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { client } from '#data/kit/table.ts';
import { tools } from '#functions/on-reaction/tools.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aUser } from '#support/people.ts';

const SettingName = 'Low Battery Email';
const CONFIRM = 'Confirm notifications from Watchkeep';
const TOO_MANY = { status: 429, body: { message: 'Too many new contacts. Please try again later.' } };

let admin: UserRecord;
beforeAll(someDealers);

const anAddress = () => `${randomUUID()}@elsewhere.example`;

/** A new administrator, whose dealer notifies the contacts. */
async function notified(contacts: readonly string[], dealer = 220) {
  admin = await aUser({ dealer, flags: ['ADMIN'] });
  await call(dealerSettings.deleteNotification, { SettingName, as: admin });
  return save('addNotification', contacts);
}
const save = (how: 'addNotification' | 'updateNotification', contacts: readonly string[]) =>
  call(dealerSettings[how], { SettingName, SettingValue: contacts.join(','), ContactMethod: 'Email', as: admin });
const occur = (DealerKey = 220) =>
  notify({ id: randomUUID(), reason: 'Low Battery', DealerKey, subject: 'Low', text: 'Low' }, tools, Date.now());
const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject);
async function confirm(address: string) {
  const [mail] = await mailsTo(address);
  const token = new URL(/https?:\S+/.exec(mail!.text)![0]).searchParams.get('token')!;
  return call(auth.confirmEmail, { token });
}
const unconfirmed = async () => (await ask(dealerSettings.get, { as: admin })).UnconfirmedContacts;

describe('a contact whom nobody knows', () => {
  it('gets one mail to confirm the address, and notifications only after that', async () => {
    const address = anAddress();
    expect((await notified([address])).body.UnconfirmedContacts).toEqual([address]);
    await occur();
    await save('updateNotification', [address]);
    await save('updateNotification', [anAddress()]);
    await save('updateNotification', [address.toUpperCase()]);
    await occur();
    expect(await subjectsTo(address)).toEqual([CONFIRM]);
    expect(await confirm(address)).toMatchObject({ status: 200, body: { email: address } });
    expect(await unconfirmed()).toEqual([]);
    await occur();
    expect(await subjectsTo(address)).toEqual(['Low', CONFIRM]);
  });

  it('does not keep notifications from confirmed contacts, and does not see them', async () => {
    const [known, unknown] = [anAddress(), anAddress()];
    await notified([known]);
    await confirm(known);
    await save('updateNotification', [known, unknown]);
    await occur();
    expect((await mailsTo(known))[0]).toMatchObject({ subject: 'Low', to: [known] });
    expect(await subjectsTo(unknown)).toEqual([CONFIRM]);
  });

  it('is one contact in any case of letters, also in another setting', async () => {
    const address = anAddress();
    await notified([address]);
    const other = {
      SettingName: 'Emergency Email',
      SettingValue: address.toUpperCase(),
      ContactMethod: 'Email',
    } as const;
    await call(dealerSettings.deleteNotification, { SettingName: other.SettingName, as: admin });
    expect((await call(dealerSettings.addNotification, { ...other, as: admin })).status).toBe(200);
    await confirm(address);
    expect(await unconfirmed()).toEqual([]);
  });

  it('confirms for one dealer only', async () => {
    const address = anAddress();
    await notified([address]);
    await confirm(address);
    await notified([address], 22);
    expect(await unconfirmed()).toEqual([address]);
    await occur(22);
    expect(await subjectsTo(address)).toEqual([CONFIRM, CONFIRM]);
  });

  it('is asked again after a week, if the setting is saved again', async () => {
    setClock(TODAY);
    const address = anAddress();
    await notified([address]);
    setClock(TODAY + 7 * DAY);
    expect((await confirm(address)).status).toBe(401);
    admin = await aUser({ dealer: 220, flags: ['ADMIN'] });
    await save('updateNotification', [address]);
    expect(await subjectsTo(address)).toEqual([CONFIRM, CONFIRM]);
    expect((await confirm(address)).status).toBe(200);
  });

  it('confirms once with a link, and the mail names neither dealer nor person', async () => {
    const address = anAddress();
    await notified([address]);
    const [mail] = await mailsTo(address);
    expect(mail!.text).not.toMatch(/Northwind/);
    const both = await Promise.all([confirm(address), confirm(address)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('can use the link again if storing the confirmation failed', async () => {
    const address = anAddress();
    await notified([address]);
    let hasFailed = false;
    client.middlewareStack.add(
      (next) => async (args) => {
        if (hasFailed || !JSON.stringify(args.input).includes('confirmedAt')) return next(args);
        hasFailed = true;
        throw new Error('The table cannot be reached');
      },
      { step: 'initialize', name: 'failed-confirmation' },
    );
    expect((await confirm(address)).status).toBe(500);
    client.middlewareStack.remove('failed-confirmation');
    expect(hasFailed).toBe(true);
    expect((await confirm(address)).status).toBe(200);
  });
});

describe('a user', () => {
  it.each([
    ['of the dealer', 220],
    ['of the dealer above', 22],
    ['of a dealer below', 2201],
  ])('%s with a proven address needs no confirmation', async (_, dealer) => {
    const user = await aUser({ userName: anAddress(), dealer });
    expect((await notified([user.UserEmail])).body.UnconfirmedContacts).toEqual([]);
    await occur();
    expect(await subjectsTo(user.UserEmail)).toEqual(['Low']);
  });

  it.each([
    ['of another dealer', { dealer: 422 }],
    ['who has not proven the address', { dealer: 220, proven: false }],
    ['who is disabled', { dealer: 220, enabled: false }],
  ])('%s is asked to confirm', async (_, options) => {
    const user = await aUser({ userName: anAddress(), ...options });
    expect((await notified([user.UserEmail])).body.UnconfirmedContacts).toEqual([user.UserEmail]);
    expect(await subjectsTo(user.UserEmail)).toEqual([CONFIRM]);
  });
});

describe('mails to new contacts are limited', () => {
  it('per sender, before anything is saved', async () => {
    setClock(TODAY);
    await notified([anAddress()]);
    for (let named = 1; named < CONTACT_LIMIT.most; named++)
      await attemptStore.count(CONTACT_LIMIT, admin.UserKey, TODAY);
    const address = anAddress();
    expect(await save('updateNotification', [address])).toMatchObject(TOO_MANY);
    expect(await mailsTo(address)).toEqual([]);
    expect((await ask(dealerSettings.get, { as: admin })).NotificationSettings).not.toContainEqual(
      expect.objectContaining({ SettingValue: address }),
    );
  });

  it('per mailbox, whatever its tag', async () => {
    setClock(TODAY);
    const address = anAddress();
    for (let sent = 0; sent < UNPROVEN_MAIL_LIMITS.others.most; sent++)
      await attemptStore.count(UNPROVEN_MAIL_LIMITS.others, address, TODAY);
    const tagged = address.replace('@', '+News@').toUpperCase();
    expect(await notified([tagged])).toMatchObject(TOO_MANY);
    setClock(TODAY + DAY * 2);
    expect((await notified([tagged])).status).toBe(200);
  });
});
