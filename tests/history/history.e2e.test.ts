import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { reminders } from '#core/reminders/contract.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { recordReportedChange } from '#data/history/change-log.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { saveConfiguration } from '#data/unit-configuration/save.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { unitStore } from '#data/units/units.ts';
import { LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage, seededUnit, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { scopeOf } from '#support/world.ts';

const ENGINEER = 'engineer@watchkeep.example';
const unit = seededUnit('MXD-LTE');
const { UnitSerNum } = unit;
/** A whole hour, a while ago, so that all entries are in one bar and on one day. */
const THEN = Math.floor((Date.now() - 3 * DAY) / DAY) * DAY + 15 * HOUR;
/** The volume of the speaker, before and after a save. */
let volumes: [number, number];

beforeAll(async () => {
  const logged = (minute: number) => ({
    timeStamp: instant(THEN + minute * MINUTE),
    receivedAt: instant(THEN + minute * MINUTE),
    sequence: minute,
  });
  for (const minute of [1, 2, 3])
    await unitLogStore.recordPing(UnitSerNum, `9-${minute}`, { ...logged(minute), pingReason: 'Scheduled', bars: 4 });
  for (const [minute, more] of [
    [10, { eventType: 'Event 101', zone: 3 }],
    [11, { eventType: 'Event 602' }],
    [12, { eventType: 'Event 130', disabled: true }],
  ] as const)
    await unitLogStore.recordEvent(UnitSerNum, `9-${minute}`, { ...logged(minute), ...more });
  await unitLogStore.recordCall(UnitSerNum, '9-20', {
    ...logged(20),
    direction: 'outgoing',
    outcome: 'answered',
    startedAt: instant(THEN + 19 * MINUTE),
    durationSeconds: 61,
    phoneNumber: '+15550100',
  });
  await recordReportedChange(unit, {
    id: '9-30',
    at: THEN + 30 * MINUTE,
    action: 'report accessory',
    after: { zone: 3, RFCode: 'A1B2', state: 'added' },
  });
  const as = await userNamed(ENGINEER);
  const scope = scopeOf(as);
  const now = await unitStore.get(scope, UnitSerNum);
  await unitChangeStore.setReporting(scope, now, now.Report === 1 ? 0 : 1, THEN + 40 * MINUTE);
  const { tabs, revision } = await ask(unitConfiguration.get, { id: UnitSerNum, as });
  volumes = tabs.SpeakerVol === 8 ? [8, 3] : [Number(tabs.SpeakerVol), 8];
  const wanted = { revision, oldTabs: tabs, newTabs: { SpeakerVol: volumes[1] } };
  await saveConfiguration(scope, await unitStore.get(scope, UnitSerNum), wanted, THEN + 25 * MINUTE);
  const MessageTime = instant(Date.now() + 2 * HOUR).slice(0, 19);
  await ask(reminders.schedule, { UnitSerNum, Message: 'EatAMeal', MessageTime, timeZone: 'UTC', as });
});

const open = (search = `?UnitSerNum=${UnitSerNum}`, look = LOOKS.light) =>
  openPage({ as: ENGINEER, at: `/unit/history${search}`, look });

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the history' }).getByRole('link', { name, exact: true });
const rows = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
const row = (page: Page, text: string | RegExp) => rows(page, text).first();

describe('the way to the history of a unit', () => {
  it('begins at the page of the unit, which says where it leads back to [P2-R04 P2-B13 P2-B33]', async () => {
    const page = await openPage({ as: ENGINEER, at: `/unitManagement/unitEdit?Unit=${UnitSerNum}` });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Unit history' }).click();
    await page.waitForURL(new RegExp(`/unit/history\\?unit=${UnitSerNum}&UnitSerNum=${UnitSerNum}&r=unitEdit`));
    await page.getByRole('heading', { name: `History of ${UnitSerNum}` }).waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: UnitSerNum }).click();
    await page.waitForURL(/unitEdit/);
  });

  it('is a search: a unit opens, several are a choice, none has its message [P2-B71 P2-B72 P2-M28]', async () => {
    const page = await open('?r=unitManagement');
    const field = page.getByRole('textbox', { name: 'Unit ID or serial number' });
    await field.fill('no such unit');
    await page.keyboard.press('Enter');
    await page
      .getByText(
        'Could not find unit with this Unit ID or Serial Number. Please double check your input and try again.',
        { exact: true },
      )
      .first()
      .waitFor();

    await field.fill(UnitSerNum.slice(0, 3));
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const choice = page.getByRole('list', { name: 'Units that match' });
    await choice.waitFor();
    await expectAccessible(page);
    await picture(page, 'history-choice-light');
    await choice.getByRole('link').first().click();
    await page.getByRole('heading', { name: /^History of/ }).waitFor();

    await field.fill(UnitSerNum.toLowerCase());
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`UnitSerNum=${UnitSerNum}`));
    await page.getByRole('heading', { name: `History of ${UnitSerNum}` }).waitFor();
    expect(new URL(page.url()).searchParams.get('r')).toBe('unitManagement');
  });

  it('that fails has its message [P2-M27]', async () => {
    const page = await open('');
    await page.route('**/api/unit/history/unitDetails*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByRole('textbox', { name: 'Unit ID or serial number' }).fill(UnitSerNum);
    await page.keyboard.press('Enter');
    await page
      .getByText('Could not get info for unit. Please check input and try again.', { exact: true })
      .first()
      .waitFor();
  });
});

describe('the logs of a unit', () => {
  it('are tabs [P2-B73 P2-B74 P2-B75 P2-B76 P2-B77 P2-B78 P2-B79 P2-B80]', async () => {
    const page = await open();
    await row(page, 'Outgoing call: answered').waitFor();
    await expectAccessible(page);
    for (const [name, text] of [
      ['Ping log', 'Scheduled'],
      ['Event log', 'Event 101'],
      ['Unit change log', /switched reporting/],
      ['RF map change log', `The unit ${UnitSerNum} reported the accessory A1B2 in zone 3: added`],
      ['Call metrics', 'answered'],
    ] as const) {
      await tab(page, name).click();
      await row(page, text).waitFor();
    }
    await tab(page, 'Profile data change log').click();
    const change = row(page, `changed the configuration of ${UnitSerNum}`);
    await change.waitFor();
    expect(await change.textContent()).toContain(`Speaker volume: ${volumes.join(' → ')}`);
    expect(await rows(page, 'switched reporting').count()).toBe(0);
    await tab(page, 'Schedule').click();
    await page.getByText(/^in [12] h .* UTC time · by engineer@watchkeep\.example$/).waitFor();
    await page.getByRole('button', { name: 'Delete the reminder Eat a meal' }).waitFor();
  });

  it('leave out supervisory signals and disabled events on request [P2-B81 P2-B82]', async () => {
    const page = await open(`?UnitSerNum=${UnitSerNum}&tab=events`);
    await row(page, 'Event 602').waitFor();
    await row(page, 'Event 130').waitFor();
    await page.getByText('Supervisory signals', { exact: true }).click();
    await expect.poll(() => rows(page, 'Event 602').count()).toBe(0);
    await page.getByText('Disabled events', { exact: true }).click();
    await expect.poll(() => rows(page, 'Event 130').count()).toBe(0);
    await row(page, 'Event 101').waitFor();
    await page.reload();
    await row(page, 'Event 101').waitFor();
    expect(await rows(page, 'Event 602').count()).toBe(0);
    await expectAccessible(page);
  });

  it.each([
    ['pings', 'pingLog', 'Could not fetch ping log.'],
    ['events', 'eventLog', 'Could not fetch event log.'],
    ['calls', 'callMetrics', 'Could not call details.'],
  ])('have their messages when they cannot be read: %s [P2-M19 P2-M20 P2-M21]', async (name, call, message) => {
    const page = await openPage({ as: ENGINEER });
    await page.route(`**/api/unit/history/${call}/**`, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`/unit/history?UnitSerNum=${UnitSerNum}&tab=${name}`);
    await page.getByText(message, { exact: true }).first().waitFor();
  });

  it('begin no earlier than 2017-01-01 [P2-V01]', async () => {
    const page = await open(`?UnitSerNum=${UnitSerNum}&startDate=2016-12-31&endDate=2017-01-02`);
    await page.getByText('The start date is before Jan 1, 2017', { exact: true }).first().waitFor();
  });
});

describe('the timeline of a unit', () => {
  itInDepth('zooms from five years to a minute and back', async () => {
    const page = await open();
    await page.getByLabel('Range', { exact: true }).selectOption({ label: 'Last 5 years' });
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText(/^Of pings before .+, only the numbers are kept$/).waitFor();
    for (const size of ['month', 'day', 'hour', 'minute']) {
      const columns = timeline.getByRole('list', { name: `Entries by the ${size}` });
      await columns.getByRole('button', { name: /event/ }).last().waitFor();
      await expectAccessible(page);
      await picture(page, `history-${size}-light`);
      await columns.getByRole('button', { name: /event/ }).last().click();
    }
    await row(page, 'Event 130').waitFor();
    await expect.poll(() => rows(page, 'Event 101').count()).toBe(0);
    const out = page.getByRole('button', { name: 'Zoom out' });
    for (const size of ['minute', 'hour', 'day', 'month']) {
      await out.click();
      await timeline.getByRole('list', { name: `Entries by the ${size}` }).waitFor();
    }
    await out.click();
    await expect.poll(() => out.isDisabled()).toBe(true);
  });

  itInDepth('is one stop of the tab key, with arrows', async () => {
    const day = instant(THEN).slice(0, 10);
    const page = await open(
      `?UnitSerNum=${UnitSerNum}&startDate=${day}&endDate=${day}&from=${instant(THEN)}&to=${instant(THEN + HOUR - 1)}`,
    );
    const columns = page.getByRole('list', { name: 'Entries by the minute' });
    await columns.getByRole('button', { name: /accessory change/ }).waitFor();
    expect(await columns.locator('button[tabindex="0"]').count()).toBe(1);
    await columns.locator('button[tabindex="0"]').press('ArrowLeft');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/accessory change/);
  });
});

/** Also within what scrolls around it. */
const isInSight = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
};

itInDepth.each(['dark', 'phone'] as const)('the history is complete on %s', async (look) => {
  const page = await open(undefined, LOOKS[look]);
  await page.getByRole('heading', { name: `History of ${UnitSerNum}` }).waitFor();
  await page.getByRole('region', { name: 'Timeline' }).getByRole('button').first().waitFor();
  const newest = page.getByRole('region', { name: 'Timeline' }).getByRole('button').last();
  await expect.poll(() => newest.evaluate(isInSight)).toBe(true);
  await expectAccessible(page);
  await picture(page, `history-${look}`);
});

itInDepth.each(UNIT_MODELS.slice(1))('the history of a %s opens too', async (model) => {
  const wearable = seededUnit(model);
  const page = await open(`?UnitSerNum=${wearable.UnitSerNum}&tab=pings`);
  await page.getByRole('heading', { name: `History of ${wearable.UnitSerNum}` }).waitFor();
});
