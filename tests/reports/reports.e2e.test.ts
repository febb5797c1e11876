import { beforeAll, describe, expect, it } from 'vitest';
import { failedPings } from '#core/reports/definitions/pings.ts';
import { badPowerModules } from '#core/reports/definitions/units.ts';
import { HOUR, instant } from '#core/time.ts';
import { recordFact } from '#data/reports/record-facts.ts';
import { openPage, seededUnit } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const { UnitSerNum } = seededUnit('MXD-LTE');
const NOW = Date.now();

beforeAll(async () => {
  const at = instant(NOW - HOUR);
  const facts = { power: 'Powered On', chargedPercent: 9 };
  await recordFact(UnitSerNum, badPowerModules, { subject: '', at, facts }, NOW);
  await recordFact(UnitSerNum, failedPings, { subject: 'late', at, facts: { failure: 'Late', bars: 1 } }, NOW);
});

type Tab = Awaited<ReturnType<typeof openPage>>;
const row = (page: Tab, text: string | RegExp) => page.getByRole('row').filter({ hasText: text }).first();

describe('the report of bad power modules', () => {
  it('has a power status, page sizes, and actions on each row [P3-B07 P3-B55 P3-B56 P3-K09 P3-M09 P3-R17]', async () => {
    const page = await openPage({ as: ENGINEER, at: '/reports/badPowerModule' });
    await row(page, UnitSerNum).waitFor();
    expect(await page.getByLabel('Power status').inputValue()).toBe('Powered On');
    const size = page.getByLabel('Rows per page');
    expect(await size.locator('option').allInnerTexts()).toEqual(['10', '25', '50', '100', '1000']);
    expect(await size.inputValue()).toBe('1000');
    await expectAccessible(page);
    await picture(page, 'bad-power-modules-light');
    // The dealer of the unit has no contact for it.
    await page.getByRole('button', { name: `Mail the dealer about ${UnitSerNum}` }).click();
    await page.getByText('Error sending email notification', { exact: true }).waitFor();
    await page.getByRole('button', { name: `Remove ${UnitSerNum} from the report` }).click();
    await page.getByText('No units in this report', { exact: true }).waitFor();
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
    await expectAccessible(page);
    await picture(page, 'failed-pings-dialog');
  });
});
