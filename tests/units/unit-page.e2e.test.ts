import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { instant } from '#core/time.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { endSessionOf, newPerson, openPage, seededUnit } from '#support/page.ts';
import { acknowledge, expectAccessible, picture } from '#support/screen.ts';
import { retire } from '#support/used-pages.ts';

const ENGINEER = 'engineer@watchkeep.example';

const { UnitSerNum } = seededUnit('MXD-LTE');

async function openUnit(search = '', as = ENGINEER): Promise<Page> {
  const page = await openPage({ as, at: `/unitManagement/unitEdit?Unit=${UnitSerNum}${search}` });
  await page.getByRole('heading', { name: UnitSerNum }).waitFor();
  return page;
}

describe('the unit page', () => {
  it('without a unit leads to the list [P2-B31]', async () => {
    const page = await openUnit();
    await page.goto('/unitManagement/unitEdit');
    await page.waitForURL(/\/unitManagement$/);
  });

  it("that cannot be loaded leads to the list with the server's message [P2-S40 P2-S41 P2-S42]", async () => {
    const page = await openUnit();
    await page.goto('/unitManagement/unitEdit?Unit=ZZZZZZ');
    await page.waitForURL(/\/unitManagement$/);
    await page.getByText('There is no such unit', { exact: true }).waitFor();
  });

  it('leads to the login when the session has ended [P2-B49]', async () => {
    const page = await openUnit();
    await endSessionOf(page);
    await page.getByRole('link', { name: 'SIMs' }).click();
    await page.waitForURL(/\/login/);
  });

  it('leads back to the list, and is added to the recent units [P2-B32 P2-E52 P3-B64 P3-E13]', async () => {
    const page = await openUnit();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Units' }).click();
    await page.waitForURL(/\/unitManagement$/);
    await page.getByRole('link', { name: new RegExp(`^${UnitSerNum}\\s*MXD-LTE`) }).click();
    await page.waitForURL(new RegExp(`Unit=${UnitSerNum}`));
  });

  it('has dialogs for the settings of its tables and of their export [P2-B66 P2-B67]', async () => {
    const page = await openUnit('&tabIndex=2');
    await page.getByRole('button', { name: 'Table settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Table settings' });
    await settings.getByRole('checkbox').first().waitFor();
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('dialog', { name: 'Export', exact: true }).waitFor();
  });

  itInDepth('opens the unit that was typed and entered while the palette was loading', async () => {
    const page = await openPage({ as: ENGINEER });
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/palette-(?!field)/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`/unitManagement/unitEdit?Unit=${UnitSerNum}&tabIndex=2`);
    await page.getByLabel('Start date', { exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search or jump to' }).waitFor();
    await page.keyboard.type('show sims');
    await page.keyboard.press('Enter');
    held.resolve();
    await page.waitForURL(/tabIndex=1/);
  });

  itInDepth(
    'opens the tab of tabIndex, adds its actions to the palette, and keeps its tabs on one line beside the console',
    async () => {
      const page = await openUnit('&tabIndex=2');
      await page.getByLabel('Start date', { exact: true }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('show sims');
      await page.keyboard.press('Enter');
      await page.waitForURL(/tabIndex=1/);
      await page.getByRole('heading', { name: /^Slot 1/ }).waitFor();
      await page.keyboard.press('e');
      await page
        .getByRole('link', { name: 'Configuration', exact: true })
        .and(page.locator('[aria-current=page]'))
        .waitFor();
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.getByRole('complementary', { name: 'Console' }).waitFor();
      const tabs = page.getByRole('navigation', { name: 'Unit', exact: true }).getByRole('link');
      const topOf = (tab: Locator) => tab.evaluate((link) => (link as HTMLElement).offsetTop);
      await expect
        .poll(() => topOf(tabs.last()), { message: 'the tabs take one line' })
        .toBe(await topOf(tabs.first()));
    },
  );

  itInDepth('asks for days in the order of the browser, typed or chosen from a calendar', async () => {
    const page = await openUnit('&tabIndex=2&startDate=2026-11-02&endDate=2026-11-20');
    const start = page.getByLabel('Start date', { exact: true });
    expect(await start.inputValue()).toBe('11/02/2026');
    await Promise.all([
      page.waitForResponse((response) => response.url().includes('startDate=2026-11-04')),
      page.waitForURL(/startDate=2026-11-04/),
      start.fill('11/4/26'),
    ]);
    await page.getByRole('button', { name: 'Open the calendar: Start date' }).click();
    await page.getByRole('button', { name: /November 9, 2026/ }).waitFor();
    await expectAccessible(page);
    await picture(page, 'calendar-light');
    await page.getByRole('button', { name: /November 9, 2026/ }).click();
    await page.waitForURL(/startDate=2026-11-09/);
    await expect.poll(() => start.inputValue()).toBe('11/09/2026');
    await start.fill('soon');
    await page.keyboard.press('Tab');
    await page.getByText('The start date is not a day of the calendar', { exact: true }).first().waitFor();
  });

  itInDepth('shows a message if a range of days ends before it starts', async () => {
    const page = await openUnit('&tabIndex=2&startDate=2026-11-20&endDate=2026-11-10');
    await page.getByText('The end date is before the start date', { exact: true }).first().waitFor();
  });
});

it('the page of a wearable shows its hub and its next reminder [P2-E07]', async () => {
  const watch = seededUnit('myConnect').UnitSerNum;
  const hub = { myHubStatus: 'Connected', myHubMACAddress: 'F4:92:BF:00:10:22', myHubDevType: 'myHub' };
  await unitChangeStore.recordHub(watch, { ...hub, myHubFirmVer: '1.4.2' }, instant(Date.now()));
  const page = await openPage({ as: ENGINEER, at: `/unitManagement/unitEdit?Unit=${watch}` });
  const panel = page.getByRole('region', { name: 'Hub', exact: true });
  for (const text of [...Object.values(hub), '1.4.2']) await panel.getByText(text, { exact: true }).waitFor();
  await expectAccessible(page);
});

const SECRET = /^[0-9a-f]{64}$/;

describe('the secret of a unit', () => {
  const panel = (page: Page) => page.getByRole('region', { name: 'Login', exact: true });
  const secretOf = (page: Page, serial: string) => page.getByRole('dialog', { name: `Secret of ${serial}` });

  async function give(page: Page, name: string | RegExp = /secret/): Promise<void> {
    await panel(page).getByRole('button', { name }).click();
    const warning = page.getByRole('alertdialog');
    await acknowledge(warning);
    await warning.getByRole('button', { name }).click();
  }

  /** Gives the unit a secret. The server answers when the test calls `answer`. */
  async function giveSlowly(page: Page) {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/unit/secret', async (route) => {
      await held.promise;
      await route.continue();
    });
    await give(page);
    const shown = secretOf(page, UnitSerNum);
    await shown.getByText('Giving…', { exact: true }).waitFor();
    return { shown, answer: held.resolve };
  }

  it('is given after a warning, shown once, copied, and replaced', async () => {
    const page = await openUnit();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await panel(page).getByText('None, trusted by its label', { exact: true }).waitFor();
    await panel(page).getByRole('button', { name: 'Give a secret' }).click();
    const warning = page.getByRole('alertdialog');
    await warning.getByText(`Give ${UnitSerNum} a secret?`, { exact: true }).waitFor();
    await picture(page, 'give-secret-light');
    await acknowledge(warning);
    await warning.getByRole('button', { name: 'Give a secret' }).click();

    const shown = secretOf(page, UnitSerNum);
    await shown.getByRole('status').filter({ hasText: SECRET }).waitFor();
    const secret = (await shown.getByRole('status').textContent())!;
    await expectAccessible(page, '[role=dialog]');
    await picture(page, 'given-secret-light');
    await page.keyboard.press('Escape');
    await shown.getByRole('button', { name: 'Copy' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await shown.getByRole('button', { name: 'I have stored it' }).click();
    await shown.waitFor({ state: 'hidden' });
    expect(await page.content()).not.toContain(secret);

    await panel(page).getByText('At each login', { exact: true }).waitFor();
    await give(page, 'Replace the secret');
    await shown.getByRole('status').filter({ hasText: SECRET }).waitFor();
    expect(await shown.getByRole('status').textContent()).not.toBe(secret);
  });

  it('is not given twice by two people who saw the unit without one', async () => {
    const { UnitSerNum: other } = seededUnit('myConnect');
    const [first, second] = await Promise.all(
      [1, 2].map(() => openPage({ as: ENGINEER, at: `/unitManagement/unitEdit?Unit=${other}` })),
    );
    for (const page of [first!, second!]) await panel(page).getByRole('button', { name: 'Give a secret' }).waitFor();
    for (const page of [first!, second!]) await give(page, 'Give a secret');
    await secretOf(first!, other).waitFor();
    await second!.getByText(/^The unit got another secret since you loaded it/).waitFor();
    await panel(second!).getByText('At each login', { exact: true }).waitFor();
  });

  it('is not lost if people click elsewhere while it is given, and can be copied by hand', async () => {
    const page = await openUnit();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Units' }).click();
    await page.getByRole('link', { name: new RegExp(`^${UnitSerNum}\\s*MXD-LTE`) }).click();
    const { shown, answer } = await giveSlowly(page);
    const { x, y } = (await page.getByText('SIMs', { exact: true }).first().boundingBox())!;
    await page.mouse.click(x + 5, y + 5);
    await page.keyboard.press('Escape');
    await page.evaluate(() => history.back());
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    answer();
    await shown.getByRole('status').filter({ hasText: SECRET }).waitFor();

    retire(page);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      document.execCommand = () => false;
    });
    await shown.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Secret not copied', { exact: true }).waitFor();
    await page.getByText('Select and copy it yourself.', { exact: true }).waitFor();
  });

  it('is not lost if people go back to another tab or unit while it is given', async () => {
    const { UnitSerNum: other } = seededUnit('myConnect');
    const page = await openPage({ as: ENGINEER, at: `/unitManagement/unitEdit?Unit=${other}` });
    await panel(page).waitFor();
    // The palette leads from unit to unit.
    await page.keyboard.press('Control+k');
    await page.keyboard.type(UnitSerNum);
    await page
      .getByRole('option', { name: new RegExp(UnitSerNum) })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: UnitSerNum }).waitFor();
    await page.getByRole('link', { name: 'SIMs' }).click();
    await page.getByRole('heading', { name: /^Slot 1/ }).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    const { shown, answer } = await giveSlowly(page);
    for (const steps of [-1, -3]) {
      await page.evaluate((back) => history.go(back), steps);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    }
    answer();
    await shown.getByRole('status').filter({ hasText: SECRET }).waitFor();
  });

  it('can be replaced after its answer was lost, because the panel is read again', async () => {
    const page = await openUnit();
    await page.route('**/api/unit/secret', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    const read = page.waitForResponse((response) => response.url().includes(`/api/unit/${UnitSerNum}`));
    await give(page);
    await (await read).finished();
    await page.unroute('**/api/unit/secret');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await give(page);
    await secretOf(page, UnitSerNum).getByRole('status').filter({ hasText: SECRET }).waitFor();
  });

  it('can be withdrawn, and given anew', async () => {
    const page = await openUnit();
    await panel(page).getByRole('button', { name: 'Withdraw it' }).click();
    const warning = page.getByRole('alertdialog');
    await acknowledge(warning);
    await warning.getByRole('button', { name: 'Withdraw it' }).click();
    await panel(page).getByText('Missing, so it cannot connect', { exact: true }).waitFor();
    await panel(page).getByRole('button', { name: 'Give a secret' }).waitFor();
    await picture(page, 'secret-withdrawn');
  });

  it('cannot be given by who may only view units', async () => {
    const viewer = await newPerson({ first: 'Vera', last: 'Viewer', dealer: 1, flags: ['UNIT_VIEW'] });
    const { UnitSerNum: other } = seededUnit('myConnect Air');
    const page = await openPage({ as: viewer, at: `/unitManagement/unitEdit?Unit=${other}` });
    const button = panel(page).getByRole('button', { name: 'Replace the secret' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
  });
});

it('a user who may only view units is offered no change of them [P2-A13]', async () => {
  const viewer = await newPerson({ first: 'Vi', last: 'Ewer', dealer: 1, flags: ['UNIT', 'UNIT_VIEW'] });
  const page = await openUnit('', viewer);
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /\/api\/(unit|mySchedule)/.test(request.url())) changes.push(request.url());
  });
  await withOtherStoredState(page);
  await page.getByRole('link', { name: 'SIMs' }).click();
  await page.getByRole('heading', { name: /^Slot 1/ }).waitFor();
  await page.getByRole('link', { name: 'Schedule' }).click();
  await page.getByText('Nothing is scheduled', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Schedule a reminder' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^(Connect|.*console)$/i }).count()).toBe(0);
  expect(changes).toEqual([]);
});

/** The page gets another stored state than the carrier's; everything else is real. */
const withOtherStoredState = (page: Page) =>
  page.route('**/api/unit/simdata/*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const was = body.slot1.storedState;
    await route.fulfill({ response, json: { ...body, slot1: { ...body.slot1, storedState: was === 14 ? 15 : 14 } } });
  });

describe('SIMs', () => {
  it('are shown beside the stored state, which is corrected if the carrier reports another [P2-S21]', async () => {
    const page = await openUnit();
    await withOtherStoredState(page);
    const corrected = page.waitForRequest('**/api/unitSim/correctSimStateInDB');
    await page.getByRole('link', { name: 'SIMs' }).click();
    expect((await corrected).postDataJSON()).toMatchObject({ slot: 1 });
    await page.setViewportSize(LOOKS.phone.viewport!);
    const iccid = page.getByRole('button', { name: /^Copy ICCID / }).locator('span');
    const isWhole = () => iccid.first().evaluate((text) => text.scrollWidth <= text.clientWidth);
    await expect.poll(isWhole, { message: 'the ICCID is not cut' }).toBe(true);
  });
});

describe('the schedule', () => {
  it('adds a reminder 5 minutes ahead, asks before replacing one, and deletes it [P2-B09 P2-B69 P2-M52 P2-C24 P2-C25 P2-C26]', async () => {
    const page = await openUnit('&tabIndex=4');
    const add = async () => {
      await page.getByRole('button', { name: 'Schedule a reminder' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Schedule reminder' }).click();
    };
    await add();
    await page.getByText('Successfully added to schedule', { exact: true }).first().waitFor();
    await page.getByText(/^in [45] min/).waitFor();
    await add();
    const question = page.getByRole('alertdialog', { name: /^Replace the reminder/ });
    await question.getByRole('button', { name: 'Replace reminder' }).click();
    await question.waitFor({ state: 'hidden' });
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Delete the reminder Eat a meal' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete reminder' }).click();
    await page.getByText('Nothing is scheduled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^in [45] min/).waitFor();
  });

  it('rejects a time in the past [P2-V02 P2-M42]', async () => {
    const page = await openUnit('&tabIndex=4');
    await page.getByRole('button', { name: 'Schedule a reminder' }).click();
    await page.getByLabel('Date and time', { exact: true }).fill('1/1/2020');
    await page.getByLabel('Date and time: time').fill('10:00 AM');
    await page.getByRole('button', { name: 'Schedule reminder' }).click();
    await page.getByText('Please choose a date or time in the future', { exact: true }).waitFor();
  });
});
