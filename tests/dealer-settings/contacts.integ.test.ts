import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import { UNPROVEN_MAIL_LIMITS } from '#core/auth/unproven-mail.ts';
import {
  CONTACT_FAMILY_LIMIT,
  CONTACT_LIMIT,
  CONTACT_MAILBOX_LIMIT,
  contactFamily,
  contactMailbox,
} from '#core/dealer-settings/contacts.ts';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { DAY } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { notify } from '#data/dealer-settings/notifications.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { client } from '#data/kit/table.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { tools } from '#functions/on-reaction/tools.ts';
import { logger } from '#platform/aws/observability.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aUser } from '#support/people.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';

const SettingName = 'Low Battery Email';
const CONFIRM = 'Confirm notifications from Watchkeep';
const TOO_MANY = { status: 429, body: { message: 'Too many confirmations were sent. Please try again later.' } };

let admin: UserRecord;
beforeAll(someDealers);

const anAddress = () => `${randomUUID()}@elsewhere.example`;

/** A new administrator, whose dealer notifies these contacts and no others. */
async function notified(contacts: readonly string[], dealer = 220) {
  admin = await aUser({ dealer, flags: ['ADMIN'] });
  const { NotificationSettings } = await ask(dealerSettings.get, { as: admin });
  for (const setting of NotificationSettings)
    await call(dealerSettings.deleteNotification, { SettingName: setting.SettingName, as: admin });
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
const unasked = async () => (await ask(dealerSettings.get, { as: admin })).UnaskedContacts;
const sendAgain = (address: string) => call(dealerSettings.sendContactLink, { address, as: admin });
/** Uses up the mails that the administrator may cause, but for some. */
async function useUpMails(left = 0) {
  while (await attemptStore.count(CONTACT_LIMIT, admin.UserKey, Date.now()));
  for (let given = 0; given < left; given++) await attemptStore.undoCount(CONTACT_LIMIT, admin.UserKey, Date.now());
}

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

describe('a link to a contact', () => {
  it('is in the audit, with who really asked for it', async () => {
    const address = anAddress();
    await notified([address]);
    await sendAgain(address);
    const entry = { action: 'send link to contact', actorKey: admin.UserKey, dealerKey: 220, after: { address } };
    expect(
      (await auditOf('dealer', '220')).filter(({ actorKey }) => actorKey === admin.UserKey).slice(-3),
    ).toMatchObject([{ action: 'add notification setting' }, entry, entry]);
  });

  it('is not sent for an administrator who was disabled a moment ago', async () => {
    const address = anAddress();
    await notified([address]);
    beforeNextTransaction(() => UserEntity.patch({ UserKey: admin.UserKey }).set({ UserStatus: 0 }).go());
    expect((await sendAgain(address)).status).toBe(401);
    expect(await subjectsTo(address)).toEqual([CONFIRM]);
  });

  it('is not left out for an address that a user here has proven, if the administrator was disabled a moment ago', async () => {
    const address = anAddress();
    await notified([address]);
    await aUser({ userName: address, dealer: 220 });
    beforeNextTransaction(() => UserEntity.patch({ UserKey: admin.UserKey }).set({ UserStatus: 0 }).go());
    expect((await sendAgain(address)).status).toBe(401);
    await occur();
    expect(await subjectsTo(address)).toEqual([CONFIRM]);
  });
});

describe('a contact who has not confirmed', () => {
  it('gets another link on demand, and each of them confirms', async () => {
    const address = anAddress();
    await notified([address]);
    expect(await sendAgain(address.toUpperCase())).toMatchObject({
      status: 200,
      body: { UnconfirmedContacts: [address], UnaskedContacts: [] },
    });
    expect(await subjectsTo(address)).toEqual([CONFIRM, CONFIRM]);
    await confirm(address);
    expect((await sendAgain(address)).body).toMatchObject({ UnconfirmedContacts: [], UnaskedContacts: [] });
    expect(await subjectsTo(address)).toHaveLength(2);
  });

  it('gets none if it is a contact no more, or of another dealer only', async () => {
    const address = anAddress();
    await notified([address]);
    const MISSING = { status: 404, body: { message: 'This address is no contact any more' } };
    expect(await sendAgain(anAddress())).toMatchObject(MISSING);
    const other = await aUser({ dealer: 22, flags: ['ADMIN'] });
    expect(await call(dealerSettings.sendContactLink, { address, as: other })).toMatchObject(MISSING);
    expect(await subjectsTo(address)).toEqual([CONFIRM]);
  });

  it('needs no link after a user here has proven the address', async () => {
    const address = anAddress();
    await notified([address]);
    await aUser({ userName: address, dealer: 220 });
    expect((await sendAgain(address)).body.UnconfirmedContacts).toEqual([]);
    expect(await subjectsTo(address)).toEqual([CONFIRM]);
  });

  it('is asked again after the mail service refused the mail, and the caller hears of it', async () => {
    const address = anAddress();
    const sender = process.env.MAIL_SENDER;
    process.env.MAIL_SENDER = 'no address';
    try {
      expect(await notified([address])).toMatchObject({ status: 200, body: { UnaskedContacts: [address] } });
      expect(await sendAgain(address)).toMatchObject({
        status: 503,
        body: { message: 'The confirmation could not be sent. Please try again later.' },
      });
    } finally {
      process.env.MAIL_SENDER = sender;
    }
    expect((await sendAgain(address)).body).toMatchObject({ UnconfirmedContacts: [address], UnaskedContacts: [] });
  });

  it('has no valid link after a week', async () => {
    setClock(TODAY);
    const address = anAddress();
    await notified([address]);
    expect(await unasked()).toEqual([]);
    setClock(TODAY + 7 * DAY);
    admin = await aUser({ dealer: 220, flags: ['ADMIN'] });
    expect(await unasked()).toEqual([address]);
  });
});

describe('mails to contacts are limited', () => {
  it('per sender: all contacts are saved, and those without a mail are shown', async () => {
    setClock(TODAY);
    await notified([anAddress()]);
    await useUpMails(2);
    const contacts = Array.from({ length: 5 }, anAddress);
    const { status, body } = await save('updateNotification', contacts);
    expect(status).toBe(200);
    expect(body.NotificationSettings).toContainEqual(
      expect.objectContaining({ SettingName, SettingValue: contacts.join(',') }),
    );
    expect(body.UnconfirmedContacts).toEqual(contacts);
    expect(body.UnaskedContacts).toHaveLength(3);
    const sent = await Promise.all(contacts.map(subjectsTo));
    expect(contacts.filter((_, index) => sent[index]!.length === 0)).toEqual(body.UnaskedContacts);
    expect(await sendAgain(body.UnaskedContacts[0]!)).toMatchObject(TOO_MANY);
    setClock(TODAY + DAY);
    admin = await aUser({ dealer: 220, flags: ['ADMIN'] });
    for (const contact of body.UnaskedContacts) await sendAgain(contact);
    expect(await unasked()).toEqual([]);
  });

  it('per sender: more than 30 new contacts in two settings are all saved', async () => {
    setClock(TODAY);
    admin = await aUser({ dealer: 220, flags: ['ADMIN'] });
    const settings = ['Bad Power Module Email', 'Order Shipped Email'].map((name) => ({
      SettingName: name,
      SettingValue: Array.from({ length: 25 }, anAddress).join(','),
      ContactMethod: 'Email' as const,
    }));
    for (const setting of settings)
      expect((await call(dealerSettings.addNotification, { ...setting, as: admin })).status).toBe(200);
    const all = settings.flatMap(({ SettingValue }) => SettingValue.split(','));
    expect(await unconfirmed()).toEqual(expect.arrayContaining(all));
    expect((await unasked()).filter((one) => all.includes(one))).toHaveLength(50 - CONTACT_LIMIT.most);
  });

  it('per mailbox, whatever its tag', async () => {
    setClock(TODAY);
    const address = anAddress();
    while (await attemptStore.count(CONTACT_MAILBOX_LIMIT, contactMailbox(220, address), TODAY));
    const tagged = address.replace('@', '+News@').toUpperCase();
    expect(await notified([tagged])).toMatchObject({ status: 200, body: { UnaskedContacts: [tagged] } });
    expect(await sendAgain(tagged)).toMatchObject(TOO_MANY);
    setClock(TODAY + DAY * 2);
    admin = await aUser({ dealer: 220, flags: ['ADMIN'] });
    expect((await sendAgain(tagged)).body.UnaskedContacts).toEqual([]);
    expect(await subjectsTo(tagged)).toEqual([CONFIRM]);
  });

  it('per dealer and mailbox: nobody else uses up the mails of a contact', async () => {
    setClock(TODAY);
    const address = anAddress();
    while (await attemptStore.count(UNPROVEN_MAIL_LIMITS.others, address, TODAY));
    while (await attemptStore.count(CONTACT_MAILBOX_LIMIT, contactMailbox(49, address), TODAY));
    expect(await notified([address])).toMatchObject({ status: 200, body: { UnaskedContacts: [] } });
    expect(await subjectsTo(address)).toEqual([CONFIRM]);
  });

  it('per family of dealers and mailbox, however many dealers somebody adds', async () => {
    setClock(TODAY);
    const address = anAddress();
    await notified([address], 22);
    const { most } = CONTACT_FAMILY_LIMIT;
    for (let sent = 1; sent < most; sent++)
      await attemptStore.count(CONTACT_FAMILY_LIMIT, contactFamily('/1/22/2200/', address), TODAY);
    expect(await notified([address], 2201)).toMatchObject({ status: 200, body: { UnaskedContacts: [address] } });
    expect(await sendAgain(address)).toMatchObject(TOO_MANY);
    expect(await notified([address], 49)).toMatchObject({ status: 200, body: { UnaskedContacts: [] } });
  });

  it('and so are tries of whose addresses are known at dealers above', async () => {
    setClock(TODAY);
    const above = await aUser({ userName: anAddress(), dealer: 1 });
    const own = await aUser({ userName: anAddress(), dealer: 2201 });
    await notified([anAddress()]);
    await useUpMails();
    const nobody = anAddress();
    const { body } = await save('updateNotification', [above.UserEmail, nobody, own.UserEmail]);
    expect(body.UnconfirmedContacts).toEqual([above.UserEmail, nobody]);
    expect(await sendAgain(above.UserEmail)).toMatchObject(TOO_MANY);
    setClock(TODAY + DAY);
    admin = await aUser({ dealer: 220, flags: ['ADMIN'] });
    expect((await sendAgain(above.UserEmail)).body.UnconfirmedContacts).toEqual([nobody]);
    expect(await subjectsTo(above.UserEmail)).toEqual([]);
  });

  it('and a mail that a mailbox does not get is not counted for its sender', async () => {
    setClock(TODAY);
    const [full, other] = [anAddress(), anAddress()];
    await notified([full, other]);
    while (await attemptStore.count(CONTACT_MAILBOX_LIMIT, contactMailbox(220, full), TODAY));
    await useUpMails(1);
    expect(await sendAgain(full)).toMatchObject(TOO_MANY);
    expect((await sendAgain(other)).status).toBe(200);
    expect(await subjectsTo(other)).toEqual([CONFIRM, CONFIRM]);
  });

  it('and counted only for a setting that is saved', async () => {
    setClock(TODAY);
    const address = anAddress();
    await notified([anAddress()]);
    await useUpMails(1);
    expect((await save('addNotification', [address])).status).toBe(409);
    await call(dealerSettings.deleteNotification, { SettingName, as: admin });
    expect((await save('updateNotification', [address])).status).toBe(404);
    expect(await mailsTo(address)).toEqual([]);
    expect((await save('addNotification', [address])).body.UnaskedContacts).toEqual([]);
    expect(await subjectsTo(address)).toEqual([CONFIRM]);
  });
});

describe('an alarm', () => {
  const alarmOf = (DealerKey: number) => ({
    id: randomUUID(),
    reason: 'Emergency' as const,
    DealerKey,
    subject: 'Emergency',
    text: 'An alarm was raised',
  });
  const reachedNobody = vi.fn();
  const raise = (DealerKey: number) =>
    notify(alarmOf(DealerKey), { ...tools, alarmReachedNobody: reachedNobody }, Date.now());
  const EMERGENCY = 'Emergency Email';

  it('is counted if its dealer has contacts and none has confirmed', async () => {
    admin = await aUser({ dealer: 22, flags: ['ADMIN'] });
    const address = anAddress();
    await raise(22);
    expect(reachedNobody).not.toHaveBeenCalled();
    const setting = { SettingName: EMERGENCY, SettingValue: address, ContactMethod: 'Email' as const };
    await call(dealerSettings.addNotification, { ...setting, as: admin });
    await raise(22);
    expect(reachedNobody.mock.calls).toEqual([[22]]);
    await confirm(address);
    await raise(22);
    expect(reachedNobody).toHaveBeenCalledTimes(1);
    expect(await subjectsTo(address)).toEqual(['Emergency', CONFIRM]);
  });

  it('that reaches nobody is measured, and the log names the dealer but no address', () => {
    vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false');
    const measured: string[] = [];
    const logged: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((line) => measured.push(String(line)) > 0);
    const log = vi.spyOn(logger, 'warn').mockImplementation((...facts) => void logged.push(JSON.stringify(facts)));
    try {
      tools.alarmReachedNobody(220);
    } finally {
      out.mockRestore();
      log.mockRestore();
      vi.unstubAllEnvs();
    }
    const metrics = measured.filter((line) => line.includes('_aws')).map((line) => JSON.parse(line));
    expect(metrics).toContainEqual(expect.objectContaining({ stage: process.env.STAGE, UnreachedAlarms: 1 }));
    expect(logged).toEqual(['["An alarm reached no confirmed contact of its dealer",{"DealerKey":220}]']);
  });
});
