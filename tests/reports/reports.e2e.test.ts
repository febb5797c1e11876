import { beforeAll, describe, expect, it } from 'vitest';
import { failedPings } from '#core/reports/definitions/pings.ts';
import { badPowerModules } from '#core/reports/definitions/units.ts';
import { HOUR, instant } from '#core/time.ts';
import { activeDayStore } from '#data/reports/active-days.ts';
import { recordFact } from '#data/reports/record-facts.ts';
import { UnitEntity } from '#data/units/units.ts';
import { itInDepth } from '#support/depth.ts';
import { newPerson, openPage, seededUnit } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const { UnitSerNum } = seededUnit('MXD-LTE');
const NOW = Date.now();

beforeAll(async () => {
  const at = instant(NOW - HOUR);
  const facts = { power: 'Powered On', chargedPercent: 9 };
  await UnitEntity.patch({ UnitSerNum }).set({ PCBSerNum: 'PCB-0007' }).go();
  await recordFact(UnitSerNum, badPowerModules, { subject: '', at, facts }, NOW);
  await recordFact(UnitSerNum, failedPings, { subject: 'late', at, facts: { failure: 'Late', bars: 1 } }, NOW);
});

type Tab = Awaited<ReturnType<typeof openPage>>;
const row = (page: Tab, text: string | RegExp) => page.getByRole('row').filter({ hasText: text }).first();

describe('the report of bad power modules', () => {
  it('has a power status, page sizes, and actions on each row [P3-B07 P3-B55 P3-B56 P3-K09 P3-M09]', async () => {
    const page = await openPage({ as: ENGINEER, at: '/reports/badPowerModule' });
    await row(page, UnitSerNum).waitFor();
    expect(await page.getByLabel('Power status').inputValue()).toBe('Powered On');
    const size = page.getByLabel('Rows per page');
    expect(await size.locator('option').allInnerTexts()).toEqual(['10', '25', '50', '100', '1000']);
    expect(await size.inputValue()).toBe('1000');
    const failure = page.getByLabel('Failure', { exact: true });
    expect(await failure.locator('option').allInnerTexts()).toEqual(['Failed to download', 'Bad power modules']);
    await expectAccessible(page);
    await picture(page, 'bad-power-modules-light');
    await failure.selectOption('Failed to download');
    await page.getByText('No units in this report', { exact: true }).waitFor();
    await failure.selectOption('Bad power modules');
    await row(page, UnitSerNum).waitFor();
    // The dealer of the unit has no contact for it.
    await page.getByRole('button', { name: `Mail the dealer about ${UnitSerNum}` }).click();
    await page.getByText('Error sending email notification', { exact: true }).waitFor();
    await page.getByRole('button', { name: `Remove ${UnitSerNum} from the report` }).click();
    await page.getByText('No units in this report', { exact: true }).waitFor();
  });
});

describe('the report of caregivers', () => {
  it('opens for holders of CAREGIVER only: others are sent to the dashboard [P3-A20]', async () => {
    const at = '/reports/caregiver';
    const open = async (flags: ('CAREGIVER' | 'REPORTS')[]) =>
      openPage({ as: await newPerson({ first: 'Kim', last: 'Example', flags, dealer: 22 }), at });
    const reader = await open(['CAREGIVER']);
    await reader.getByRole('heading', { level: 1, name: 'Caregivers' }).waitFor();
    expect(new URL(reader.url()).pathname).toBe(at);
    const other = await open(['REPORTS']);
    await other.waitForURL(({ pathname }) => pathname === '/');
  });
});

describe('the report of failed pings', () => {
  it('opens a unit as a dialog for engineers, and links to seven days of its ping log [P3-A10 P3-B75 P3-E21 P3-K28 P3-R13]', async () => {
    const page = await openPage({ as: ENGINEER, at: `/reports/failedPingLog?UnitSerNum=${UnitSerNum}` });
    await row(page, 'Late').waitFor();
    const href = await page.getByRole('link', { name: `Ping log of ${UnitSerNum}` }).getAttribute('href');
    const query = new URL(href!, 'http://portal').searchParams;
    const day = (name: string) => Date.parse(query.get(name)!);
    expect((day('endDate') - day('startDate')) / (24 * HOUR)).toBe(7);
    await row(page, 'Late').getByText('Late', { exact: true }).click();
    const dialog = page.getByRole('dialog');
    for (const label of ['Serial number', 'Model', 'Firmware', 'PCB serial number', 'IMEI'])
      await dialog.getByText(label, { exact: true }).first().waitFor();
    await dialog.getByText('PCB-0007', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'failed-pings-dialog');
  });
});

describe('a report', () => {
  it('offers the choice of a dealer to users of dealer 1 [P1-A18 P3-A18]', async () => {
    const page = await openPage({ as: ENGINEER, at: '/reports/failedPingLog' });
    await page.getByLabel('Dealer', { exact: true }).waitFor();
  });

  itInDepth('of a dealer is chosen by a user of dealer 1 with the flag of reports alone [P1-A18 P3-A18]', async () => {
    const as = await newPerson({ first: 'Rae', last: 'Example', flags: ['REPORTS'], dealer: 1 });
    const page = await openPage({ as, at: '/reports/failedPingLog' });
    const field = page.getByLabel('Dealer', { exact: true });
    await field.fill('Northwind');
    await page
      .getByRole('option', { name: /^Northwind/ })
      .first()
      .click();
    await page.waitForURL(/DealerKey=\d+/);
    await row(page, 'Late').waitFor();
  });

  it('leads users who are no engineers from a failed ping to the page of the unit, and offers them no dealer [P1-A18 P3-A11 P3-A18]', async () => {
    const page = await openPage({ as: 'dealer@northwind.example', at: '/reports/failedPingLog' });
    await row(page, 'Late').waitFor();
    expect(await page.getByLabel('Dealer', { exact: true }).count()).toBe(0);
    await row(page, 'Late').getByText('Late', { exact: true }).click();
    await page.waitForURL(`**/unitManagement/unitEdit?Unit=${UnitSerNum}*`);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('says that units could not be read [P3-M08]', async () => {
    const page = await openPage({ as: ENGINEER, at: '/' });
    await page.route('**/api/getFailedPingLog*', (route) => route.abort());
    await page.goto('/reports/failedPingLog');
    await page.getByText('Error getting units', { exact: true }).first().waitFor();
  });
});

describe('the activity of a wearer', () => {
  it('is shown by days, weeks and months, over 30 days, 3 months and 6 months [P3-K32]', async () => {
    const { UnitSerNum: wearable } = seededUnit('myConnect Air');
    const page = await openPage({ as: ENGINEER, at: `/activity/monitoring?UnitSerNum=${wearable}` });
    const optionsOf = (label: string) => page.getByLabel(label, { exact: true }).locator('option').allInnerTexts();
    await page.getByLabel('View', { exact: true }).waitFor();
    expect(await optionsOf('View')).toEqual(['Daily', 'Weekly', 'Monthly']);
    expect(await optionsOf('Range')).toEqual(['30 days', '3 months', '6 months']);
    for (const [view, noun] of [
      ['Weekly', 'week'],
      ['Monthly', 'month'],
    ] as const) {
      await page.getByLabel('View', { exact: true }).selectOption(view);
      await page.getByRole('img', { name: new RegExp(`^Steps by ${noun},`) }).waitFor();
    }
  });

  itInDepth('has the days of the range that is chosen in its table [P3-K32]', async () => {
    const { UnitSerNum: wearable } = seededUnit('myConnect Air');
    const day = instant(NOW - 60 * 24 * HOUR).slice(0, 10);
    const MessageTime = `${day}T20:00:00.000Z`;
    await activeDayStore.record(wearable, { timeStamp: MessageTime, steps: 4321 });
    const page = await openPage({ as: ENGINEER, at: `/activity/monitoring?UnitSerNum=${wearable}` });
    await page.getByLabel('Range', { exact: true }).waitFor();
    expect(await row(page, day).count()).toBe(0);
    await page.getByLabel('Range', { exact: true }).selectOption('3 months');
    await row(page, day).waitFor();
  });

  itInDepth('says that a range which ends before it starts is refused, and shows the last days instead', async () => {
    const { UnitSerNum: wearable } = seededUnit('myConnect Air');
    const days = 'StartDate=2026-06-02&EndDate=2026-06-01';
    const page = await openPage({ as: ENGINEER, at: `/activity/monitoring?UnitSerNum=${wearable}&${days}` });
    await page.getByText('The end date is before the start date', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show the last days' }).click();
    await page.getByRole('img', { name: /^Steps by day,/ }).waitFor();
  });
});
