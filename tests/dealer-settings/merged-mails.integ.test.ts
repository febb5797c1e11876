import { randomUUID } from 'node:crypto';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { MAX_SINGLE_MAILS, QUIET_MS } from '#core/dealer-settings/mail-series.ts';
import { type Reason, settingName } from '#core/dealer-settings/notification-settings.ts';
import { occurrenceOfUnit } from '#core/dealer-settings/occurrence.ts';
import { MINUTE } from '#core/time.ts';
import { contactStore } from '#data/dealer-settings/contacts.ts';
import { MailSeriesEntity, mailSeriesStore } from '#data/dealer-settings/mail-series.ts';
import { mailCollected, notify } from '#data/dealer-settings/notifications.ts';
import { client, tableName } from '#data/kit/table.ts';
import { tools } from '#functions/on-reaction/tools.ts';
import { call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aUser } from '#support/people.ts';
import { followLater, reactionsTo } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';

const REASONS = ['Emergency', 'Low Battery', 'Connection Taken Over', 'Unit Not Reporting'] as const;
let contact: string;
let UnitSerNum: string;
let admin: Awaited<ReturnType<typeof aUser>>;
let stream: Awaited<ReturnType<typeof aStreamReader>>;

beforeAll(async () => {
  await someDealers();
  admin = await aUser({ dealer: 220, flags: ['ADMIN'] });
  contact = `${randomUUID()}@oregon.example`;
  await contactStore.confirm(220, contact, TODAY);
  for (const reason of REASONS) await set('addNotification', reason);
  stream = await aStreamReader();
});
beforeEach(async () => {
  UnitSerNum = randomUUID().slice(0, 8);
  setClock(TODAY);
  await stream.next();
});
afterEach(() => client.middlewareStack.remove('death'));

const set = (how: 'addNotification' | 'deleteNotification', reason: Reason) =>
  call(dealerSettings[how] as typeof dealerSettings.addNotification, {
    SettingName: settingName(reason, 'Email'),
    SettingValue: contact,
    ContactMethod: 'Email',
    as: admin,
  });

const anOccurrence = (reason: Reason = 'Emergency', unit = UnitSerNum, id: string = randomUUID()) =>
  occurrenceOfUnit({ UnitSerNum: unit, UnitModel: 'MXD-LTE', DealerKey: 220 }, reason, id, 'something happened.');
const occurs = (reason?: Reason, unit?: string) => notify(anOccurrence(reason, unit), tools, Date.now());
const alarms = (kind: string, unit?: string) => notify({ ...anOccurrence('Emergency', unit), kind }, tools, Date.now());
const later = (milliseconds: number) => setClock(Date.now() + milliseconds);
const subjects = async (unit = UnitSerNum) =>
  (await mailsTo(contact)).map(({ subject }) => subject).filter((subject) => subject.includes(unit));

describe('mails about one unit and reason', () => {
  it('are one at once, and one about all that follows within 15 minutes', async () => {
    await occurs();
    expect(await subjects()).toEqual([`Emergency: unit ${UnitSerNum}`]);
    for (let minute = 1; minute <= 12; minute++) {
      later(MINUTE);
      await occurs();
    }
    expect(await subjects()).toHaveLength(1);
    later(QUIET_MS);
    await followLater(await stream.next(), { times: 2 });
    expect(await subjects()).toEqual([`Emergency: unit ${UnitSerNum}, 12 times`, `Emergency: unit ${UnitSerNum}`]);
    const merged = (await mailsTo(contact)).find(({ subject }) => subject.includes(UnitSerNum));
    expect(merged?.text).toMatch(
      /12 notifications for ‘Emergency’, from [^\n]+:01:\d\d UTC to [^\n]+:12:\d\d UTC\.\n(\n[^\n]*something happened[^\n]*){5}\n2 more[^\n]*(\n[^\n]*something happened[^\n]*){5}\n\n[^\n]*Watchkeep$/,
    );
  });

  it('of a unit that never stops are one in 15 minutes', async () => {
    let minutes = 0;
    for (; minutes < 60; minutes++) {
      await occurs('Connection Taken Over');
      later(MINUTE);
      if (minutes % 16 === 15) await followLater(await stream.next());
    }
    expect(await subjects()).toHaveLength(1 + Math.floor(minutes / 16));
  });

  it('begin anew with a mail at once after 15 quiet minutes', async () => {
    await occurs();
    later(QUIET_MS);
    await occurs();
    expect(await subjects()).toHaveLength(2);
  });

  it('do not delay those of another unit or reason', async () => {
    const other = randomUUID().slice(0, 8);
    await occurs();
    await occurs('Low Battery');
    await occurs('Emergency', other);
    expect(await subjects()).toHaveLength(2);
    expect(await subjects(other)).toHaveLength(1);
  });

  it('do not delay those about another event code or zone, even while others are collected', async () => {
    for (const kind of ['Event 101, zone 1', 'Event 101, zone 1', 'Event 101, zone 2', 'Event 110, zone 1'])
      await alarms(kind);
    expect(await subjects()).toHaveLength(3);
  });

  it('of a unit that goes through many codes are few, and the last one says that more follow in the portal', async () => {
    const other = randomUUID().slice(0, 8);
    for (let code = 0; code < 30; code++) await alarms(`Event ${100 + code}`);
    await alarms('Event 101', other);
    expect(await subjects()).toHaveLength(MAX_SINGLE_MAILS);
    expect(await subjects(other)).toHaveLength(1);
    const texts = (await mailsTo(contact))
      .filter(({ subject }) => subject.includes(UnitSerNum))
      .map(({ text }) => text);
    expect(texts.filter((text) => text.includes('The portal shows it at once'))).toEqual([texts[0]]);
    later(MINUTE);
    await followLater(await stream.next());
    expect((await subjects())[0]).toBe(`Emergency: unit ${UnitSerNum}, ${30 - MAX_SINGLE_MAILS} times`);
  });

  it('count an occurrence once, however often and at once it is delivered', async () => {
    await occurs();
    const second = anOccurrence();
    await Promise.allSettled([1, 2, 3].map(() => notify(second, tools, Date.now())));
    await notify(second, tools, Date.now());
    const { collected } = await mailSeriesStore.get({ DealerKey: 220, reason: 'Emergency', about: UnitSerNum });
    expect(collected?.count).toBe(1);
  });

  it('are stored for 10 occurrences at the same moment, none of which fails', async () => {
    await Promise.all(Array.from({ length: 10 }, () => occurs()));
    const { collected } = await mailSeriesStore.get({ DealerKey: 220, reason: 'Emergency', about: UnitSerNum });
    expect(collected?.count).toBe(9);
  });

  it('are stored once for each of 50 occurrences at the same moment, though a slow table lets some wait for their redelivery', async () => {
    let open = Array.from({ length: 50 }, () => anOccurrence());
    for (let deliveries = 1; open.length > 0; deliveries++) {
      expect(deliveries).toBeLessThanOrEqual(5);
      const results = await Promise.allSettled(open.map((one) => notify(one, tools, Date.now())));
      const failed = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      for (const reason of failed) expect(reason).toMatchObject({ code: 'UNAVAILABLE' });
      open = open.filter((_, index) => results[index]!.status === 'rejected');
    }
    const { collected } = await mailSeriesStore.get({ DealerKey: 220, reason: 'Emergency', about: UnitSerNum });
    expect(collected?.count).toBe(49);
    expect(await subjects()).toEqual([`Emergency: unit ${UnitSerNum}`]);
  });

  it('go to nobody if the setting was deleted in between, and begin anew afterwards', async () => {
    await occurs();
    await occurs();
    await set('deleteNotification', 'Emergency');
    await followLater(await stream.next());
    await set('addNotification', 'Emergency');
    expect(await subjects()).toHaveLength(1);
    later(QUIET_MS);
    await occurs();
    expect(await subjects()).toHaveLength(2);
  });

  it('are sent with the next occurrence if the message for them is lost', async () => {
    await occurs();
    await occurs();
    await stream.next();
    later(2 * QUIET_MS);
    await occurs();
    await occurs();
    const mail = `Emergency: unit ${UnitSerNum}`;
    expect(await subjects()).toEqual([mail, mail, mail]);
    const { collected } = await mailSeriesStore.get({ DealerKey: 220, reason: 'Emergency', about: UnitSerNum });
    expect(collected?.count).toBe(1);
  });

  it.each([1, 2])(
    'are sent though the message for them is lost and mail %i of the next occurrence fails',
    async (failing) => {
      await occurs();
      await occurs();
      await stream.next();
      later(2 * QUIET_MS);
      let mails = 0;
      const its: typeof tools = {
        ...tools,
        async mail(mail) {
          if (++mails === failing) throw new Error('The mail service is down');
          await tools.mail(mail);
        },
      };
      const next = anOccurrence();
      await expect(notify(next, its, Date.now())).rejects.toThrow(/^The mail service is down$/);
      await notify(next, its, Date.now());
      const mail = `Emergency: unit ${UnitSerNum}`;
      expect(await subjects()).toEqual([mail, mail, mail]);
    },
  );

  it.each([
    ['without mails', { mailed: undefined }],
    ['with mails of another form', { mailed: { at: 1 } }],
    ['with collected ones of another form', { collected: { since: TODAY, wait: 'long' } }],
    ['with a last mail of another form', { merged: 'yesterday' }],
  ])('go on after a series %s was stored', async (_, malformed) => {
    const key = { DealerKey: 220, reason: 'Emergency', about: UnitSerNum } as const;
    const { Item } = MailSeriesEntity.put({ ...key, mailed: [], version: 3, expiresAt: 9_999_999_999 }).params();
    await client.send(new PutCommand({ TableName: tableName(), Item: { ...Item, ...malformed } }));
    for (let times = 0; times < 3; times++) await occurs();
    expect(await subjects()).toHaveLength(1);
    expect((await mailSeriesStore.get(key)).collected?.count).toBe(2);
  });

  it('are started by a message that the queue delays', async () => {
    await occurs();
    await occurs();
    await occurs();
    const { messages } = await reactionsTo(await stream.next());
    expect(messages).toEqual([]);
    const { Attributes } = await new SQSClient({}).send(
      new GetQueueAttributesCommand({
        QueueUrl: process.env.REACTION_QUEUE_URL!,
        AttributeNames: ['ApproximateNumberOfMessagesDelayed'],
      }),
    );
    expect(Attributes).toEqual({ ApproximateNumberOfMessagesDelayed: '1' });
  });
});

it('a mail about one alarm that nobody took names its unit, also if it had to wait', async () => {
  const kind = `Event 101 of ${UnitSerNum}`;
  for (const unit of ['a', 'b']) {
    const { UnitSerNum: _unit, ...occurrence } = anOccurrence();
    await notify({ ...occurrence, kind, subject: `Alarm not taken: unit ${UnitSerNum}${unit}` }, tools, Date.now());
  }
  expect(await subjects()).toHaveLength(1);
  later(MINUTE);
  await followLater(await stream.next());
  expect((await subjects())[0]).toBe(`Alarm not taken: unit ${UnitSerNum}b`);
});

describe('mails about units that fall silent together', () => {
  it('are a few at once, and one about all others', async () => {
    const before = (await mailsTo(contact)).length;
    for (let unit = 0; unit < 40; unit++) await occurs('Unit Not Reporting', `${UnitSerNum}${unit}`);
    const atOnce = (await mailsTo(contact)).slice(0, -before || undefined);
    expect(atOnce).toHaveLength(MAX_SINGLE_MAILS);
    expect(atOnce[0]?.text).toMatch(/This is mail 12 about ‘Unit Not Reporting’ within an hour\./);
    await occurs('Emergency', `${UnitSerNum}7`);
    expect((await mailsTo(contact))[0]?.subject).toBe(`Emergency: unit ${UnitSerNum}7`);
    later(QUIET_MS);
    await followLater(await stream.next());
    const [merged] = await mailsTo(contact);
    expect(merged?.subject).toBe(`Unit Not Reporting: ${40 - MAX_SINGLE_MAILS} notifications`);
    expect(merged?.text).toContain(`Unit ${UnitSerNum}39 (MXD-LTE): something happened.`);
    expect((await mailsTo(contact)).length - before).toBe(MAX_SINGLE_MAILS + 2);
  });
});

describe('a sender that dies', () => {
  /** The sender dies before its call with this number: of the table, or of the mail service. Returns whether it has sent the mail. */
  async function diesAt(last: number, work: (its: typeof tools) => Promise<unknown>): Promise<boolean> {
    let calls = 0;
    let mailed = false;
    const die = () => {
      if (++calls >= last) throw new Error('died');
    };
    client.middlewareStack.add(
      (next) => async (args) => {
        die();
        return next(args);
      },
      { step: 'initialize', name: 'death' },
    );
    await work({
      ...tools,
      async mail(mail) {
        die();
        await tools.mail(mail);
        mailed = true;
      },
    }).catch(() => undefined);
    client.middlewareStack.remove('death');
    return mailed;
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'before call %i loses no mail, and doubles it only if it was sent and that not stored',
    async (dyingCall) => {
      const first = anOccurrence();
      const mailed = await diesAt(dyingCall, (its) => notify(first, its, Date.now()));
      later(2 * MINUTE);
      await notify(first, tools, Date.now());
      const atOnce = (await subjects()).length;
      expect([1, mailed ? 2 : 1]).toContain(atOnce);

      const second = anOccurrence();
      await diesAt(dyingCall, (its) => notify(second, its, Date.now()));
      later(2 * MINUTE);
      await notify(second, tools, Date.now());
      expect(await subjects()).toHaveLength(atOnce);

      const key = { DealerKey: 220, reason: 'Emergency', about: UnitSerNum } as const;
      const { first: begin } = (await mailSeriesStore.get(key)).collected!;
      const merged = await diesAt(dyingCall, (its) => mailCollected({ ...key, first: begin }, its, Date.now()));
      later(2 * MINUTE);
      await mailCollected({ ...key, first: begin }, tools, Date.now());
      expect([atOnce + 1, atOnce + (merged ? 2 : 1)]).toContain((await subjects()).length);
    },
  );
});
