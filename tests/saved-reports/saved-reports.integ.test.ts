import { beforeAll, describe, expect, it } from 'vitest';
import { savedReports } from '#core/saved-reports/contract.ts';
import { MAX_SAVED_REPORTS } from '#core/saved-reports/limits.ts';
import { HOUR } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { reportMailStore } from '#data/saved-reports/report-mails.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';
import { runDeleteWithUser } from '#support/reactions.ts';

let ann: UserRecord;
let bob: UserRecord;
let other: UserRecord;
beforeAll(async () => {
  await someDealers();
  ann = await aUser({ dealer: 22, flags: ['REPORTS', 'UNIT_EDIT'], first: 'Ann' });
  bob = await aUser({ dealer: 22, flags: ['REPORTS'], first: 'Bob' });
  other = await aUser({ dealer: 49, flags: ['REPORTS', 'UNIT_EDIT'] });
});

const week = { list: 'failedCalls', parameters: { days: '7' } } as const;
const daily = { every: 'daily', hour: 8, timeZone: 'America/Denver' } as const;
const namesFor = async (as: UserRecord) => (await ask(savedReports.list, { as })).reports.map(({ name }) => name);
const refusal = (status: number, message: string) => ({ status, body: { message } });

describe('a saved report', () => {
  it('is for the person who saved it, until it is renamed or deleted', async () => {
    const { reportId } = await ask(savedReports.save, { name: 'Calls', ...week, as: bob });
    expect((await ask(savedReports.list, { as: bob })).reports).toEqual([
      { reportId, name: 'Calls', shared: false, ...week, savedBy: `Bob ${bob.UserLastName}` },
    ]);
    for (const as of [ann, other]) {
      expect(await namesFor(as)).toEqual([]);
      expect((await call(savedReports.rename, { reportId, name: 'Mine', as })).status).toBe(404);
      await ask(savedReports.remove, { reportId, as });
    }
    await ask(savedReports.rename, { reportId, name: 'Calls of a week', as: bob });
    expect(await namesFor(bob)).toEqual(['Calls of a week']);
    await ask(savedReports.remove, { reportId, as: bob });
    await ask(savedReports.remove, { reportId, as: bob });
    expect(await namesFor(bob)).toEqual([]);
  });

  it('can be shared with all people of the dealer, and no other, by who changes units', async () => {
    const shared = { name: 'Shared', ...week, shared: true };
    const mayNot = refusal(403, 'You may save reports for yourself, but not share them');
    expect(await call(savedReports.save, { ...shared, as: bob })).toMatchObject(mayNot);
    const { reportId } = await ask(savedReports.save, { ...shared, as: ann });
    expect(await namesFor(bob)).toEqual(['Shared']);
    expect(await namesFor(other)).toEqual([]);
    expect(await call(savedReports.rename, { reportId, name: 'His', as: bob })).toMatchObject(mayNot);
    expect(await call(savedReports.remove, { reportId, as: bob })).toMatchObject(mayNot);
    await ask(savedReports.rename, { reportId, name: 'Ours', as: ann });
    await ask(savedReports.remove, { reportId, as: ann });
    expect(await namesFor(bob)).toEqual([]);
    const actions = (await auditOf('dealer', '22')).map(({ action }) => action);
    expect(actions.filter((action) => action.includes('shared') || action.startsWith('share'))).toEqual([
      'share report',
      'rename shared report',
      'delete shared report',
    ]);
  });

  it('shows only to those who may read its report', async () => {
    const { reportId } = await ask(savedReports.save, {
      ...{ name: 'Caregivers', list: 'caregiverReport', parameters: {}, shared: true },
      as: await aUser({ dealer: 22, flags: ['CAREGIVER', 'UNIT_EDIT'] }),
    });
    expect(await namesFor(ann)).toEqual([]);
    expect((await call(savedReports.recipients, { reportId, as: ann })).status).toBe(404);
    const mayNot = { name: 'Not mine', list: 'contingency', parameters: {}, as: ann } as const;
    expect(await call(savedReports.save, mayNot)).toMatchObject(refusal(403, 'You may not read this report'));
  });

  it.each([
    ['no name', { name: ' ', ...week }],
    ['a filter of another report', { name: 'A', list: 'failedCalls', parameters: { pingCount: '5' } }],
    ['a value that the report does not offer', { name: 'A', list: 'pendingVoice', parameters: { PowerStatus: 'x' } }],
    ['a day that does not exist', { name: 'A', list: 'failedCalls', parameters: { startDate: 'x', endDate: 'y' } }],
    ['another list', { name: 'A', list: 'users', parameters: {} }],
  ])('is refused with %s', async (_, input) => {
    expect((await call(savedReports.save, { ...input, as: bob } as never)).status).toBe(422);
  });

  it('has a name of its own, and is one of at most fifty', async () => {
    const cy = await aUser({ dealer: 22, flags: ['REPORTS'] });
    for (let one = 0; one < MAX_SAVED_REPORTS; one++)
      await ask(savedReports.save, { name: `R ${one}`, ...week, as: cy });
    const taken = refusal(409, 'A saved report has this name already');
    expect(await call(savedReports.save, { name: 'r 7', ...week, as: cy })).toMatchObject(taken);
    const [first] = (await ask(savedReports.list, { as: cy })).reports;
    expect(await call(savedReports.rename, { reportId: first!.reportId, name: 'R 7', as: cy })).toMatchObject(taken);
    expect(await call(savedReports.save, { name: 'One more', ...week, as: cy })).toMatchObject(
      refusal(413, 'There are 50 saved reports already. Delete one first'),
    );
  });

  it('is not lost when several people save at the same moment', async () => {
    const names = ['A', 'B', 'C', 'D', 'E'];
    const dan = await aUser({ dealer: 22, flags: ['REPORTS'] });
    const answers = await Promise.all(names.map((name) => call(savedReports.save, { name, ...week, as: dan })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await namesFor(dan)).toEqual(names);
  });

  it('goes with its person, and their mails with it', async () => {
    const eve = await aUser({ dealer: 22, flags: ['REPORTS'] });
    const { reportId } = await ask(savedReports.save, { name: 'Mine', ...week, as: eve });
    await ask(savedReports.setMail, { reportId, ...daily, recipients: [eve.UserKey], as: eve });
    await runDeleteWithUser(eve.UserKey);
    expect((await ask(savedReports.list, { as: eve })).reports[0]!.mail).toBeDefined();
    await UserEntity.delete({ UserKey: eve.UserKey }).go();
    await runDeleteWithUser(eve.UserKey);
    await UserEntity.create(eve).go();
    expect(await namesFor(eve)).toEqual([]);
  });
});

describe('the mail of a saved report', () => {
  const aReport = async (as = ann) =>
    (await ask(savedReports.save, { name: `Report ${Math.random()}`, ...week, as })).reportId;

  it('goes to people of the dealer who may read the report, and have confirmed their address', async () => {
    const reportId = await aReport();
    const [unproven, blind, disabled] = await Promise.all([
      aUser({ dealer: 22, flags: ['REPORTS'], proven: false }),
      aUser({ dealer: 22, flags: ['UNIT'] }),
      aUser({ dealer: 22, flags: ['REPORTS'], enabled: false }),
    ]);
    const { users } = await ask(savedReports.recipients, { reportId, as: ann });
    const keys = users.map(({ UserKey }) => UserKey);
    expect(keys[0]).toBe(ann.UserKey);
    expect(keys).toContain(bob.UserKey);
    for (const user of [unproven, blind, disabled, other]) expect(keys).not.toContain(user.UserKey);
    const found = await ask(savedReports.recipients, { reportId, text: 'Bob', as: ann });
    expect(found.users.map(({ UserKey }) => UserKey)).toEqual([ann.UserKey, bob.UserKey]);

    for (const [user, message] of [
      [unproven, 'Nobody has confirmed the e-mail address of the user'],
      [blind, 'The user may not read this report'],
      [disabled, 'The user is disabled or deleted'],
      [other, 'There is no such user'],
    ] as const)
      expect(
        await call(savedReports.setMail, { reportId, ...daily, recipients: [user.UserKey], as: ann }),
      ).toMatchObject({ status: 422, body: { issues: [{ path: 'recipients.0', message }] } });
    const { mail } = await ask(savedReports.setMail, { reportId, ...daily, recipients: [bob.UserKey], as: ann });
    expect(mail).toMatchObject({
      ...{ every: 'daily', hour: 8, format: 'csv', active: true },
      recipients: [{ UserKey: bob.UserKey, fullName: `Bob ${bob.UserLastName}` }],
      nextAt: expect.stringMatching(/T1[45]:00:00.000Z$/),
    });
    expect((await auditOf('dealer', '22')).at(-1)).toMatchObject({
      action: 'set report mail',
      after: { active: true, schedule: 'Every day at 08:00', format: 'csv' },
    });
  });

  it('is each person’s own, also of a shared report', async () => {
    const { reportId } = await ask(savedReports.save, { name: 'Ours again', ...week, shared: true, as: ann });
    await ask(savedReports.setMail, { reportId, ...daily, recipients: [ann.UserKey], as: ann });
    const ofBob = (await ask(savedReports.list, { as: bob })).reports.find((one) => one.reportId === reportId)!;
    expect(ofBob.mail).toBeUndefined();
    expect((await call(savedReports.sendNow, { reportId, as: bob })).status).toBe(404);
    expect(
      (await call(savedReports.setMail, { reportId, ...daily, recipients: [other.UserKey], as: other })).status,
    ).toBe(404);
  });

  it('can be switched off and on again', async () => {
    const reportId = await aReport();
    const input = { reportId, ...daily, recipients: [ann.UserKey], as: ann };
    expect((await ask(savedReports.setMail, { ...input, active: false })).mail).toMatchObject({ active: false });
    const { reports } = await ask(savedReports.list, { as: ann });
    expect(reports.find((one) => one.reportId === reportId)!.mail).not.toHaveProperty('nextAt');
    expect((await ask(savedReports.setMail, input)).mail!.nextAt).toBeDefined();
  });

  it('is not set up with the access of another user', async () => {
    const reportId = await aReport(bob);
    const { sessionId, token } = await aSession(await aUser({ dealer: 22, type: 2 }));
    await SessionEntity.patch({ sessionId })
      .set({ asUserKey: bob.UserKey, asUntil: Date.now() + HOUR })
      .go();
    const asked = { reportId, ...daily, recipients: [bob.UserKey], as: token };
    expect(await call(savedReports.setMail, asked)).toMatchObject(
      refusal(403, 'You act as another user. Set up and send mails of reports with your own access'),
    );
  });

  it('ends for a recipient who stops it, and for all when its owner or the last one does', async () => {
    const reportId = await aReport();
    const input = { reportId, ...daily, recipients: [ann.UserKey, bob.UserKey], as: ann };
    const mail = async () =>
      (await ask(savedReports.list, { as: ann })).reports.find((one) => one.reportId === reportId)!.mail!;
    const stop = (as: UserRecord) => ask(savedReports.stopMail, { reportId, UserKey: ann.UserKey, as });
    await ask(savedReports.setMail, input);
    const before = (await auditOf('dealer', '22')).length;
    await stop(other);
    expect((await mail()).recipients).toHaveLength(2);
    for (let times = 0; times < 2; times++) await stop(bob);
    expect(await mail()).toMatchObject({ active: true, recipients: [{ UserKey: ann.UserKey }] });
    await ask(savedReports.setMail, input);
    await stop(ann);
    expect(await mail()).toMatchObject({ active: false });
    await stop(ann);
    await ask(savedReports.setMail, { ...input, recipients: [bob.UserKey] });
    await stop(bob);
    expect(await mail()).toMatchObject({ active: false, recipients: [], stopped: 'All its recipients have left it' });
    const entries = (await auditOf('dealer', '22')).slice(before);
    expect(entries.map(({ action, actorKey }) => ({ action, actorKey }))).toEqual([
      { action: 'leave report mail', actorKey: bob.UserKey },
      { action: 'set report mail', actorKey: ann.UserKey },
      { action: 'switch off report mail', actorKey: ann.UserKey },
      { action: 'set report mail', actorKey: ann.UserKey },
      { action: 'leave report mail', actorKey: bob.UserKey },
    ]);
    const { reports } = await ask(savedReports.list, { as: ann });
    expect(entries[0]!.after).toEqual({ report: reports.find((one) => one.reportId === reportId)!.name });
  });

  it('does not go again to who left it while its owner edited it', async () => {
    const reportId = await aReport();
    const recipients = [ann.UserKey, bob.UserKey];
    const edited = { reportId, ...daily, recipients, shownRecipients: recipients, as: ann };
    await ask(savedReports.setMail, edited);
    await ask(savedReports.stopMail, { reportId, UserKey: ann.UserKey, as: bob });
    const { mail } = await ask(savedReports.setMail, { ...edited, hour: 9 });
    expect(mail).toMatchObject({ hour: 9, recipients: [{ UserKey: ann.UserKey }] });
    expect((await auditOf('dealer', '22')).at(-1)).toMatchObject({
      after: { recipients: [`${ann.UserFirstName} ${ann.UserLastName}`] },
    });
    expect(await call(savedReports.setMail, { ...edited, recipients: [bob.UserKey] })).toMatchObject(
      refusal(409, 'All its recipients have left it'),
    );
    // Asked for anew, he gets it.
    const anew = await ask(savedReports.setMail, { ...edited, shownRecipients: [ann.UserKey] });
    expect(anew.mail!.recipients).toHaveLength(2);
  });

  it('is sent by hand at most twenty times an hour', async () => {
    const fay = await aUser({ dealer: 22, flags: ['REPORTS'] });
    const reportId = await aReport(fay);
    await ask(savedReports.setMail, { reportId, ...daily, recipients: [fay.UserKey], as: fay });
    for (let times = 0; times < 20; times++) {
      await ask(savedReports.sendNow, { reportId, as: fay });
      const name = { UserKey: fay.UserKey, reportId };
      const { at } = (await reportMailStore.get(name))!.hand!;
      await reportMailStore.keepOutcome(name, { dueAt: at, at, sent: 1 }, 'ended');
    }
    expect(await call(savedReports.sendNow, { reportId, as: fay })).toMatchObject(
      refusal(429, 'You have sent many reports within an hour. Please wait'),
    );
  });
});
