import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { units } from '#core/units/contract.ts';
import { LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage, userNamed } from '#support/page.ts';
import { acknowledge, expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const engineer = await userNamed(ENGINEER);

async function openList(): Promise<Page> {
  const page = await openPage({ as: ENGINEER, at: '/unitManagement' });
  await firstUnit(page).waitFor();
  return page;
}

const firstUnit = (page: Page) => page.locator('a[data-title], [data-name] a').first();
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

describe('the unit list', () => {
  it('has a tab for each model, MXD-LTE first, with its own list [P2-B22 P2-B01 P2-K01 P3-K01]', async () => {
    const page = await openList();
    const tabs = page.getByRole('navigation', { name: 'Unit models' }).getByRole('link');
    expect(await tabs.allInnerTexts()).toEqual([
      expect.stringMatching(/^MXD-LTE\s*\d+$/),
      expect.stringMatching(/^myConnect\s*\d+$/),
      expect.stringMatching(/^myConnect Air\s*\d+$/),
    ]);
    expect(await page.locator('[aria-current=page]', { hasText: /^MXD-LTE/ }).count()).toBe(1);
    const before = await firstUnit(page).textContent();
    await tabs.nth(1).click();
    await page.waitForURL(/UnitModel=myConnect/);
    await expect.poll(() => firstUnit(page).textContent()).not.toBe(before);
  });

  itInDepth('shows and exports the units without a secret, and a search leads out of them', async () => {
    const page = await openList();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Show units without a secret' }).click();
    await page.waitForURL(/withoutSecret=1/);
    await page.getByText('Units without a secret', { exact: true }).waitFor();
    const { totals } = await ask(units.list, { UnitModel: 'MXD-LTE', param: 'withoutSecret', as: engineer });
    const rows = totals['MXD-LTE'];
    const tabs = page.getByRole('navigation', { name: 'Unit models' }).getByRole('link');
    // The units and the number of the list before stay until the answer is shown.
    await expect.poll(() => tabs.first().textContent()).toMatch(new RegExp(`^MXD-LTE\\s*${rows}$`));
    await firstUnit(page).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText(`Exported ${rows} rows`, { exact: true }).waitFor(),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^units without a secret MXD-LTE/);
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize(LOOKS.phone.viewport!);
    const leftOf = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())!.x;
    const title = await leftOf('Units without a secret');
    const rest = await leftOf('They cannot prove their identity. Give each its secret on its page.');
    expect(rest, 'the lines of the note begin below each other').toBe(title);
    await page.setViewportSize({ width, height });
    await tabs.nth(2).click();
    await page.getByText('Every myConnect Air has a secret', { exact: true }).waitFor();
    await page.getByText(/^There are units without a secret among MXD-LTE \(\d+\) and myConnect \(\d+\)/).waitFor();
    await page.getByRole('button', { name: 'Show all units' }).click();
    await firstUnit(page).waitFor();
    expect(new URL(page.url()).search).toBe('?UnitModel=myConnect+Air');
  });

  it('selects all units without a secret for a bulk action, beyond the page', async () => {
    const page = await openPage({ as: ENGINEER, at: '/unitManagement?withoutSecret=1&pageSize=5' });
    const { totals } = await ask(units.list, { UnitModel: 'MXD-LTE', param: 'withoutSecret', as: engineer });
    const count = totals['MXD-LTE']!;
    expect(count).toBeGreaterThan(5);
    await page.getByLabel('Select all on this page').check();
    const selection = page.getByRole('region', { name: 'Selection' });
    await selection.getByRole('button', { name: `Select all ${count} that match` }).click();
    await selection.getByRole('button', { name: 'Bulk action' }).click();
    const dialog = page.getByRole('dialog', { name: `Bulk action on all ${count} units that match` });
    await dialog
      .getByText(/without a secret/)
      .first()
      .waitFor();
  });

  it('offers the page sizes with 100 chosen, and pages through the list [P2-B23]', async () => {
    const page = await openList();
    const size = page.getByLabel('Rows per page');
    expect(await size.inputValue()).toBe('100');
    expect(await size.locator('option').allInnerTexts()).toEqual(['5', '10', '25', '50', '100', '1000']);
    await size.selectOption('5');
    await page.getByText(/^1–5 of/).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(/^6–10 of/).waitFor();
  });

  it('finds units by typed text, in upper case [P2-V53]', async () => {
    const page = await openList();
    await page.getByLabel(/^Search units by/).fill('40001');
    await page.keyboard.press('Enter');
    await page.waitForURL(/searchText=40001/);
    await expect.poll(() => firstUnit(page).textContent()).toMatch(/^40001/);
    await page.getByLabel(/^Search units by/).fill('zz9');
    expect(await page.getByLabel(/^Search units by/).inputValue()).toBe('ZZ9');
    await page.keyboard.press('Enter');
    await page.getByText('No MXD-LTE begins with “ZZ9”', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).last().click();
    await firstUnit(page).waitFor();
  });

  it('has room on a phone for the text of a search', async () => {
    const page = await openList();
    await page.setViewportSize(LOOKS.phone.viewport!);
    const search = page.getByLabel('Search units by any identifier', { exact: true });
    await expect.poll(async () => (await search.boundingBox())?.width).toBeGreaterThan(190);
    await picture(page, 'unit-search-phone');
    await page.setViewportSize(LOOKS.light.viewport!);
  });

  itInDepth('is searched while its user types, and one step back leads out of the search', async () => {
    const page = await openList();
    const search = page.getByLabel('Search units by any identifier', { exact: true });
    await search.fill('40');
    await page.waitForURL(/searchText=40$/);
    await search.fill('40001');
    await page.waitForURL(/searchText=40001$/);
    await expect.poll(() => firstUnit(page).textContent()).toMatch(/^40001/);
    await page.goBack();
    await page.waitForURL(/unitManagement$/);
    expect(await search.inputValue()).toBe('');
  });

  itInDepth(
    'leaves the search with one step back even if the page renders the first search after the second',
    async () => {
      const page = await openList();
      await page.getByLabel('Search units by any identifier', { exact: true }).evaluate((field) => {
        const input = field as HTMLInputElement;
        const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
        for (const text of ['40', '40001']) {
          write.call(input, text);
          input.dispatchEvent(new Event('input', { bubbles: true }));
          input.form!.requestSubmit();
        }
      });
      await page.waitForURL(/searchText=40001$/);
      await expect.poll(() => firstUnit(page).textContent()).toMatch(/^40001/);
      await page.goBack();
      await page.waitForURL(/unitManagement$/);
    },
  );

  it('lets users choose columns, never the separate and the combined unit ID together, and stores the choice [P2-B24 P2-V32 P2-M72 P3-M35 P1-B93 P1-B94]', async () => {
    const page = await openList();
    const choose = async (column: string) => {
      await page.getByRole('button', { name: 'Table settings' }).click();
      const dialog = page.getByRole('dialog', { name: 'Table settings' });
      await dialog.getByText(column, { exact: true }).click();
      const combined = await dialog.getByRole('checkbox', { name: /^Full unit ID/ }).isChecked();
      const separate = await dialog.getByRole('checkbox', { name: /^Unit ID/ }).isChecked();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Preferences Updated!', { exact: true }).first().waitFor();
      return { combined, separate };
    };
    expect(await choose('Unit ID')).toEqual({ combined: false, separate: true });
    await page.reload();
    await page.getByRole('columnheader', { name: 'Unit ID', exact: true }).waitFor();
    expect(await choose('Full unit ID')).toEqual({ combined: true, separate: false });
  });

  it('opens a unit by a click, and in a new tab by a click with Ctrl [P2-B25 P2-B26]', async () => {
    const page = await openList();
    const serialNumber = await firstUnit(page).textContent();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      firstUnit(page).click({ modifiers: ['Control'] }),
    ]);
    await tab.waitForURL(new RegExp(`unitEdit\\?Unit=${serialNumber}`));
    await tab.close();
    expect(page.url()).not.toContain('unitEdit');
    await firstUnit(page).click();
    await page.waitForURL(new RegExp(`unitEdit\\?Unit=${serialNumber}`));
  });
});

it('shows 100 units to a page, or 5, 10, 25, 50 or 1000 [P2-K10]', async () => {
  const size = (await openList()).getByLabel('Rows per page');
  expect(await size.inputValue()).toBe('100');
  expect(await size.locator('option').allInnerTexts()).toEqual(['5', '10', '25', '50', '100', '1000']);
});

describe('the report toggle', () => {
  // An open question hides the page from screen readers.
  const toggle = (page: Page) => page.getByRole('switch', { includeHidden: true }).first();
  const shown = (page: Page) => toggle(page).getAttribute('aria-checked');

  it('asks first and changes nothing if the answer is no [P2-B130]', async () => {
    const page = await openList();
    const saved: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/unit/reporting') && saved.push(request.method()));
    const before = await shown(page);
    const dialog = page.getByRole('alertdialog');
    for (let times = 0; times < 2; times++) {
      await toggle(page).click();
      await dialog.waitFor();
      expect(saved).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
    }
    expect([await shown(page), saved]).toEqual([before, []]);
    await toggle(page).click();
    await acknowledge(dialog);
    await dialog.getByRole('button', { name: /^Switch reporting/ }).click();
    await expect.poll(() => shown(page)).not.toBe(before);
    await expect.poll(() => saved.length).toBe(1);
  });

  itInDepth('can be undone', async () => {
    const page = await openList();
    const before = await shown(page);
    await toggle(page).click();
    const dialog = page.getByRole('alertdialog');
    await acknowledge(dialog);
    await dialog.getByRole('button', { name: /^Switch reporting/ }).click();
    await expect.poll(() => shown(page)).not.toBe(before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => shown(page)).toBe(before);
    await page.reload();
    await expect.poll(() => shown(page)).toBe(before);
  });

  it("does not ask again after don't show again, and returns to the old value if saving fails [P2-B131 P2-S39 P2-M17]", async () => {
    const page = await openList();
    const before = await shown(page);
    await toggle(page).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText("Don't show again", { exact: true }).click();
    await acknowledge(dialog);
    await dialog.getByRole('button', { name: /^Switch reporting/ }).click();
    await expect.poll(() => shown(page)).not.toBe(before);

    await page.route('**/api/unit/reporting', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'CONFLICT', message: 'The unit changed meanwhile', issues: [], correlationId: 'of this test' },
      }),
    );
    const changed = await shown(page);
    await toggle(page).click();
    await page.getByText('Failed to update reporting, please try again', { exact: true }).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(await shown(page)).toBe(changed);
  });
});

describe('bulk actions', () => {
  it('need a selected unit [P2-V24 P2-M45]', async () => {
    const page = await openList();
    await page.getByRole('button', { name: 'Bulk action' }).click();
    await page.getByText('Please select a unit to perform a bulk action', { exact: true }).waitFor();
  });
});

describe('a selection', () => {
  itInDepth('shows its actions in view, however long the page is', async () => {
    const page = await openList();
    await page.getByLabel('Select all on this page').check();
    const bar = page.getByRole('region', { name: 'Selection' });
    const { y, height } = (await bar.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
    await picture(page, 'units-selected-light');
  });
});

describe('a selection in several searches', () => {
  const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
  const serials = (page: Page) => page.locator('a[data-title]').allInnerTexts();
  const find = async (page: Page, text: string) => {
    await page.getByLabel(/^Search units by/).fill(text);
    await page.keyboard.press('Enter');
    await expect.poll(() => serials(page)).toEqual([text]);
  };

  it('counts apart what another search shows, and belongs to its model', async () => {
    const page = await openList();
    const [first, second] = await serials(page);
    await find(page, first!);
    await page.getByLabel(`Select ${first}`).check();
    await find(page, second!);
    await page.getByLabel(`Select ${second}`).check();
    await bar(page).getByText('2 selected, 1 of them not in sight', { exact: true }).waitFor();
    await bar(page).getByRole('button', { name: 'Show' }).click();
    const dialog = page.getByRole('dialog', { name: 'Selected and not in sight' });
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([first]);
    await expectAccessible(page, '[role=dialog]');
    await picture(page, 'units-not-in-sight-light');
    await dialog.getByRole('button', { name: `Remove ${first} from the selection` }).click();
    await bar(page).getByText('1 of 1 selected', { exact: true }).waitFor();

    await page.getByRole('link', { name: /^myConnect\s*\d+$/ }).click();
    await page.waitForURL(/UnitModel=myConnect/);
    await bar(page).waitFor({ state: 'detached' });
  });

  it('is there with page and scroll position after a visit to a unit', async () => {
    const page = await openPage({ as: ENGINEER, at: '/unitManagement?pageSize=10' });
    await firstUnit(page).waitFor();
    await page.setViewportSize({ width: 1280, height: 420 });
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(/^11–20 of/).waitFor();
    const [, chosen] = await serials(page);
    await page.getByLabel(`Select ${chosen}`).check();
    const grid = page.getByRole('grid');
    const scrolled = () => grid.evaluate((element) => element.parentElement!.scrollTop);
    await grid.evaluate((element) => element.parentElement!.scrollTo({ top: 90 }));
    await expect.poll(scrolled).toBe(90);
    await page.locator('a[data-title]').nth(3).click();
    await page.waitForURL(/unitEdit/);
    await page.goBack();
    await page.getByText(/^11–20 of/).waitFor();
    await expect.poll(scrolled).toBe(90);
    await bar(page)
      .getByText(/^1 of \d+ selected$/)
      .waitFor();
  });
});

describe('while units load', () => {
  /** Holds the answers about units until they are let go. */
  async function hold(page: Page) {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/units/*', async (route) => {
      await held.promise;
      await route.continue();
    });
    return held.resolve;
  }

  itInDepth('a tab shows neither the rows of another one nor that there are none', async () => {
    const page = await openList();
    const letGo = await hold(page);
    await page.getByRole('link', { name: /^myConnect Air\s*\d+$/ }).click();
    await page.locator('[role=grid][aria-busy=true]').waitFor();
    expect(await page.locator('a[data-title]').count()).toBe(0);
    expect(await page.getByText(/^There are no/).count()).toBe(0);
    expect(await page.getByRole('link', { name: /^myConnect Air\s*\d+$/ }).count()).toBe(1);
    letGo();
    await firstUnit(page).waitFor();
  });

  itInDepth('a search keeps the rows before it, dimmed, with their counts', async () => {
    const page = await openList();
    const before = await firstUnit(page).textContent();
    const tab = page.getByRole('navigation', { name: 'Unit models' }).getByRole('link').first();
    const count = await tab.textContent();
    const letGo = await hold(page);
    await page.getByLabel(/^Search units by/).fill('ZZ9');
    await page.keyboard.press('Enter');
    await page.locator('[role=grid][data-outdated]').waitFor();
    expect(await firstUnit(page).textContent()).toBe(before);
    expect(await tab.textContent()).toBe(count);
    letGo();
    await page.getByText('No MXD-LTE begins with “ZZ9”', { exact: true }).waitFor();
    expect(await tab.textContent()).toMatch(/^MXD-LTE\s*0$/);
  });

  itInDepth('an empty list that was found before is not empty again until it has been read', async () => {
    const page = await openList();
    const search = page.getByLabel(/^Search units by/);
    await search.fill('ZZ9');
    await page.keyboard.press('Enter');
    const nothing = page.getByText('No MXD-LTE begins with “ZZ9”', { exact: true });
    await nothing.waitFor();
    await page.waitForTimeout(2_500);
    await page.getByRole('button', { name: 'Clear the search' }).last().click();
    await firstUnit(page).waitFor();
    const letGo = await hold(page);
    await search.fill('ZZ9');
    await page.keyboard.press('Enter');
    await page.locator('[role=grid][aria-busy=true]').waitFor();
    expect(await nothing.count()).toBe(0);
    letGo();
    await nothing.waitFor();
  });
});

describe('an uploaded list of units', () => {
  const openDialog = async (page: Page) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByText('Find units by a file', { exact: true }).click();
    return page.getByRole('dialog');
  };

  it('must have the described format [P2-B30 P2-V25 P2-M43 P2-V29 P2-M44 P2-M18]', async () => {
    const page = await openList();
    const dialog = await openDialog(page);
    await dialog.getByRole('heading', { name: 'File requirements' }).waitFor();
    const file = dialog.locator('input[type=file]');
    await file.setInputFiles({ name: 'units.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK') });
    await dialog.getByText('Only CSV files supported', { exact: true }).waitFor();
    await file.setInputFiles(csv('units.csv', 'IMEI\n350000000001238\n'));
    await dialog.getByText('File headers not recognized', { exact: true }).waitFor();
    await file.setInputFiles(csv('renamed.csv', 'PK\0\0\0'));
    await dialog.getByText('File Type not recognized', { exact: true }).waitFor();
  });

  it('selects every found unit, and names the missing ones [P2-B28]', async () => {
    const page = await openList();
    const some = await page.locator('a[data-title]').allInnerTexts();
    const dialog = await openDialog(page);
    const lines = ['UnitSerNum', ...some.slice(0, 4), 'ZZZZZZ'].join('\n');
    await dialog.locator('input[type=file]').setInputFiles(csv('units.csv', lines));
    await page.getByText('4 of 5 units of the file found', { exact: true }).waitFor();
    await page.getByText('ZZZZZZ', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Selection' }).getByText('4 of 4 selected', { exact: true }).waitFor();
  });
});

describe('an uploaded list of a thousand units', () => {
  it('is found despite the limits of addresses, and again after a reload', async () => {
    const page = await openList();
    const some = await page.locator('a[data-title]').allInnerTexts();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByText('Find units by a file', { exact: true }).click();
    const lines = [
      'UnitSerNum',
      ...Array.from({ length: 996 }, (_, number) => `Z${10_000 + number}`),
      ...some.slice(0, 4),
    ];
    const file = page.getByRole('dialog').locator('input[type=file]');
    await file.setInputFiles(csv('units.csv', lines.join('\n')));
    await page.getByText('4 of 1,000 units of the file found', { exact: true }).waitFor();
    expect(page.url().length).toBeLessThan(200);
    await page.reload();
    await page.getByText('4 of 1,000 units of the file found', { exact: true }).waitFor();
  });
});
