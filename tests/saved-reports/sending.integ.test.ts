import type { SQSRecord } from 'aws-lambda';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reports } from '#core/reports/contract.ts';
import { failedCalls } from '#core/reports/definitions/calls-and-events.ts';
import { reportFields } from '#core/reports/report-fields.ts';
import { savedReports } from '#core/saved-reports/contract.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { ClosedDealersEntity, PORTAL } from '#data/dealers/closed-dealers.ts';
import { ReportRowEntity } from '#data/reports/entities.ts';
import { recordFact } from '#data/reports/record-facts.ts';
import { tableSettingsStore } from '#data/table-settings/table-settings.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { startMail } from '#local/mail/start.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { expectKilled } from '#support/doomed.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { invoke } from '#support/invoke.ts';
import { aShownSession, aUser } from '#support/people.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { beforeNext, throttleQueries } from '#support/table-faults.ts';

// A mail service of its own: other files must not get its faults.
const mail = await startMail({ port: 0 });
process.env.AWS_ENDPOINT_URL_SESV2 = mail.url;
afterAll(() => mail.close());

const queue = await aQueue();
process.env.REPORT_MAIL_QUEUE_URL = queue.url;
const stream = await aStreamReader();
const DONE = { batchItemFailures: [] };

let unit: UnitRecord;
beforeAll(async () => {
  await someDealers();
  unit = await aUnit({ dealer: 22, Custom1: 'x' });
  const at = instant(TODAY - HOUR);
  const facts = { direction: '=1+1', attempts: 3 };
  await recordFact(unit.UnitSerNum, failedCalls, { subject: 'one', at, facts }, TODAY);
});
beforeEach(() => setClock(TODAY));

const daily = { every: 'daily', hour: 8, timeZone: 'America/Denver' } as const;
let count = 0;

/** A report of the failed calls of a week, which its owner has sent each day. */
async function aMailedReport({ as, to = [as], given = {} }: { as: UserRecord; to?: UserRecord[]; given?: object }) {
  const saved = { name: `Secret name ${++count}`, list: 'failedCalls', parameters: { days: '7' } } as const;
  const { reportId } = await ask(savedReports.save, { ...saved, as });
  const recipients = to.map(({ UserKey }) => UserKey);
  const { mail } = await ask(savedReports.setMail, { reportId, ...daily, ...given, recipients, as });
  return { reportId, dueAt: mail!.nextAt! };
}

const reader = (given: object = {}) => aUser({ dealer: 22, flags: ['REPORTS'], first: 'Robin', ...given });
const mailOf = async (as: UserRecord, reportId: string) =>
  (await ask(savedReports.list, { as })).reports.find((one) => one.reportId === reportId)?.mail;

/** What is to be sent after the table changes so far. */
async function sendings({ times = 1 } = {}): Promise<SQSRecord[]> {
  const changes = (await stream.next()).filter(({ dynamodb }) => dynamodb?.NewImage?.__edb_e__?.S === 'reportMail');
  await follow(changes, { times });
  return takeAll(queue.url);
}
const send = (...records: SQSRecord[]) => invoke('on-report-mail', eventOf(...records), MINUTE);
/** Runs everything at a time. */
async function runAt(time: string | number): Promise<void> {
  setClock(typeof time === 'string' ? Date.parse(time) : time);
  expect(await invoke('on-report-due', {})).toEqual({ failed: 0 });
  for (const record of await sendings()) expect(await send(record)).toEqual(DONE);
}

interface Mail {
  subject: string;
  text: string;
  html: string;
  attachments: { fileName: string; contentType: string; content: string }[];
}
const mails = async ({ UserEmail }: UserRecord) => (await mailsTo(UserEmail)) as unknown as Mail[];
const csvOf = ({ attachments }: Mail) => Buffer.from(attachments[0]!.content, 'base64').toString();

describe('a report that is due', () => {
  it('is mailed to each recipient as CSV, with the rows of the screen, at each of its times', async () => {
    const [ann, bob] = [await reader(), await reader({ first: 'Bo' })];
    const { reportId, dueAt } = await aMailedReport({ as: ann, to: [ann, bob] });
    await runAt(Date.parse(dueAt) - MINUTE);
    expect(await mails(ann)).toEqual([]);
    await runAt(dueAt);
    await runAt(Date.parse(dueAt) + MINUTE);

    const { items } = await ask(reports.failedCalls, { as: ann });
    const fields = reportFields(failedCalls).filter(({ shownByDefault }) => shownByDefault !== false);
    for (const user of [ann, bob]) {
      const [mail, ...more] = await mails(user);
      expect(more).toEqual([]);
      expect(mail!.subject).toBe('Report: Failed calls');
      expect(mail!.text).toContain(`Hello ${user.UserFirstName},`);
      expect(mail!.text).toContain('Northwind');
      expect(mail!.text).toContain('/reports/CallFailed?days=7');
      expect(mail!.attachments).toMatchObject([
        { fileName: `failed-calls-${dueAt.slice(0, 10)}.csv`, contentType: 'text/csv' },
      ]);
      const [head, ...rows] = csvOf(mail!).split('\r\n');
      expect(head).toBe(`\uFEFF${fields.map(({ label }) => `"${label}"`).join(',')}`);
      expect(rows).toHaveLength(items.length);
      expect(rows[0]).toContain(`"${unit.UnitSerNum}"`);
      expect(rows[0]).toContain(`"'=1+1"`);
    }
    const mail = await mailOf(ann, reportId);
    expect(mail!.last).toEqual({ dueAt, at: expect.any(String), sent: 2, rows: items.length, isCut: false });
    expect(Date.parse(mail!.nextAt!) - Date.parse(dueAt)).toBe(DAY);
    await runAt(mail!.nextAt!);
    expect(await mails(bob)).toHaveLength(2);
  });

  it('is mailed as Excel, with the columns that its owner exports', async () => {
    const ann = await reader();
    await tableSettingsStore.put({ userKey: ann.UserKey } as never, 'failedCalls-export', { IMEI: true, bars: false });
    const { dueAt } = await aMailedReport({ as: ann, given: { format: 'xlsx' } });
    await runAt(dueAt);
    const [mail] = await mails(ann);
    expect(mail!.attachments[0]!.fileName).toMatch(/\.xlsx$/);
    const file = unzipSync(Buffer.from(mail!.attachments[0]!.content, 'base64'));
    const texts = Object.values(file)
      .map((part) => strFromU8(part))
      .join('');
    for (const text of ['Serial number', 'IMEI', unit.UnitSerNum, '=1+1']) expect(texts).toContain(text);
    expect(texts).not.toContain('Firmware');
    expect(texts).not.toContain('<f>');
  });

  it('is mailed once, however often the schedule runs, the stream repeats and the queue delivers', async () => {
    const ann = await reader();
    const { dueAt } = await aMailedReport({ as: ann });
    setClock(Date.parse(dueAt));
    await Promise.all([invoke('on-report-due', {}), invoke('on-report-due', {})]);
    const records = await sendings({ times: 3 });
    expect(records.length).toBeGreaterThan(1);
    await Promise.all(records.map((record) => send(record)));
    for (const record of records) expect(await send(record)).toEqual(DONE);
    expect(await mails(ann)).toHaveLength(1);
  });

  it('is mailed once after an outage of some days', async () => {
    const ann = await reader();
    const { reportId, dueAt } = await aMailedReport({ as: ann });
    await runAt(Date.parse(dueAt) + 3 * DAY + HOUR);
    expect(await mails(ann)).toHaveLength(1);
    expect(Date.parse((await mailOf(ann, reportId))!.nextAt!)).toBe(Date.parse(dueAt) + 4 * DAY);
  });

  it('is mailed when its owner says so, also while the schedule is off', async () => {
    const ann = await reader();
    const { reportId } = await aMailedReport({ as: ann, given: { active: false } });
    await ask(savedReports.sendNow, { reportId, as: ann });
    await runAt(TODAY + MINUTE);
    expect(await mails(ann)).toHaveLength(1);
    expect((await mailOf(ann, reportId))!.last).toMatchObject({ sent: 1 });
  });

  it('is mailed once by hand when its owner says so several times at once, and again when it has been sent', async () => {
    const ann = await reader();
    const { reportId } = await aMailedReport({ as: ann, given: { active: false } });
    const now = () => call(savedReports.sendNow, { reportId, as: ann });
    const answers = await Promise.all([now(), now()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    setClock(TODAY + MINUTE);
    expect(await now()).toMatchObject({
      status: 409,
      body: { message: 'This report is being sent already. Please wait until it has been sent' },
    });
    await runAt(TODAY + 2 * MINUTE);
    expect(await mails(ann)).toHaveLength(1);
    expect((await now()).status).toBe(200);
    await runAt(TODAY + 3 * MINUTE);
    expect(await mails(ann)).toHaveLength(2);
  });

  it('may be sent by hand again hours after a sending that got lost', async () => {
    const ann = await reader();
    const { reportId } = await aMailedReport({ as: ann, given: { active: false } });
    await ask(savedReports.sendNow, { reportId, as: ann });
    await sendings();
    setClock(TODAY + 2 * HOUR);
    expect((await call(savedReports.sendNow, { reportId, as: ann })).status).toBe(200);
  });

  describe('by hand', () => {
    const faults = (given: object) => fetch(`${mail.url}/_faults`, { method: 'PUT', body: JSON.stringify(given) });
    const lengths = async (...users: UserRecord[]) => (await Promise.all(users.map(mails))).map(({ length }) => length);
    const sendingOf = async (reportId: string) => (await sendings()).find(({ body }) => body.includes(reportId))!;
    const underWay = { status: 409, body: { message: expect.stringContaining('being sent already') } };

    it('stays under way while its schedule has it sent, and after that', async () => {
      const ann = await reader();
      const { reportId, dueAt } = await aMailedReport({ as: ann });
      setClock(Date.parse(dueAt) - MINUTE);
      await ask(savedReports.sendNow, { reportId, as: ann });
      const byHand = await sendings();
      await runAt(dueAt);
      expect(await call(savedReports.sendNow, { reportId, as: ann })).toMatchObject(underWay);
      expect((await mailOf(ann, reportId))!.last).toMatchObject({ dueAt, sent: 1 });
      for (const record of byHand) expect(await send(record)).toEqual(DONE);
      expect(await lengths(ann)).toEqual([2]);
      expect((await mailOf(ann, reportId))!.last).toMatchObject({
        dueAt: instant(Date.parse(dueAt) - MINUTE),
        sent: 1,
      });
      expect((await call(savedReports.sendNow, { reportId, as: ann })).status).toBe(200);
    });

    it('shows that it failed, also after its schedule had it sent', async () => {
      const ann = await reader();
      const { reportId, dueAt } = await aMailedReport({ as: ann });
      setClock(Date.parse(dueAt) - MINUTE);
      await ask(savedReports.sendNow, { reportId, as: ann });
      const byHand = await sendingOf(reportId);
      await runAt(dueAt);
      await faults({ rejected: { times: 1 } });
      expect(await send(byHand)).not.toEqual(DONE);
      expect((await mailOf(ann, reportId))!.last).toMatchObject({
        ...{ sent: 0, problem: '1 mail could not be sent. The portal tries again' },
      });
      expect(await send(byHand)).toEqual(DONE);
      expect(await lengths(ann)).toEqual([2]);
    });

    it('is not asked for anew while some of its mails are still to be sent, so that nobody gets it twice', async () => {
      const [ann, bob] = [await reader(), await reader()];
      const { reportId } = await aMailedReport({ as: ann, to: [ann, bob], given: { active: false } });
      await ask(savedReports.sendNow, { reportId, as: ann });
      const record = await sendingOf(reportId);
      await faults({ rejected: { times: 1 } });
      expect(await send(record)).not.toEqual(DONE);
      expect((await mailOf(ann, reportId))!.last).toMatchObject({ sent: 1 });
      expect(await call(savedReports.sendNow, { reportId, as: ann })).toMatchObject(underWay);
      expect(await send(record)).toEqual(DONE);
      expect(await lengths(ann, bob)).toEqual([1, 1]);
      expect((await call(savedReports.sendNow, { reportId, as: ann })).status).toBe(200);
    });

    it('may be asked for anew at once when nobody has got it, and the failed sending then sends nothing', async () => {
      const ann = await reader();
      const { reportId } = await aMailedReport({ as: ann, given: { active: false } });
      await ask(savedReports.sendNow, { reportId, as: ann });
      const failed = await sendingOf(reportId);
      await faults({ rejected: { times: 1 } });
      expect(await send(failed)).not.toEqual(DONE);
      setClock(TODAY + MINUTE);
      await ask(savedReports.sendNow, { reportId, as: ann });
      const anew = await sendingOf(reportId);
      expect(await send(failed)).toEqual(DONE);
      expect(await lengths(ann)).toEqual([0]);
      expect(await send(anew)).toEqual(DONE);
      expect(await send(failed)).toEqual(DONE);
      expect(await lengths(ann)).toEqual([1]);
    });

    it('is not asked for anew once the portal tries again', async () => {
      const ann = await reader();
      const { reportId } = await aMailedReport({ as: ann, given: { active: false } });
      await ask(savedReports.sendNow, { reportId, as: ann });
      const record = await sendingOf(reportId);
      await faults({ rejected: { times: 1 } });
      expect(await send(record)).not.toEqual(DONE);
      // Its claim of the mail comes after it has begun.
      const back = beforeNext('PutItemCommand', async () =>
        expect(await call(savedReports.sendNow, { reportId, as: ann })).toMatchObject(underWay),
      );
      expect(await send(record)).toEqual(DONE);
      expect(back()).toBe(true);
      expect(await lengths(ann)).toEqual([1]);
    });

    it('says that it failed if the report cannot be read now, and may be asked for anew', async () => {
      const ann = await reader();
      const { reportId } = await aMailedReport({ as: ann, given: { active: false } });
      await ask(savedReports.sendNow, { reportId, as: ann });
      const record = await sendingOf(reportId);
      const back = throttleQueries('failedCalls');
      expect(await send(record)).not.toEqual(DONE);
      back();
      expect((await mailOf(ann, reportId))!.last).toMatchObject({
        ...{ sent: 0, problem: '1 mail could not be sent. The portal tries again' },
      });
      setClock(TODAY + MINUTE);
      expect((await call(savedReports.sendNow, { reportId, as: ann })).status).toBe(200);
      expect(await send(record)).toEqual(DONE);
      expect(await lengths(ann)).toEqual([0]);
    });

    it('is tried for the last time once, and may then be asked for anew', async () => {
      const [ann, bob] = [await reader(), await reader()];
      const { reportId } = await aMailedReport({ as: ann, to: [ann, bob], given: { active: false } });
      await ask(savedReports.sendNow, { reportId, as: ann });
      const record = await sendingOf(reportId);
      await faults({ rejected: { times: 1 } });
      const last = { ...record, attributes: { ...record.attributes, ApproximateReceiveCount: '20' } };
      expect(await send(last)).not.toEqual(DONE);
      expect((await mailOf(ann, reportId))!.last).toMatchObject({ sent: 1, problem: '1 mail could not be sent.' });
      expect((await call(savedReports.sendNow, { reportId, as: ann })).status).toBe(200);
    });

    it('ends when the report stops', async () => {
      const ann = await reader();
      const { reportId } = await aMailedReport({ as: ann });
      await ask(savedReports.sendNow, { reportId, as: ann });
      const record = await sendingOf(reportId);
      await UserEntity.put({ ...ann, UserStatus: 0 }).go();
      expect(await send(record)).toEqual(DONE);
      await UserEntity.put(ann).go();
      expect((await call(savedReports.sendNow, { reportId, as: ann })).status).toBe(200);
    });
  });

  it('is not mailed any more when its owner has switched it off meanwhile', async () => {
    const ann = await reader();
    const { reportId, dueAt } = await aMailedReport({ as: ann });
    setClock(Date.parse(dueAt));
    await invoke('on-report-due', {});
    const records = await sendings();
    await ask(savedReports.stopMail, { reportId, UserKey: ann.UserKey, as: ann });
    for (const record of records) await send(record);
    expect(await mails(ann)).toEqual([]);
  });
});

describe('a report without the rights of its owner', () => {
  it.each([
    ['who is disabled', { UserStatus: 0 }, 'Your access had ended when the report was due'],
    ['who belongs to another dealer', { DealerKey: 49, dealerPath: '/1/49/' }, 'You belong to another dealer now'],
    ['who has lost the flag', { flags: ['CAREGIVER' as const] }, 'You may not read this report any more'],
  ])('%s is not mailed, says why, and stops', async (_, changed, stopped) => {
    const [ann, bob] = [await reader(), await reader()];
    const { reportId, dueAt } = await aMailedReport({ as: ann, to: [ann, bob] });
    await UserEntity.put({ ...ann, ...changed }).go();
    await runAt(dueAt);
    expect([...(await mails(ann)), ...(await mails(bob))]).toEqual([]);
    await UserEntity.put(ann).go();
    const mail = await mailOf(ann, reportId);
    expect(mail).toMatchObject({ active: false, stopped, last: { sent: 0, problem: stopped } });
    expect(mail).not.toHaveProperty('nextAt');
    await runAt(Date.parse(dueAt) + DAY);
    expect(await mails(bob)).toEqual([]);
  });

  it('of a dealer that was closed is not mailed, and stops', async () => {
    const ann = await reader({ dealer: 220 });
    const { reportId, dueAt } = await aMailedReport({ as: ann });
    setClock(Date.parse(dueAt));
    await ClosedDealersEntity.put({ ...PORTAL, keys: [220] }).go();
    await runAt(Date.parse(dueAt) + MINUTE);
    await ClosedDealersEntity.delete(PORTAL).go();
    expect(await mails(ann)).toEqual([]);
    setClock(Date.parse(dueAt) + HOUR);
    expect(await mailOf(ann, reportId)).toMatchObject({ stopped: 'Your access had ended when the report was due' });
  });

  it('goes to nobody of a dealer that was closed, although its owner is of a dealer above', async () => {
    const [ann, bob] = [await reader(), await reader({ dealer: 220 })];
    const { token: as } = await aShownSession(ann, 220);
    const saved = { name: 'Below', list: 'failedCalls', parameters: { days: '7' } } as const;
    const { reportId } = await ask(savedReports.save, { ...saved, as });
    const recipients = [ann.UserKey, bob.UserKey];
    const { mail: set } = await ask(savedReports.setMail, { reportId, ...daily, recipients, as });
    const dueAt = set!.nextAt!;
    await ClosedDealersEntity.put({ ...PORTAL, keys: [220] }).go();
    await runAt(Date.parse(dueAt) + MINUTE);
    await ClosedDealersEntity.delete(PORTAL).go();
    expect(await mails(bob)).toEqual([]);
    setClock(TODAY);
    const { reports: shown } = await ask(savedReports.list, { as });
    const stopped = shown.find((one) => one.reportId === reportId)?.mail;
    expect(stopped).toMatchObject({
      ...{ active: true, last: { sent: 1, problem: `${fullNameOf(bob)}: The user is disabled or deleted` } },
    });
    expect(await mails(ann)).toHaveLength(1);
  });

  it('of a unit that went to another dealer stops, and says why', async () => {
    const ann = await reader();
    const gone = await aUnit({ dealer: 22 });
    const parameters = { days: '7', UnitSerNum: gone.UnitSerNum };
    const { reportId } = await ask(savedReports.save, { name: 'Gone', list: 'failedCalls', parameters, as: ann });
    const { mail } = await ask(savedReports.setMail, { reportId, ...daily, recipients: [ann.UserKey], as: ann });
    await UnitEntity.patch({ UnitSerNum: gone.UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
    await runAt(mail!.nextAt!);
    expect(await mails(ann)).toEqual([]);
    expect(await mailOf(ann, reportId)).toMatchObject({
      active: false,
      stopped: expect.stringContaining('its unit or dealer is gone'),
    });
  });

  it('that was deleted ends without a mail', async () => {
    const [ann, bob] = [await reader({ flags: ['REPORTS', 'UNIT_EDIT'] }), await reader()];
    const shared = { list: 'failedCalls', parameters: { days: '7' }, shared: true } as const;
    const { reportId } = await ask(savedReports.save, { ...shared, name: 'Shared', as: ann });
    const input = { reportId, ...daily, recipients: [bob.UserKey], as: bob };
    const { mail } = await ask(savedReports.setMail, input);
    await ask(savedReports.remove, { reportId, as: ann });
    await runAt(mail!.nextAt!);
    await runAt(Date.parse(mail!.nextAt!) + DAY);
    expect(await mails(bob)).toEqual([]);
  });

  it('goes only to the recipients who may still get it', async () => {
    const [ann, bob, cy] = [await reader(), await reader(), await reader()];
    const { reportId, dueAt } = await aMailedReport({ as: ann, to: [ann, bob, cy] });
    await UserEntity.put({ ...bob, DealerKey: 49, dealerPath: '/1/49/' }).go();
    await UserEntity.patch({ UserKey: cy.UserKey }).remove(['emailProvenAt']).go();
    await runAt(dueAt);
    expect(await mails(ann)).toHaveLength(1);
    expect([...(await mails(bob)), ...(await mails(cy))]).toEqual([]);
    expect((await mailOf(ann, reportId))!.last).toMatchObject({
      sent: 1,
      problem: [
        `${fullNameOf(bob)}: The user does not belong to the dealer of the report`,
        `${fullNameOf(cy)}: Nobody has confirmed the e-mail address of the user`,
      ].join('. '),
    });
  });
});

describe('a failure', () => {
  const faults = (given: object) => fetch(`${mail.url}/_faults`, { method: 'PUT', body: JSON.stringify(given) });

  it('of the mail service is told, and tried again for those who have got nothing', async () => {
    const [ann, bob] = [await reader(), await reader()];
    const { reportId, dueAt } = await aMailedReport({ as: ann, to: [ann, bob] });
    setClock(Date.parse(dueAt));
    await invoke('on-report-due', {});
    const [record] = await sendings();
    expect((await faults({ rejected: { times: 1 } })).status).toBe(200);
    expect(await send(record!)).not.toEqual(DONE);
    expect((await mailOf(ann, reportId))!.last).toMatchObject({
      sent: 1,
      problem: '1 mail could not be sent. The portal tries again',
    });
    expect(await send(record!)).toEqual(DONE);
    expect([await mails(ann), await mails(bob)].map(({ length }) => length)).toEqual([1, 1]);
    expect((await mailOf(ann, reportId))!.last).toMatchObject({ sent: 2 });
  });

  // PutItem claims a mail, UpdateItem notes that it was sent, TransactWriteItems stores the outcome.
  it.each([
    ['Query', 1, 'before', 0],
    ['PutItem', 1, 'before', 0],
    ['PutItem', 1, 'sent', 1],
    ['UpdateItem', 1, 'before', 0],
    ['UpdateItem', 1, 'sent', 0],
    ['PutItem', 2, 'before', 0],
    ['PutItem', 2, 'sent', 1],
    ['UpdateItem', 2, 'before', 0],
    ['UpdateItem', 2, 'sent', 0],
    ['TransactWriteItems', 1, 'before', 0],
    ['TransactWriteItems', 1, 'sent', 0],
  ] as const)(
    'of the worker at its %s %i (%s) sends no mail twice, and loses %i',
    { timeout: 60_000 },
    async (...of) => {
      const [operation, killedAt, when, lost] = of;
      const [ann, bob] = [await reader(), await reader()];
      const { reportId, dueAt } = await aMailedReport({ as: ann, to: [ann, bob] });
      setClock(Date.parse(dueAt));
      await invoke('on-report-due', {});
      const [record] = await sendings();
      await expectKilled('on-report-mail', eventOf(record!), { operation, killedAt, when });
      for (let times = 0; times < 2; times++) expect(await send(record!)).toEqual(DONE);
      const got = [await mails(ann), await mails(bob)].map(({ length }) => length);
      expect(Math.max(...got)).toBe(1);
      expect(got[0]! + got[1]!).toBe(2 - lost);
      const { last } = (await mailOf(ann, reportId))!;
      // Whether a worker that died after a claim has sent the mail is not known.
      const isUnknown = lost === 1 || (operation === 'UpdateItem' && when === 'before');
      expect(last).toMatchObject(
        isUnknown ? { sent: 1, problem: 'The portal does not know whether 1 mail arrived' } : { sent: 2 },
      );
    },
  );
});

describe('a long report', () => {
  it('has its newest 10,000 rows in the file, read page by page, and says where the others are', {
    timeout: 120_000,
  }, async () => {
    const ann = await reader({ dealer: 49 });
    const far = await aUnit({ dealer: 49 });
    const rows = Array.from({ length: 10_050 }, (_, number) => ({
      ...{ report: 'failedCalls', DealerKey: 49, part: 'all', UnitSerNum: far.UnitSerNum, subject: `${number}` },
      ...{ at: instant(TODAY - DAY + number * 1000), facts: { attempts: number } },
    }));
    for (let next = 0; next < rows.length; next += 2000)
      await ReportRowEntity.put(rows.slice(next, next + 2000)).go({ concurrency: 8 });
    const { reportId, dueAt } = await aMailedReport({ as: ann });
    await runAt(dueAt);
    const [mail] = await mails(ann);
    const records = csvOf(mail!).split('\r\n').slice(1);
    expect(records).toHaveLength(10_000);
    expect(records[0]).toContain('"10049"');
    expect(mail!.text).toContain('more than 10,000 rows');
    expect((await mailOf(ann, reportId))!.last).toMatchObject({ sent: 1, rows: 10_000, isCut: true });
  });
});
