import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, instant } from '#core/time.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage, seededUnit } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const { UnitSerNum } = seededUnit('MXD-LTE');
const THEN = Date.now() - 26 * HOUR;

beforeAll(async () => {
  for (let minute = 0; minute < 12; minute++) {
    const time = instant(THEN + minute * 60_000);
    const logged = { timeStamp: time, receivedAt: time, sequence: 900 + minute };
    await unitLogStore.recordCall(UnitSerNum, `9-${minute}`, {
      ...logged,
      direction: 'outgoing',
      outcome: 'answered',
      startedAt: time,
      durationSeconds: 61,
    });
  }
  const logged = { timeStamp: instant(THEN), receivedAt: instant(THEN), sequence: 950 };
  await unitLogStore.recordPing(UnitSerNum, '9-50', { ...logged, pingReason: 'Low Battery' });
  for (const [sequence, eventType] of [
    [951, 'Event 101'],
    [952, 'Event 602'],
  ] as const)
    await unitLogStore.recordEvent(UnitSerNum, `9-${sequence}`, { ...logged, sequence, eventType });
});

type Tab = Awaited<ReturnType<typeof openPage>>;
const row = (page: Tab, text: string | RegExp) => page.getByRole('row').filter({ hasText: text }).first();
const field = (page: Tab) => page.getByRole('textbox', { name: 'Unit ID or serial number' });

describe('the ping log', () => {
  it('shows that it loads until the answer comes [P3-B26 P3-S04]', async () => {
    const page = await openPage({ as: ENGINEER, at: '/reports/pingLog' });
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/pingLog?*', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await field(page).fill(UnitSerNum);
    await page.keyboard.press('Enter');
    await page.locator('[role=grid][aria-busy=true]').waitFor();
    expect(await row(page, 'Low Battery').count()).toBe(0);
    answered.resolve();
    await row(page, 'Low Battery').waitFor();
    expect(await page.locator('[aria-busy=true]').count()).toBe(0);
  });

  it('is searched: a unit is required, none is found, several are a choice, one has its pings [P3-R23 P3-B20 P3-B26 P3-M02]', async () => {
    const page = await openPage({ as: ENGINEER, at: '/reports/pingLog' });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Must search for a unit.', { exact: true }).waitFor();

    await field(page).fill('no such unit');
    await page.keyboard.press('Enter');
    await page.getByText('Could not find unit', { exact: true }).first().waitFor();

    await field(page).fill(UnitSerNum.slice(0, 3));
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Units that match' }).waitFor();
    await expectAccessible(page);

    await field(page).fill(UnitSerNum.toLowerCase());
    await page.keyboard.press('Enter');
    await row(page, 'Low Battery').waitFor();
    await expectAccessible(page);
    await picture(page, 'ping-log-light');

    await page.getByLabel('Show', { exact: true }).selectOption('Show Failed');
    await page.getByText('No results', { exact: true }).waitFor();
  });

  it('shows two days up to today, all pings, a thousand a page, with a choice of columns [P3-B21 P3-B22 P3-B24 P3-K13 P3-K23]', async () => {
    const page = await openPage({ as: ENGINEER, at: `/reports/pingLog?unit=${UnitSerNum}` });
    await row(page, 'Low Battery').waitFor();
    expect(await page.getByLabel('Range', { exact: true }).inputValue()).toBe('last-2-days');
    expect(await page.getByLabel('Show', { exact: true }).inputValue()).toBe('Show All');
    const size = page.getByLabel('Rows per page');
    expect(await size.locator('option').allInnerTexts()).toEqual(['10', '25', '50', '100', '1000']);
    expect(await size.inputValue()).toBe('1000');
    await page.getByRole('button', { name: 'Table settings' }).click();
    await page.getByRole('dialog').waitFor();
  });

  itInDepth('refuses dates that are missing or reversed', async () => {
    const page = await openPage({
      as: ENGINEER,
      at: `/reports/pingLog?unit=${UnitSerNum}&startDate=2026-11-21&endDate=2026-11-20`,
    });
    await page.getByText('Start Date must be less than End Date', { exact: true }).first().waitFor();
    await page.goto(`/reports/pingLog?unit=${UnitSerNum}&startDate=x&endDate=2026-11-20`);
    await page.getByText('Invalid date', { exact: true }).first().waitFor();
  });

  it('that cannot be read has its message [P3-M10]', async () => {
    const page = await openPage({ as: ENGINEER });
    await page.route('**/api/pingLog?*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`/reports/pingLog?unit=${UnitSerNum}`);
    await page.getByText('Error getting Ping Log data', { exact: true }).first().waitFor();
  });
});

describe('the event log', () => {
  it('opens with its rows per page, and leaves supervisory signals out on request [P3-R24]', async () => {
    const day = (time: number) => instant(time).slice(0, 10);
    const range = `startDate=${day(THEN - DAY)}&endDate=${day(THEN + DAY)}`;
    const page = await openPage({
      as: ENGINEER,
      at: `/reports/events?unit=${UnitSerNum}&${range}&itemsByPage=25`,
    });
    await row(page, 'Periodic test').waitFor();
    expect(await page.getByLabel('Rows per page').inputValue()).toBe('25');
    await page.getByText('Supervisory signals', { exact: true }).click();
    await expect
      .poll(() =>
        page
          .getByRole('row')
          .filter({ hasText: /Periodic test/ })
          .count(),
      )
      .toBe(0);
    await row(page, 'Help button').waitFor();
    await expectAccessible(page);
    await picture(page, 'event-log-light');
  });
});

describe('the call metrics log', () => {
  it('shows two days, ten calls a page, with a choice of columns [P3-R25 P3-B50 P3-K11 P3-K24]', async () => {
    const page = await openPage({ as: ENGINEER, at: `/reports/cellMetrics?unit=${UnitSerNum}` });
    await row(page, 'answered').waitFor();
    expect(await page.getByLabel('Range', { exact: true }).inputValue()).toBe('last-2-days');
    const size = page.getByLabel('Rows per page');
    expect(await size.locator('option').allInnerTexts()).toEqual(['5', '10', '25', '50', '100']);
    expect(await size.inputValue()).toBe('10');
    await page.getByRole('button', { name: 'Table settings' }).click();
    await page.getByRole('dialog').waitFor();
  });

  it('that cannot be read has its message [P3-M07]', async () => {
    const page = await openPage({ as: ENGINEER });
    await page.route('**/api/callMetricsLog/**', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`/reports/cellMetrics?unit=${UnitSerNum}`);
    await page
      .getByText('Could not get info for unit. Please check input and try again.', { exact: true })
      .first()
      .waitFor();
  });
});

it('the history of a unit jumps to its pings of the last 7 days, and to the events of one day [P2-B83 P2-B84 P2-B85]', async () => {
  const page = await openPage({ as: ENGINEER, at: `/unit/history?UnitSerNum=${UnitSerNum}` });
  await page.getByRole('heading', { name: `History of ${UnitSerNum}` }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Ping log of these days' }).click();
  await page.waitForURL(/\/reports\/pingLog/);
  const days = (name: string) => Date.parse(new URL(page.url()).searchParams.get(name)!);
  expect((days('endDate') - days('startDate')) / DAY).toBe(7);
  expect(new URL(page.url()).searchParams.get('showOnlyFailed')).toBe('Show All');
  await row(page, 'Low Battery').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Event log/ }).click();
  await page.waitForURL(/\/reports\/events/);
  expect(days('endDate')).toBe(days('startDate'));
});

itInDepth.each(['dark', 'phone'] as const)('the logs are complete on %s', async (look) => {
  for (const [path, name, text] of [
    ['pingLog', 'Ping log', 'Low Battery'],
    ['events', 'Event log', 'Help button'],
    ['cellMetrics', 'Call metrics log', 'answered'],
  ] as const) {
    const page = await openPage({ as: ENGINEER, at: `/reports/${path}?unit=${UnitSerNum}`, look: LOOKS[look] });
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.getByText(text, { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture(page, `${path}-${look}`);
  }
});
