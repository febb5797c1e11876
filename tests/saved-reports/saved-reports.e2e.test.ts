import { describe, expect, it } from 'vitest';
import { failedPings } from '#core/reports/definitions/pings.ts';
import { savedReports } from '#core/saved-reports/contract.ts';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { recordFact } from '#data/reports/record-facts.ts';
import { reportMailStore } from '#data/saved-reports/report-mails.ts';
import { userStore } from '#data/users/users.ts';
import { sendReport } from '#functions/on-report-mail/send-report.ts';
import { LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { mailsTo } from '#support/inbox.ts';
import { newPerson, openPage, seededUnit } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

type Tab = Awaited<ReturnType<typeof openPage>>;
const row = (page: Tab, text: string) => page.getByRole('row').filter({ hasText: text }).first();
const { UnitSerNum } = seededUnit('MXD-LTE');

async function choose(page: Tab, report: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions on ${report}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
const shown = (page: Tab, text: string) => page.getByText(text, { exact: true }).first().waitFor();

const AT_LEISURE = { millisecondsLeft: () => MINUTE, delivery: 1 };
const userOf = async (name: string): Promise<UserRecord> => (await userStore.byName(name))!;

/** What the worker does with the latest sending of the person's only mail. */
async function sendLatest({ UserKey }: UserRecord): Promise<void> {
  const [mail] = (await reportMailStore.ofUser({ userKey: UserKey })).values();
  await sendReport({ UserKey, reportId: mail!.reportId, dueAt: mail!.hand!.at, byHand: true }, AT_LEISURE, Date.now());
}

describe('a report', () => {
  it('is saved with its filters, shared, mailed on a schedule and by hand, renamed and deleted', async () => {
    const now = Date.now();
    const fact = { subject: 'late', at: instant(now - HOUR), facts: { failure: 'Late', bars: 1 } };
    await recordFact(UnitSerNum, failedPings, fact, now);
    const ann = await newPerson({ first: 'Ann', last: 'Reporter', dealer: 22, flags: ['REPORTS', 'UNIT_EDIT'] });
    const bob = await newPerson({ first: 'Bob', last: 'Reader', dealer: 22, flags: ['REPORTS'] });
    const page = await openPage({ as: ann, at: `/reports/failedPingLog?UnitSerNum=${UnitSerNum}` });
    await row(page, 'Late').waitFor();
    await page.getByRole('button', { name: 'Save report', exact: true }).click();
    const saving = page.getByRole('dialog', { name: 'Save this report', exact: true });
    await saving.getByRole('textbox', { name: 'Name' }).fill('One late unit');
    await saving.getByRole('checkbox', { name: /^Share it/ }).press('Space');
    await expectAccessible(page);
    await picture(page, 'report-save');
    await Promise.all([
      shown(page, 'Report One late unit saved'),
      saving.getByRole('button', { name: 'Save report', exact: true }).click(),
    ]);

    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Open saved reports', exact: true }).click();
    await page.waitForURL('**/reports/saved');
    await row(page, 'One late unit').getByText('Not mailed', { exact: true }).waitFor();
    await choose(page, 'One late unit', 'Send by mail');
    const mailing = page.getByRole('dialog', { name: 'Send One late unit by mail', exact: true });
    await mailing.getByText('Ann Reporter', { exact: true }).waitFor();
    await mailing.getByLabel('How often').selectOption('Every week');
    await mailing.getByLabel('Weekday').selectOption('Friday');
    await mailing.getByLabel('Hour').selectOption('8:00 AM');
    await mailing.getByLabel('Recipients').fill('Bob');
    await mailing.getByRole('option', { name: 'Bob Reader' }).click();
    await mailing.getByRole('button', { name: 'Remove Bob Reader', exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'report-mail');
    await Promise.all([
      shown(page, 'One late unit is sent by mail'),
      mailing.getByRole('button', { name: 'Save mail', exact: true }).click(),
    ]);
    await row(page, 'One late unit').getByText('Every Friday at 8:00 AM', { exact: true }).waitFor();
    await Promise.all([shown(page, 'The report is being sent'), choose(page, 'One late unit', 'Send now')]);
    const [annRecord, bobRecord] = [await userOf(ann), await userOf(bob)];
    await sendLatest(annRecord);
    await page.reload();
    await row(page, 'One late unit')
      .getByText(/^Sent to 2 people, 1 row/)
      .waitFor();
    await expectAccessible(page);
    await picture(page, 'saved-reports-light');

    // The link in the mail of another recipient asks whether to stop it.
    const [mail] = await mailsTo(bobRecord.UserEmail);
    const link = new URL(/https?:\S+\?stop=\S+/.exec(mail!.text)![0]);
    const other = await openPage({ as: bob, at: `${link.pathname}${link.search}`, look: LOOKS.phone });
    const question = other.getByRole('alertdialog', { name: 'Stop this report?', exact: true });
    await question.waitFor();
    await picture(other, 'report-stop-phone');
    await Promise.all([
      shown(other, 'You do not get this report by mail any more'),
      question.getByRole('button', { name: 'Stop the mail', exact: true }).click(),
    ]);
    await other.getByText('One late unit', { exact: true }).first().waitFor();
    await expectAccessible(other);
    await picture(other, 'saved-reports-phone');
    const { reports } = await ask(savedReports.list, { as: annRecord });
    expect(reports.find(({ name }) => name === 'One late unit')!.mail!.recipients).toEqual([
      { UserKey: annRecord.UserKey, fullName: 'Ann Reporter' },
    ]);

    await Promise.all([shown(page, 'The mail is switched off'), choose(page, 'One late unit', 'Switch the mail off')]);
    await row(page, 'One late unit').getByText('Switched off', { exact: true }).waitFor();
    await choose(page, 'One late unit', 'Rename report');
    const renaming = page.getByRole('dialog', { name: 'Rename One late unit', exact: true });
    await renaming.getByRole('textbox', { name: 'Name' }).fill('Late units');
    await Promise.all([
      shown(page, 'Report Late units renamed'),
      renaming.getByRole('button', { name: 'Rename report', exact: true }).click(),
    ]);
    await row(page, 'Late units').getByText('Late units', { exact: true }).click();
    await page.waitForURL(`**/reports/failedPingLog?UnitSerNum=${UnitSerNum}`);
    await page.goBack();
    await choose(page, 'Late units', 'Delete report');
    await Promise.all([
      shown(page, 'Report deleted'),
      page.getByRole('alertdialog').getByRole('button', { name: 'Delete report', exact: true }).click(),
    ]);
    await row(page, 'Late units').waitFor({ state: 'detached' });
  });

  it('that is shared is changed only by who changes units, and looks well in the dark', async () => {
    const cy = await newPerson({ first: 'Cy', last: 'Reader', dealer: 22, flags: ['REPORTS'] });
    const page = await openPage({ as: cy, at: '/reports/saved', look: LOOKS.dark });
    await row(page, 'Weak cell service').getByText('Shared by Nora Whitfield', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions on Weak cell service', exact: true }).click();
    for (const name of [/^Rename report/, /^Delete report/])
      expect(await page.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true');
    await picture(page, 'saved-reports-dark');
  });

  itInDepth('has its mail set up on a phone, too: the menu of a card opens no report', async () => {
    const dee = await newPerson({ first: 'Dee', last: 'Reader', dealer: 22, flags: ['REPORTS'] });
    const page = await openPage({ as: dee, at: '/reports/saved', look: LOOKS.phone });
    await page.getByRole('button', { name: 'Actions on Weak cell service', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Send by mail', exact: true }).click();
    await page.getByRole('dialog', { name: 'Send Weak cell service by mail', exact: true }).waitFor();
    await page.getByLabel('How often').waitFor();
    expect(new URL(page.url()).pathname).toBe('/reports/saved');
    await picture(page, 'report-mail-phone');
  });
});
