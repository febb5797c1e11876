import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, instant } from '#core/time.ts';
import { locationLogStore } from '#data/location/location-log.ts';
import { openPage, seededUnit } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const { UnitSerNum } = seededUnit('myConnect');

beforeAll(async () => {
  for (const hours of [1, 2, 3])
    await locationLogStore.record(UnitSerNum, `9-${hours}`, {
      timeStamp: instant(Date.now() - hours * HOUR),
      LocationType: 'GPS',
      Latitude: 47.6038 + hours / 1000,
      Longitude: -122.33,
      accessPoints: [],
      cells: [],
    });
});

describe('the location history', () => {
  it('shows a month of one unit in a table and on a map [P3-B16 P3-B51 P3-B52 P3-R26 P3-K10 P3-K26]', async () => {
    const page = await openPage({ as: ENGINEER, at: `/reports/location?unit=${UnitSerNum.toLowerCase()}` });
    const row = page
      .getByRole('row')
      .filter({ hasText: /Seattle/ })
      .first();
    await row.waitFor();
    await page.getByRole('region', { name: 'Map of the locations' }).waitFor();
    expect(await page.getByLabel('Range', { exact: true }).inputValue()).toBe('last-30-days');
    const size = page.getByLabel('Rows per page');
    expect(await size.locator('option').allInnerTexts()).toEqual(['10', '25', '50', '100', '1000']);
    expect(await size.inputValue()).toBe('1000');
    await expectAccessible(page);
    await picture(page, 'location-history-light');
  });

  it('takes the range of the address, and refuses an invalid date [P3-V09]', async () => {
    const range = `startDate=${instant(Date.now() - 9 * DAY).slice(0, 10)}&endDate=${instant(Date.now() - 8 * DAY).slice(0, 10)}`;
    const page = await openPage({ as: ENGINEER, at: `/reports/location?unit=${UnitSerNum}&${range}` });
    await page.getByText('No results', { exact: true }).waitFor();
    await page.goto(`/reports/location?unit=${UnitSerNum}&startDate=x&endDate=2026-11-20`);
    await page.getByText('Invalid date', { exact: true }).first().waitFor();
  });
});

it('the map opens at the place in its address, without the network [P2-K54 P3-K52]', async () => {
  const page = await openPage({ as: ENGINEER, at: '/map#16/47.6038/-122.33' });
  await page.getByText('47.6038, -122.33', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Map of the place' }).waitFor();
  await picture(page, 'map-light');
});
