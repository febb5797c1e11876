import { beforeAll, describe, expect, it } from 'vitest';
import { cellLossCounts, ppoeErrors } from '#core/reports/definitions/anomalies.ts';
import { HOUR, instant } from '#core/time.ts';
import { recordFact } from '#data/reports/record-facts.ts';
import { newPerson, openPage, seededUnit } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const { UnitSerNum } = seededUnit('MXD-LTE');
const PAGE = '/devTools/anomalousReports';
const NOW = Date.now();

beforeAll(async () => {
  for (const [report, hours] of [
    [ppoeErrors, 2],
    [cellLossCounts, 20],
  ] as const) {
    const at = instant(NOW - hours * HOUR);
    await recordFact(UnitSerNum, report, { subject: at, at, facts: { count: 7 } }, NOW);
  }
});

type Tab = Awaited<ReturnType<typeof openPage>>;
const row = (page: Tab) => page.getByRole('row').filter({ hasText: UnitSerNum }).first();

describe('the anomalous reports', () => {
  it('have seven tabs, intervals of hours and page sizes [P3-R39 P3-K08 P3-K19 P3-K31]', async () => {
    const page = await openPage({ as: ENGINEER, at: PAGE });
    const tabs = page.getByRole('navigation', { name: 'Anomalous reports' }).getByRole('link');
    const tab = (title: string) =>
      page.getByRole('navigation', { name: 'Anomalous reports' }).getByText(title, { exact: true });
    await tabs.first().waitFor();
    expect(await tabs.allInnerTexts()).toEqual([
      'Tag file errors',
      'Recovery cycle',
      'Cell loss count',
      'Cell loss events',
      'Failed outbound calls',
      'Failed to download',
      'PPOE',
    ]);
    const interval = page.getByLabel('Interval', { exact: true });
    expect(await interval.locator('option').allInnerTexts()).toEqual(
      [6, 12, 18, 24, 36].map((hours) => `Last ${hours} hours`),
    );
    expect(await interval.inputValue()).toBe('12');
    await tab('Cell loss count').click();
    await page.waitForURL((url) => url.searchParams.get('tab') === '2');
    // The first report stays on screen until the next one is drawn.
    await page.getByText('Units that lost the cell network', { exact: true }).waitFor();
    await page.getByText('No units in this report', { exact: true }).waitFor();
    await interval.selectOption('Last 24 hours');
    await row(page).waitFor();
    await tab('PPOE').click();
    await page.waitForURL((url) => url.search === '?interval=24&tab=6');
    await row(page).getByText('7', { exact: true }).waitFor();
    const size = page.getByLabel('Rows per page');
    expect(await size.locator('option').allInnerTexts()).toEqual(['10', '50', '100', '500', '1000']);
    expect(await size.inputValue()).toBe('100');
    await expectAccessible(page);
    await picture(page, 'anomalous-reports');
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, 'anomalous-reports-phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await tab('Failed to download').click();
    await page.getByText('Units that gave up a download since their count was reset', { exact: true }).waitFor();
    expect(await page.getByLabel('Interval', { exact: true }).count()).toBe(0);
  });

  it.each([
    ['Edit the unit', '/unitManagement/unitEdit', 'Unit'],
    ['TCP message log', '/reports/tcpMessageLog', 'UnitSerNum'],
    ['Over the air', '/devTools/ota', 'serialNumber'],
    ['SIM tool', '/devTools/verizonSim', 'UnitSerNum'],
  ])(
    'lead from a row to "%s" at %s with the unit as %s [P3-B69 P3-B70 P3-B71 P3-B73]',
    async (action, path, parameter) => {
      const page = await openPage({ as: ENGINEER, at: `${PAGE}?tab=6` });
      await page
        .getByRole('button', { name: `Actions on ${UnitSerNum}` })
        .first()
        .click();
      await page.getByRole('menuitem', { name: action }).click();
      await page.waitForURL((url) => url.pathname === path && url.searchParams.get(parameter) === UnitSerNum);
    },
  );

  it('offer an engineer who may not read units no link to one', async () => {
    const as = await newPerson({ type: 1, dealer: 1, flags: ['ENGINEER'], first: 'Reports', last: 'Only' });
    const page = await openPage({ as, at: `${PAGE}?tab=6` });
    await page
      .getByRole('button', { name: `Actions on ${UnitSerNum}` })
      .first()
      .click();
    await page.getByRole('menuitem').first().waitFor();
    const offered = await page.getByRole('menuitem').allInnerTexts();
    expect(offered).toEqual(['TCP message log', 'Over the air', 'Live protocol log']);
  });

  it('lead from a row to a live log of the protocol [P3-B72]', async () => {
    const page = await openPage({ as: ENGINEER, at: `${PAGE}?tab=6` });
    await page
      .getByRole('button', { name: `Actions on ${UnitSerNum}` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Live protocol log' }).click();
    await page.waitForURL(
      ({ pathname, searchParams: values }) =>
        pathname === '/devTools/liveReports/results' &&
        values.get('tableName') === 'protocolLog' &&
        values.get('whereClause') === `UnitSerNum = "${UnitSerNum}"`,
    );
  });

  it('open a unit as a dialog with its session [P3-A09 P3-B74 P3-S38]', async () => {
    const page = await openPage({ as: ENGINEER, at: `${PAGE}?tab=6` });
    await page.route('**/api/carrier/sessionDetail*', async (route) => {
      const { failure: _failure, ...told } = await (await route.fetch()).json();
      const sessionInfo = {
        dateSessionStarted: '2026-11-20T10:00:00.000Z',
        dateSessionEnded: '2026-11-20T09:00:00.000Z',
        ctdDataUsage: 2 * 1_048_576,
      };
      await route.fulfill({ json: { ...told, sessionInfo } });
    });
    await row(page).getByText('7', { exact: true }).click();
    const dialog = page.getByRole('dialog');
    for (const text of ['Session start', 'Session end', 'Data usage', 'IN SESSION', '2.0 MB'])
      await dialog.getByText(text, { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, 'anomalous-reports-dialog');
  });

  it('are for engineers only: others come to the dashboard', async () => {
    const page = await openPage({ as: 'dealer@northwind.example', at: `${PAGE}?tab=6` });
    await page.waitForURL((url) => url.pathname === '/');
  });
});
