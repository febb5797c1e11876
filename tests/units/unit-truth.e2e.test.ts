import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DAY, instant } from '#core/time.ts';
import type { units } from '#core/units/contract.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage, seededUnit } from '#support/page.ts';
import { followRequests } from '#support/requests.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import type { Output } from '#web/lib/api/api.ts';

const ENGINEER = 'engineer@watchkeep.example';
const { UnitSerNum } = seededUnit('MXD-LTE');
const ICCID = '89148000000800784259';

type Answer = Output<typeof units.get>;

/** The page of the unit with another answer of the server. */
async function openUnit(change: (answer: Answer) => Answer = (answer) => answer): Promise<Page> {
  const page = await openPage({ as: ENGINEER });
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.route(`**/api/unit/${UnitSerNum}?*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
  await page.goto(`/unitManagement/unitEdit?Unit=${UnitSerNum}`);
  await page.getByRole('heading', { name: UnitSerNum }).waitFor();
  return page;
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('a unit that has been silent for weeks', () => {
  const silent = (answer: Answer): Answer => ({
    ...answer,
    recentPings: [],
    Unit: {
      ...answer.Unit,
      UnitStatus: 9,
      Report: 0,
      ICCID1: ICCID,
      ICCID1State: 15,
      ActiveICCID: ICCID,
      ActiveState: 15,
      lastPing: {
        pingReason: 'Scheduled',
        ...answer.Unit.lastPing,
        lastPingTime: instant(Date.now() - 40 * DAY),
        chargedPercent: 8,
      },
    },
  });

  it('shows since when there are no pings, the age of its readings, its SIM in use and that reporting is off', async () => {
    const page = await openUnit(silent);
    await part(page, 'Recent pings')
      .getByText(/^No pings since \w{3} \d{1,2}/)
      .waitFor();
    await part(page, 'Readings')
      .getByText(/40 d ago: too old to rely on$/)
      .waitFor();
    const sims = part(page, 'SIMs');
    await sims.getByText('In use', { exact: true }).waitFor();
    await sims.getByText('Deactivated', { exact: true }).first().waitFor();
    expect(await sims.getByText('Active', { exact: true }).count()).toBe(0);
    await part(page, 'Condition')
      .getByText('Reporting is off: what it sends is not passed on', { exact: true })
      .waitFor();
    await expectAccessible(page);
    await picture(page, 'unit-silent-light');
  });
});

describe('the connection of a unit', () => {
  it.each([
    [true, 'Connected 1 d ago', 'The unit is connected. Connect the console to send commands.'],
    [false, 'Not connected', 'The unit is not connected'],
  ])('is the same in the header and in the closed console: %s', async (connected, header, words) => {
    const page = await openUnit((answer) => ({
      ...answer,
      connection: connected ? { connected, since: instant(Date.now() - DAY) } : { connected },
    }));
    await part(page, 'Contact').filter({ hasText: header }).waitFor();
    await page.getByRole('complementary', { name: 'Console' }).getByText(words, { exact: true }).waitFor();
  });
});

describe('a read that failed', () => {
  const refuse = (page: Page, url: string | RegExp) =>
    page.route(url, (route) => route.fulfill({ status: 403, json: {} }));

  itInDepth('in the background is marked by the frame if no part of the screen marks it', async () => {
    const page = await openUnit();
    await followRequests(page)();
    await refuse(page, '**/api/units/**');
    // Data that was just read is not read again.
    await page.waitForTimeout(2_500);
    await page.evaluate("window.dispatchEvent(new Event('offline')), window.dispatchEvent(new Event('online'))");
    await page.getByText(/^Stale since \d+:\d\d [AP]M$/).waitFor();
    await picture(page, 'stale-bar-light');
    await page.unroute('**/api/units/**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText(/^Stale since/).waitFor({ state: 'detached' });
  });

  itInDepth('is shown once if the screen shows it', async () => {
    const page = await openUnit();
    await refuse(page, '**/api/unit/simdata/*');
    await page.getByRole('link', { name: 'SIMs' }).click();
    await page.getByText('The SIMs could not be read', { exact: true }).waitFor();
    expect(await page.getByText(/Forbidden, please try again/).count()).toBe(1);
  });
});
