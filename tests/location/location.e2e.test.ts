import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { locationLogStore } from '#data/location/location-log.ts';
import { PLACES } from '#local/location/places.ts';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage, seededUnit } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const { UnitSerNum, IMEI } = seededUnit('myConnect');

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

  it('is exported to Excel [P3-B53]', async () => {
    const page = await openPage({ as: ENGINEER, at: `/reports/location?unit=${UnitSerNum}` });
    await page.getByRole('row').filter({ hasText: /GPS/ }).first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByText('Excel', { exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`location history ${UnitSerNum}.xlsx`);
    const parts = unzipSync(readFileSync(await file.path()));
    const texts = Object.entries(parts).flatMap(([name, bytes]) => (name.endsWith('.xml') ? [strFromU8(bytes)] : []));
    for (const text of ['Event time', 'Location type', 'GPS', '47.6048'])
      expect(texts.some((part) => part.includes(text))).toBe(true);
  });

  it('takes the range of the address, says that there is nothing to export, and refuses an invalid date [P3-R26 P3-V09 P3-M11]', async () => {
    const range = `startDate=${instant(Date.now() - 9 * DAY).slice(0, 10)}&endDate=${instant(Date.now() - 8 * DAY).slice(0, 10)}`;
    const page = await openPage({ as: ENGINEER, at: `/reports/location?unit=${UnitSerNum}&${range}` });
    await page.getByText('No results', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Export' }).focus();
    await page.getByText('No breadcrumbs to export', { exact: true }).waitFor();
    await page.goto(`/reports/location?unit=${UnitSerNum}&startDate=x&endDate=2026-11-20`);
    await page.getByText('Invalid date', { exact: true }).first().waitFor();
  });
});

describe('the page of a unit', () => {
  const choose = async (page: Awaited<ReturnType<typeof openPage>>) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Last known location', exact: true }).click();
  };

  it('opens the map at the last known location for who may only look at units, with its time, type and address [P2-C33]', async () => {
    const unit = await aUnit({ UnitModel: 'MXD-LTE' });
    const [longitude, latitude] = PLACES.find(({ locality }) => locality === 'Seattle')!.position;
    await locationLogStore.record(unit.UnitSerNum, '9-1', {
      timeStamp: instant(Date.now() - HOUR),
      ...{ LocationType: 'GPS', Latitude: latitude, Longitude: longitude, accessPoints: [], cells: [] },
    });
    const viewer = await newPerson({ first: 'Vi', last: 'Ewer', dealer: 1, flags: ['UNIT_VIEW'] });
    const page = await openPage({ as: viewer, at: `/unitManagement/unitEdit?Unit=${unit.UnitSerNum}` });
    const [tab] = await Promise.all([page.waitForEvent('popup'), choose(page)]);
    await tab.waitForURL(`**/map#16/${latitude}/${longitude}`);
    await tab.close();
    const dialog = page.getByRole('dialog', { name: `Last known location of ${unit.UnitSerNum}` });
    await dialog.getByText('GPS', { exact: true }).waitFor();
    await dialog.getByText('600 4th Ave, Seattle, WA 98104, United States', { exact: true }).waitFor();
    expect(await dialog.getByRole('link', { name: 'Show on map' }).getAttribute('href')).toBe(
      `/map#16/${latitude}/${longitude}`,
    );
    await expectAccessible(page);
    await picture(page, 'last-location');
  });

  it('says that a unit has no last known location [P2-M07]', async () => {
    const { UnitSerNum: silent } = await aUnit({ UnitModel: 'MXD-LTE' });
    const page = await openPage({ as: ENGINEER, at: `/unitManagement/unitEdit?Unit=${silent}` });
    await choose(page);
    await page.getByText('Unable to find location', { exact: true }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

it('the map opens at the place in its address, without the network [P2-K54 P3-K52]', async () => {
  const page = await openPage({ as: ENGINEER, at: '/map#16/47.6038/-122.33' });
  await page.getByText('47.6038, -122.33', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Map of the place' }).waitFor();
  await picture(page, 'map-light');
});

describe('the map of a message in the protocol log', () => {
  const NETWORKS = { accessPoints: [{ mac: '02:57:4B:00:03:01', rssi: -40 }], cells: [] };
  const CELLS = {
    accessPoints: [],
    cells: PLACES[0]!.cells.map(({ mcc, mnc, eutranCid }) => ({ mcc, mnc, tac: 1, cellId: eutranCid })),
  };

  it.each([
    [0, 'Coordinates', { latitude: 47.6038, longitude: -122.33, accessPoints: [], cells: [] }],
    [1, 'Wifi', NETWORKS],
    [2, 'CellID', CELLS],
  ] as const)('opens the address that look-up %i, %s, returns in a new tab [P3-B78]', async (minute, path, content) => {
    const at = Date.now() - HOUR + minute * MINUTE;
    await protocolLogStore.record({
      id: `${UnitSerNum}-map-${path}`,
      receivedAt: at,
      UnitSerNum,
      kind: 'report',
      messageType: 'location',
      raw: '574b01000010000000010000',
      content: { type: 'location', reportType: 'Update', locationType: 'GPS', ...content },
    });
    const page = await openPage({ as: ENGINEER, at: `/reports/mPERSLog?UnitSerNum=${UnitSerNum}&IMEI=${IMEI}` });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/location/')) asked.push(pathname);
    });
    await page
      .getByRole('row')
      .filter({ hasText: /location/ })
      .first()
      .click();
    const button = page.getByRole('dialog').getByRole('button', { name: 'Show on map' });
    const [tab] = await Promise.all([page.waitForEvent('popup'), button.click()]);
    await tab.waitForURL('**/map#16/*/*');
    expect(asked).toEqual([`/api/location/${path}`]);
  });
});
