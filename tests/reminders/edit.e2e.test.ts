import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { reminders } from '#core/reminders/contract.ts';
import { DAY } from '#core/time.ts';
import { wallClock } from '#core/time-zones.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage, seededUnit, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const DENVER = 'America/Denver';
const { UnitSerNum } = seededUnit('MXD-LTE');

/** Tomorrow, so that a test at midnight does not meet another day. */
const TOMORROW = wallClock(Date.now() + DAY, DENVER).slice(0, 10);
const at = (time: string) => `${TOMORROW}T${time}`;
const [year, month, day] = TOMORROW.split('-').map(Number);

const scheduleAt = async (time: string, replace = true) =>
  ask(reminders.schedule, {
    UnitSerNum,
    Message: 'EatAMeal',
    MessageTime: at(time),
    timeZone: DENVER,
    replace,
    as: await userNamed(ENGINEER),
  });
const stored = async () => (await ask(reminders.list, { UnitSerNum, as: await userNamed(ENGINEER) })).items;

describe('a scheduled reminder', () => {
  let page: Page;
  beforeAll(async () => {
    await scheduleAt('09:30');
    page = await openPage({ as: ENGINEER, at: `/unitManagement/unitEdit?Unit=${UnitSerNum}&tabIndex=4` });
  });
  const dialog = () => page.getByRole('dialog', { name: `Edit the reminder “Eat a meal” of ${UnitSerNum}` });
  const time = () => dialog().getByLabel('Date and time: time');
  const edit = async () => {
    await page.getByRole('button', { name: 'Edit the reminder Eat a meal' }).click();
    await dialog().waitFor();
  };

  it('is edited with its time, which is then replaced', async () => {
    await page
      .getByText(/9:30.* Mountain time/)
      .first()
      .waitFor();
    await edit();
    expect(await dialog().getByLabel('Date and time', { exact: true }).inputValue()).toBe(`${month}/${day}/${year}`);
    expect(await time().inputValue()).toMatch(/^0?9:30( AM)?$/);
    await expectAccessible(page);
    await picture(page, 'reminder-edit');
    await time().fill('10:45 AM');
    await dialog().getByRole('button', { name: 'Save reminder' }).click();
    await page.getByText('Reminder changed', { exact: true }).first().waitFor();
    await dialog().waitFor({ state: 'hidden' });
    expect((await stored()).map(({ MessageTime }) => wallClock(Date.parse(MessageTime), DENVER))).toEqual([
      at('10:45'),
    ]);
    await page
      .getByText(/10:45.* Mountain time/)
      .first()
      .waitFor();
    expect(await page.getByText(/9:30.* Mountain time/).count()).toBe(0);
  });

  itInDepth('is saved without its repetition, though the last day that was typed is over', async () => {
    await edit();
    const repeats = dialog().getByRole('combobox', { name: 'Repeats' });
    await repeats.selectOption({ label: 'Every day' });
    await dialog().getByLabel('Until', { exact: true }).fill('1/1/2020');
    await repeats.selectOption({ label: 'Does not repeat' });
    await time().fill('10:50 AM');
    await dialog().getByRole('button', { name: 'Save reminder' }).click();
    await dialog().waitFor({ state: 'hidden' });
    expect(await stored()).toMatchObject([{ Message: 'EatAMeal' }]);
    expect(wallClock(Date.parse((await stored())[0]!.MessageTime), DENVER)).toBe(at('10:50'));
  });

  itInDepth('keeps its time, and what was typed, if it was changed meanwhile', async () => {
    await edit();
    await time().fill('11:15 AM');
    await scheduleAt('08:00');
    await dialog().getByRole('button', { name: 'Save reminder' }).click();
    const failure = page.getByText(/changed meanwhile/).and(page.locator(':visible'));
    await failure.first().waitFor();
    expect(await dialog().getByRole('alert').count()).toBe(0);
    expect(await time().inputValue()).toBe('11:15 AM');
    expect((await stored()).map(({ MessageTime }) => wallClock(Date.parse(MessageTime), DENVER))).toEqual([
      at('08:00'),
    ]);
  });

  itInDepth('asks before its changed time is dropped', async () => {
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog().waitFor({ state: 'hidden' });
    expect(await stored()).toHaveLength(1);
  });
});
