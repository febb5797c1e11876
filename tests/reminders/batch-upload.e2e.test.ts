import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR, instant } from '#core/time.ts';
import { BulkScheduleEntity } from '#data/reminders/bulk-schedules.ts';
import { itInDepth } from '#support/depth.ts';
import { newPerson, openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { someUnits } from '../bulk-actions/support.ts';
import { aBatchLine, work } from './bulk-support.ts';

let line: Awaited<ReturnType<typeof aBatchLine>>;
let person: string;

beforeAll(async () => {
  person = await newPerson({ first: 'Bea', last: 'Stark', flags: ['UNIT', 'UNIT_EDIT', 'MYSCHEDULER'] });
  line = await aBatchLine();
});

const choose = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const schedule = (page: Page) => page.getByRole('button', { name: 'Schedule reminders' });

describe('the batch upload', () => {
  it('schedules the units of a file, and lists, deletes and exports them [P1-R27 P1-R28 P1-B85 P1-B86 P1-B87 P1-B88]', async () => {
    const units = await someUnits(2);
    const page = await openPage({ as: person, at: '/batchUpload?t=TakeMedication' });
    await page.getByRole('heading', { name: 'Batch upload' }).waitFor();
    expect(await page.getByLabel('Reminder', { exact: true }).inputValue()).toBe('TakeMedication');
    await choose(page, 'units.csv', `UnitSerNum\n${units.map(({ UnitSerNum }) => UnitSerNum).join('\n')}\nZZZZZZ\n`);
    await page.getByText('units.csv: 3 units', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'batch-upload');
    await schedule(page).click();
    await page.waitForURL(/\/batchUpload\/bulkSchedule\?schedule=/);
    await page.getByText('Under way', { exact: true }).waitFor();
    await work(...(await line.nextParts()));
    await page.reload();
    await page.getByText(/2 of 3 scheduled, 1 failed/).waitFor();
    await page.getByText('There is no such unit', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'bulk-schedule');

    const row = page.getByRole('row', { name: new RegExp(units[0]!.UnitSerNum) });
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete reminders' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete reminders' }).click();
    await row.getByText('Deleted or replaced', { exact: true }).waitFor();

    await page.goto('/batchUpload/bulkSchedule?schedule=TakeMedication');
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    for (const { UnitSerNum } of units) expect(csv).toContain(UnitSerNum);
    expect(csv).toContain('Next test');
  });

  it('shows the window of each time zone and the times between tests [P1-B89 P1-B90 P1-K11 P1-K12]', async () => {
    const page = await openPage({ as: person, at: '/batchUpload' });
    const table = page.getByRole('region', { name: 'Scheduling window' });
    await table.waitFor();
    const rows = await table.getByRole('row').allTextContents();
    expect(rows.slice(1)).toEqual([
      'Eastern11:00 AM to 8:00 PM',
      'Central10:00 AM to 7:00 PM',
      'Mountain9:00 AM to 6:00 PM',
      'Pacific8:00 AM to 5:00 PM',
    ]);
    const choices = await page.getByLabel('Time between tests').getByRole('option').allTextContents();
    expect(choices.map((text) => Number.parseInt(text, 10))).toEqual([1, 2, 3, 4, 5, 10, 15, 30]);
  });

  it.each([
    ['units.xlsx', 'PK', 'Only CSV files supported'],
    ['units.csv', 'Name\nAda', 'File headers not recognized'],
    ['units.csv', 'UnitSerNum\n\0\0', 'File Type not recognized'],
  ])('refuses %s (%j) with %s [P1-V35 P1-V38 P1-M23 P1-M49 P1-M50]', async (name, text, words) => {
    const page = await openPage({ as: person, at: '/batchUpload' });
    await page.getByRole('heading', { name: 'Batch upload' }).waitFor();
    await choose(page, name, text);
    await page.getByRole('alert').getByText(words, { exact: true }).first().waitFor();
    expect(await schedule(page).isDisabled()).toBe(true);
  });

  it('says that a schedule is not finished, and schedules its rest', async () => {
    const [unit] = await someUnits(1);
    const page = await openPage({ as: person, at: '/batchUpload?t=TestBloodSugar' });
    await page.getByRole('heading', { name: 'Batch upload' }).waitFor();
    await choose(page, 'units.csv', `UnitSerNum\n${unit!.UnitSerNum}\n`);
    await schedule(page).click();
    await page.getByText('Under way', { exact: true }).waitFor();
    await line.nextParts();
    const key = new URL(page.url()).searchParams.get('schedule')!;
    await BulkScheduleEntity.patch({ schedule: key })
      .set({ movedAt: instant(Date.now() - 3 * HOUR) })
      .go();
    await page.reload();
    await page.getByText('Not finished', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Schedule the rest' }).click();
    await page.getByText('Under way', { exact: true }).waitFor();
    await work(...(await line.nextParts()));
    await page.reload();
    await page.getByText(/1 of 1 scheduled, 0 failed/).waitFor();
  });

  itInDepth('deletes the other reminders if one cannot be deleted, and says how many', async () => {
    const units = await someUnits(3);
    const page = await openPage({ as: person, at: '/batchUpload?t=TestBloodSugar' });
    await page.getByRole('heading', { name: 'Batch upload' }).waitFor();
    await choose(page, 'units.csv', `UnitSerNum\n${units.map(({ UnitSerNum }) => UnitSerNum).join('\n')}\n`);
    await schedule(page).click();
    await page.getByText('Under way', { exact: true }).waitFor();
    await work(...(await line.nextParts()));
    await page.reload();
    await page.getByText(/3 of 3 scheduled, 0 failed/).waitFor();
    await page.route('**/api/mySchedule/scheduleReminder*', (route) =>
      `${route.request().url()} ${route.request().postData()}`.includes(units[0]!.UnitSerNum)
        ? route.fulfill({ status: 409, json: {} })
        : route.continue(),
    );
    for (const { UnitSerNum } of units)
      await page
        .getByRole('row', { name: new RegExp(UnitSerNum) })
        .getByRole('checkbox')
        .check();
    await page.getByRole('button', { name: 'Delete reminders' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete reminders' }).click();
    await page.getByText('Reminders of 2 units deleted', { exact: true }).waitFor();
    await page.getByText('Reminders of 1 unit not deleted', { exact: true }).waitFor();
    await page.getByText('Deleted or replaced', { exact: true }).nth(1).waitFor();
  });

  it('says in the words of the specification that rescheduling failed [P1-M24]', async () => {
    const page = await openPage({ as: person, at: '/batchUpload?t=EatAMeal' });
    await page.getByRole('heading', { name: 'Batch upload' }).waitFor();
    await choose(page, 'units.csv', 'UnitSerNum\nZZZZZZ\n');
    await schedule(page).click();
    await page.getByText('Under way', { exact: true }).waitFor();
    await work(...(await line.nextParts()));
    await page.reload();
    await page.route('**/api/mySchedule/bulk/reschedule', (route) => route.fulfill({ status: 500, json: {} }));
    await page
      .getByRole('row', { name: /ZZZZZZ/ })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: 'Schedule again' }).click();
    await page.getByText('Error rescheduling. Please try again.', { exact: true }).waitFor();
  });
});
