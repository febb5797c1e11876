import { beforeAll, describe, expect, it } from 'vitest';
import { devTools } from '#core/dev-tools/contract.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { DevSimEntity } from '#data/repair/dev-sims.ts';
import { bridgeLeaseStore } from '#data/units/bridge-leases.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { newPerson, openPage, seededUnit, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const { UnitSerNum } = seededUnit('MXD-LTE');
const RESULTS = '/devTools/liveReports/results';

beforeAll(async () => {
  await protocolLogStore.record({
    id: 'live1',
    receivedAt: Date.now() - 1000,
    kind: 'report',
    messageType: 'Ping',
    raw: '5A17',
    content: { bars: 4 },
    UnitSerNum,
  });
});

const resultsOf = (values: Record<string, string>) => `${RESULTS}?${new URLSearchParams(values)}`;
const where = (rest = '') => `UnitSerNum = "${UnitSerNum}"${rest}`;

describe('live reports', () => {
  it('choose a table, columns, rows and a refresh, and show the results [P3-R34 P3-R35 P3-V12 P3-V13 P3-K47 P3-K48]', async () => {
    const page = await openPage({ as: ENGINEER, at: '/devTools/liveReports' });
    const refresh = page.getByLabel('Refresh', { exact: true });
    await refresh.waitFor();
    expect(await refresh.locator('option').allInnerTexts()).toEqual([
      ...[5, 7.5, 10, 12.5, 15, 17.5, 20].map((seconds) => `Every ${seconds} seconds`),
      'Never',
    ]);
    expect(await refresh.inputValue()).toBe('20');
    await refresh.selectOption('Never');
    await page.getByRole('textbox', { name: 'Where' }).fill(`UnitSerNum = '${UnitSerNum}' and messageType = 'Ping'`);
    await page.getByText('All columns', { exact: true }).click();
    await page.getByRole('button', { name: 'Run the report' }).click();
    await page.getByText('Select at least one column', { exact: true }).waitFor();
    await page.getByText('raw', { exact: true }).click();
    await expectAccessible(page);
    await picture(page, 'live-reports');
    const sent = page.waitForRequest('**/api/getTheLiveReport*');
    await page.getByRole('button', { name: 'Run the report' }).click();
    const query = new URL((await sent).url()).searchParams;
    expect(query.get('whereClause')).toBe(`UnitSerNum = "${UnitSerNum}" and messageType = "Ping"`);
    await page.waitForURL((url) => url.pathname === RESULTS);
    const address = new URL(page.url()).searchParams;
    expect([address.get('tableName'), address.get('columns'), address.get('tableKey')]).toEqual([
      'protocolLog',
      'raw',
      'UnitSerNum',
    ]);
    await page.getByText('5A17', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture(page, 'live-report-results');
  });

  itInDepth('forget the columns of a table when another one is chosen', async () => {
    const address = { tableName: 'protocolLog', columns: 'raw', columnValues: 'raw', whereClause: where() };
    const page = await openPage({ as: ENGINEER, at: `/devTools/liveReports?${new URLSearchParams(address)}` });
    const table = page.getByLabel('Table', { exact: true });
    const other = await table.locator('option').nth(1).getAttribute('value');
    await table.selectOption(other === 'protocolLog' ? { index: 0 } : other!);
    await expect.poll(() => page.getByRole('checkbox', { name: 'All columns', exact: true }).isChecked()).toBe(true);
  });

  it('are read again at the interval until the page is left [P3-S09 P3-S10]', async () => {
    const page = await openPage({ as: ENGINEER });
    let reads = 0;
    await page.route('**/api/getTheLiveReport*', (route) => {
      reads += 1;
      return route.fallback();
    });
    await page.clock.install();
    await page.goto(
      resultsOf({ tableName: 'protocolLog', star: 'true', whereClause: where(), intervalFrequency: '5' }),
    );
    await page.getByText('5A17', { exact: true }).first().waitFor();
    const before = reads;
    await page.clock.runFor(5_100);
    await expect.poll(() => reads).toBeGreaterThan(before);
    await page.getByRole('link', { name: 'Change the report' }).click();
    // The results stay on screen until the next page is drawn.
    await page.getByRole('button', { name: 'Run the report' }).waitFor();
    const left = reads;
    await page.clock.runFor(12_000);
    expect(reads).toBe(left);
  });

  it.each([
    [
      'no table',
      { star: 'true', whereClause: where() },
      'Something went wrong. Please pick a table name and query again. Sorry',
    ],
    ['no result', { tableName: 'protocolLog', star: 'true', whereClause: where(' and raw = "none"') }, 'No Results'],
  ])('say that there is %s [P3-M14 P3-M16]', async (_, values, message) => {
    const page = await openPage({ as: ENGINEER, at: resultsOf(values) });
    await page.getByText(message, { exact: true }).waitFor();
  });

  it('say what is wrong with a where clause, and to try again when a report fails [P3-M15 P3-M17]', async () => {
    const page = await openPage({
      as: ENGINEER,
      at: resultsOf({ tableName: 'protocolLog', star: 'true', whereClause: 'bars' }),
    });
    await page.getByText('There is a problem in the where clause', { exact: true }).waitFor();
    await page.route('**/api/getTheLiveReport*', (route) => route.abort());
    await page.goto(resultsOf({ tableName: 'protocolLog', star: 'true', whereClause: where() }));
    await page.getByText('Please Try Again.', { exact: true }).waitFor();
  });

  it('of a unit open in a new tab from its page, with its protocol log [P2-B48]', async () => {
    const page = await openPage({ as: ENGINEER, at: `/unitManagement/unitEdit?Unit=${UnitSerNum}` });
    await page.getByRole('button', { name: 'More actions' }).click();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('menuitem', { name: 'Live report in a new tab' }).click();
    const address = new URL((await opened).url());
    expect(address.pathname).toBe(RESULTS);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ tableName: 'protocolLog', whereClause: where() });
  });
});

describe('the other developer tools', () => {
  it('list the bridges, read anew each time [P3-R36 P3-B61]', async () => {
    await bridgeLeaseStore.renew({ bridgeId: 'b1', bridgeAddress: 'http://10.9.0.1:8201' }, Date.now() + 600_000);
    const page = await openPage({ as: ENGINEER, at: '/devTools/serverStatus' });
    await page.getByText('http://10.9.0.1:8201', { exact: true }).first().waitFor();
    const columns = await page.getByRole('columnheader').allTextContents();
    expect(columns).toEqual(['Bridge', 'Address', 'State', 'Lease until']);
    await expectAccessible(page);
    await picture(page, 'server-status');
    await bridgeLeaseStore.renew({ bridgeId: 'b2', bridgeAddress: 'http://10.9.0.2:8201' }, Date.now() + 600_000);
    await page.getByRole('link', { name: 'Decibel shift', exact: true }).click();
    await page.waitForURL('**/devTools/decibelShift');
    await page.getByRole('link', { name: 'Server status', exact: true }).click();
    await page.getByText('http://10.9.0.2:8201', { exact: true }).first().waitFor();
  });

  it('shift the loudness of a level by 3 dB [P3-R37 P3-V20]', async () => {
    const page = await openPage({ as: ENGINEER, at: '/devTools/decibelShift?model=myConnect' });
    await page.getByRole('button', { name: 'Shift high by plus 3 dB' }).click();
    await page.getByText('The level high is shifted by 3 dB', { exact: true }).waitFor();
    await page.getByText('5,786', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture(page, 'decibel-shift');
  });

  itInDepth('say why a level cannot be shifted', async () => {
    const keeper = await userNamed(ENGINEER);
    const level = { mnemonic: 'low', UnitModel: 'MXD-LTE' } as const;
    for (let newVal = 3; newVal <= 24; newVal += 3)
      await ask(devTools.saveSysRefValue, { newVal, ...level, as: keeper });
    const other = await newPerson({ first: 'Kim', last: 'Example', flags: ['ENGINEER'], dealer: 22 });
    for (const [as, reason] of [
      [other, 'Only engineers of the root dealer shift levels'],
      [ENGINEER, 'This is the highest shift'],
    ] as const) {
      const page = await openPage({ as, at: '/devTools/decibelShift?model=MXD-LTE' });
      await page.getByRole('button', { name: 'Shift low by plus 3 dB' }).hover();
      await page.getByText(reason, { exact: true }).first().waitFor();
    }
  });

  it('list the developer units, and find one by the address [P3-R44 P2-R02]', async () => {
    const unit = seededUnit('myConnect');
    await DevSimEntity.put({ DealerKey: 1, id: 'dev-sim-1', version: 1, ICCID: unit.ICCID1! }).go();
    const page = await openPage({ as: ENGINEER, at: `/devUnitManagement?searchField=IMEI&searchText=${unit.IMEI}` });
    await page.getByText(unit.UnitSerNum, { exact: true }).first().waitFor();
    expect(await page.getByLabel('Search by', { exact: true }).inputValue()).toBe('IMEI');
    expect(await page.getByRole('textbox', { name: 'IMEI' }).inputValue()).toBe(unit.IMEI);
    await expectAccessible(page);
    await picture(page, 'developer-units');
    await page.getByRole('textbox', { name: 'IMEI' }).fill('1234567');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('No developer unit begins with “1234567”', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?searchField=IMEI&searchText=1234567');
  });

  it.each([
    '/devTools/liveReports',
    RESULTS,
    '/devTools/serverStatus',
    '/devTools/decibelShift',
    '/devTools/ota',
    '/devUnitManagement',
  ])(
    'send users who are no engineers from %s to the dashboard [P2-A02 P2-A07 P2-A08 P3-A03 P3-A08 P3-A12]',
    async (at) => {
      const page = await openPage({ as: 'dealer@northwind.example', at });
      await page.waitForURL((url) => url.pathname === '/');
    },
  );
});
