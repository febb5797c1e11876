import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { BILLING_ZONE } from '#core/billing/charges.ts';
import { periodAt, periodBefore } from '#core/billing/period.ts';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { newPerson, openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ADMINISTRATOR = 'admin@watchkeep.example';
const last = periodBefore(periodAt(Date.now(), BILLING_ZONE));
const before = periodBefore(last);

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Billing' }).getByRole('link', { name });
const grid = (page: Page, name: string) => page.getByRole('grid', { name });
const total = (page: Page, label: string) =>
  page.locator('dl[aria-label="Totals in US dollars"] > div', { hasText: label }).locator('dd').textContent();

describe('billing of the whole company', () => {
  it('has a summary by dealer, which leads to the bill of one and to its lines [P1-R26 P1-B80 P1-B81 P1-A09 P1-A10 P1-K28]', async () => {
    const page = await openPage({ as: ADMINISTRATOR, at: '/billingReport' });
    await grid(page, 'Bills by dealer').getByText('Northwind Oregon', { exact: true }).waitFor();
    expect(await total(page, 'Grand total')).toMatch(/^\$\d+\.\d\d$/);
    await expectAccessible(page);
    await picture(page, 'billing-all');

    await grid(page, 'Bills by dealer').getByRole('link', { name: 'Northwind Oregon' }).click();
    await grid(page, 'Summary of the bill').getByText('Service', { exact: true }).first().waitFor();
    expect(new URL(page.url()).search).toBe(`?billingPeriod=${last}&dealer=220&whichTab=0`);
    const bill = await total(page, 'Grand total');
    expect(bill).toMatch(/^\$\d+\.\d\d$/);
    await picture(page, 'billing-of-a-dealer');

    await tab(page, 'Details').click();
    await grid(page, 'Lines of the bill').getByRole('row').nth(1).waitFor();
    expect(new URL(page.url()).searchParams.get('whichTab')).toBe('1');
    const cause = grid(page, 'Lines of the bill').locator('a[href^="/unit/history"]').first();
    expect(await cause.getAttribute('href')).toMatch(/UnitSerNum=\d+&tab=unit&startDate=/);
    await expectAccessible(page);
    await picture(page, 'billing-details');

    await page.getByRole('combobox', { name: 'Dealer' }).fill('Cedar');
    await page.getByRole('option', { name: /Cedar Home Care/ }).click();
    await page.waitForURL(/dealer=49/);
  });

  it('lists the SIMs whose bill and usage disagree, each with what was counted and the way to its unit', async () => {
    const page = await openPage({ as: ADMINISTRATOR, at: '/billingReport?whichTab=2' });
    const odd = grid(page, 'SIMs whose bill and usage disagree').getByRole('row', { name: /Billed, not used/ });
    await odd.first().waitFor();
    const counted = odd.first().getByText(/^\d+ bytes, \d+ texts/);
    await counted.waitFor();
    expect(await odd.first().getByRole('link').first().getAttribute('href')).toMatch(/^\/unit/);
    await expectAccessible(page);
    await picture(page, 'billing-usage');
    await page.setViewportSize({ width: 1280, height: 800 });
    const iccid = odd
      .first()
      .getByRole('button', { name: /^Copy SIM / })
      .locator('span')
      .first();
    const isWhole = () => iccid.evaluate((text) => text.scrollWidth <= text.clientWidth);
    await expect.poll(isWhole, { message: 'the ICCID is whole' }).toBe(true);
    expect(await counted.evaluate((cell) => cell.scrollWidth <= cell.clientWidth), 'what was counted is whole').toBe(
      true,
    );
    await page.getByLabel('Billing period').selectOption(periodAt(Date.now(), BILLING_ZONE));
    await page.getByText('Nothing unusual in this period', { exact: true }).waitFor();
  });

  it('offers the periods with bills [P1-B82]', async () => {
    const page = await openPage({ as: ADMINISTRATOR, at: '/billingReport?dealer=220' });
    await grid(page, 'Summary of the bill').getByText('Service', { exact: true }).first().waitFor();
    const choice = page.getByLabel('Billing period');
    expect(await choice.inputValue()).toBe(last);
    await choice.selectOption(before);
    await page.waitForURL(new RegExp(`billingPeriod=${before}`));
    await grid(page, 'Summary of the bill').getByText('Service', { exact: true }).first().waitFor();
    await page.goto(page.url().replace(before, '2021-01'));
    await page.getByText('No bills for this period', { exact: true }).waitFor();
  });

  it('shows 50 rows a page, or 10, 25, 75 or 100 [P1-K10]', async () => {
    const page = await openPage({ as: ADMINISTRATOR, at: '/billingReport?dealer=220&whichTab=1' });
    const size = page.getByLabel('Rows per page');
    expect(await size.inputValue()).toBe('50');
    expect(await size.locator('option').allInnerTexts()).toEqual(['10', '25', '50', '75', '100']);
  });

  it.each([
    ['CSV', /\.csv$/, (bytes: Buffer) => expect(bytes.toString()).toMatch(/"\$\d+\.\d\d"/)],
    [
      'Excel',
      /\.xlsx$/,
      (bytes: Buffer) => expect(strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)).toMatch(/<v>\d+\.\d+<\/v>/),
    ],
  ])('is exported to %s with its amounts [P1-B83 P1-B84]', async (format, file, expectAmounts) => {
    const page = await openPage({ as: ADMINISTRATOR, at: '/billingReport?dealer=220&whichTab=1' });
    await grid(page, 'Lines of the bill').getByRole('row').nth(1).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(format, { exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(file);
    expectAmounts(readFileSync(await download.path()));
  });

  it('says so if it cannot be read [P1-M22]', async () => {
    const page = await openPage({ as: ADMINISTRATOR });
    await page.route('**/api/billing/report/**', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/billingReport');
    await page.getByText('Could not fetch report.', { exact: true }).first().waitFor();
  });
});

describe('billing of a dealer', () => {
  it('has only its own bill [P1-A11]', async () => {
    const UserName = await newPerson({ first: 'Bill', last: 'Payer', dealer: 22, flags: ['BILLING'] });
    const page = await openPage({ as: UserName, at: '/billingReport?dealer=220' });
    await grid(page, 'Summary of the bill').getByText('Service', { exact: true }).first().waitFor();
    await page.getByText('Northwind Response', { exact: true }).first().waitFor();
    expect(await page.getByRole('combobox', { name: 'Dealer' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Billing rates' }).count()).toBe(0);
  });

  itInDepth.each(['dark', 'phone'] as const)('is complete on %s', async (look) => {
    const page = await openPage({ as: ADMINISTRATOR, at: '/billingReport', look: LOOKS[look] });
    await page.getByText('Northwind Oregon', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture(page, `billing-${look}`);
  });
});

describe('the billing rates', () => {
  it('are added for a dealer from a day on', async () => {
    const page = await openPage({ as: ADMINISTRATOR, at: '/billingReport/rates' });
    await page
      .getByRole('row', { name: /Watchkeep/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Add billing rate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Dealer' }).fill('Cedar');
    await page.getByRole('option', { name: /Cedar Home Care/ }).click();
    await dialog.getByLabel('From', { exact: false }).first().fill('2027-01-19');
    await dialog.getByLabel('Rate in cents').fill('1080');
    await dialog.getByText('For a whole period, or one activation: $10.80', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'billing-rate-dialog');
    await dialog.getByRole('button', { name: 'Add billing rate' }).click();
    await page.getByRole('row', { name: /Cedar Home Care.*\$10\.80/ }).waitFor();
  });
});
