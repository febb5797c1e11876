import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { itInDepth } from '#support/depth.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { LOOKS, openGallery, show } from './gallery/open-gallery.ts';

let page: Page;
beforeAll(async () => {
  page = await openGallery('/');
});

const row = (page: Page, index: number) => page.locator(`tr[data-index="${index}"]`);
const tick = (page: Page, index: number) => row(page, index).getByRole('checkbox');
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
const focusedRow = (page: Page) =>
  page.evaluate(() => Number(document.activeElement?.closest<HTMLElement>('tr')?.dataset.index ?? -1));

describe('rows', () => {
  it('exist only in the visible part, and all can be scrolled to', async () => {
    await show(page, '/table');
    const grid = page.getByRole('grid', { name: 'Units' });
    expect(await grid.getAttribute('aria-rowcount')).toBe('1001');
    expect(await page.locator('tr[data-row]').count()).toBeLessThan(60);
    await grid.evaluate((table) => table.parentElement!.scrollTo(0, 1e6));
    await row(page, 999).waitFor();
    expect(await row(page, 999).getAttribute('aria-rowindex')).toBe('1001');
    expect(await page.locator('tr[data-row]').count()).toBeLessThan(60);
  });

  itInDepth('keep head and first column visible while scrolling', async () => {
    await show(page, '/table');
    const head = page.getByRole('columnheader', { name: 'Serial number' });
    const before = await head.boundingBox();
    await page.getByRole('grid').evaluate((table) => table.parentElement!.scrollTo(500, 4000));
    await row(page, 110).waitFor();
    expect(await head.boundingBox()).toEqual(before);
    expect((await row(page, 115).getByRole('link').boundingBox())!.x).toBeGreaterThanOrEqual(before!.x);
  });

  itInDepth('open by Enter, by click, and in a new tab with Control', async () => {
    const page = await openGallery('/table');
    await page.keyboard.press('j');
    const [byKeys] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')]);
    expect(byKeys.url()).toContain('/opened?unit=400000');
    const [byClick] = await Promise.all([
      page.context().waitForEvent('page'),
      row(page, 3)
        .locator('td')
        .nth(3)
        .click({ modifiers: ['Control'] }),
    ]);
    expect(byClick.url()).toContain('/opened?unit=400003');
    await page.keyboard.press('j');
    await row(page, 4).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/opened\?unit=400004/);
  });

  itInDepth('show the beginning of a link that is cut off, also when it has the focus', async () => {
    const page = await openGallery('/table');
    const link = row(page, 3).getByRole('link');
    const scrolled = await link.evaluate((one: HTMLElement) => {
      one.textContent = 'A name longer than its column '.repeat(3);
      one.focus();
      one.scrollIntoView({ inline: 'end' });
      return one.closest('td')!.scrollLeft;
    });
    expect(scrolled).toBe(0);
  });

  itInDepth('copy an identifier on click with a message, without opening the row', async () => {
    await show(page, '/table');
    await row(page, 1)
      .getByRole('button', { name: /Copy ICCID/ })
      .click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('8901260000000055433');
    await page
      .getByRole('status')
      .filter({ hasText: /Copied ICCID 8901260000000055433/ })
      .waitFor();
    expect(page.url()).toContain('/table');
  });
});

describe('the keyboard', () => {
  it('moves by j and k from anywhere on the page, and keeps the row visible', async () => {
    await show(page, '/table');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await focusedRow(page)).toBe(1);
    await page.keyboard.press('End');
    expect(await focusedRow(page)).toBe(999);
    await page.keyboard.press('k');
    expect(await focusedRow(page)).toBe(998);
    const view = (await page.getByRole('grid').locator('xpath=..').boundingBox())!;
    const box = (await row(page, 998).boundingBox())!;
    expect(box.y).toBeGreaterThan(view.y);
    expect(box.y + box.height).toBeLessThanOrEqual(view.y + view.height + 1);
  });

  itInDepth('keeps the focus on a row that is scrolled out of view', async () => {
    await show(page, '/table');
    await page.keyboard.press('j');
    await page.getByRole('grid').evaluate((table) => table.parentElement!.scrollTo(0, 20_000));
    await row(page, 560).waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => focusedRow(page)).toBe(1);
    await page.waitForFunction(() => {
      const active = document.activeElement!.getBoundingClientRect();
      return active.top > 0 && active.bottom < innerHeight;
    });
  });

  itInDepth('does not move while typing', async () => {
    const page = await openGallery('/table');
    await page.keyboard.press('/');
    await page.keyboard.type('jjx');
    expect(await page.getByRole('combobox', { name: 'Search units' }).inputValue()).toBe('jjx');
    expect(await focusedRow(page)).toBe(-1);
  });

  itInDepth('leaves the focus in the search field when the rows change', async () => {
    await show(page, '/table');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await page.keyboard.press('/');
    await page.keyboard.type('40000');
    await expect.poll(() => page.locator('tr[data-row]').count()).toBe(10);
    await page.keyboard.type('0');
    expect(await page.getByRole('combobox', { name: 'Search units' }).inputValue()).toBe('400000');
  });

  itInDepth('enters the table again after a search, also at the row where it was', async () => {
    await show(page, '/table?size=1');
    await page.keyboard.press('j');
    expect(await focusedRow(page)).toBe(0);
    await page.keyboard.press('/');
    expect(await focusedRow(page)).toBe(-1);
    // The first Escape closes the suggestions, the second leaves the field.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    expect(await focusedRow(page)).toBe(0);
  });

  itInDepth('has one row and its controls in the tab order, whatever the number of rows', async () => {
    await show(page, '/table');
    expect(
      await page
        .locator('tbody [tabindex="0"], tbody tr[tabindex="0"] :is(a, button, input):not([tabindex="-1"])')
        .count(),
    ).toBe(6);
    // Columns draw controls of their own.
    const open = page.locator('tbody tr:not([tabindex="0"])').locator('a, button, input, select');
    expect(
      await open.evaluateAll((controls) => controls.filter((each) => (each as HTMLElement).tabIndex >= 0).length),
    ).toBe(0);
    // A cell can draw its controls after its row.
    await show(page, '/table?notes');
    const notes = page.getByLabel('Note', { exact: true });
    await notes.nth(1).waitFor();
    const stops = await notes.evaluateAll((all) => all.map((each) => (each as HTMLElement).tabIndex));
    expect([stops[0], new Set(stops.slice(1))]).toEqual([0, new Set([-1])]);
    await show(page, '/table');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('400000');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await focusedRow(page)).toBe(0);
  });
});

describe('selection', () => {
  it('adds ranges by Shift, with the mouse and with x', async () => {
    await show(page, '/table');
    await tick(page, 2).click();
    await tick(page, 5).click({ modifiers: ['Shift'] });
    await bar(page).getByText('4 of 23,410 selected', { exact: true }).waitFor();
    await row(page, 8).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+X');
    await bar(page).getByText('7 of 23,410 selected', { exact: true }).waitFor();
    await bar(page).getByRole('button', { name: 'Clear the selection' }).click();
    expect(await bar(page).count()).toBe(0);
  });

  itInDepth('survives sorting', async () => {
    await show(page, '/table?total=1000');
    await tick(page, 0).click();
    await tick(page, 3).click();
    await page.getByRole('button', { name: 'Battery' }).click();
    await page.getByRole('button', { name: 'Battery' }).click();
    await bar(page).getByText('2 of 1,000 selected', { exact: true }).waitFor();
    const kept = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: 'Select 400000' }) });
    await expect.poll(() => kept.getAttribute('aria-selected')).toBe('true');
    expect(await tick(page, 3).isChecked()).toBe(false);
  });

  itInDepth('survives paging', async () => {
    await show(page, '/table?size=10');
    await tick(page, 0).click();
    await tick(page, 3).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('link', { name: '400010' }).waitFor();
    await tick(page, 0).click();
    await bar(page).getByText('3 selected, 2 of them not in sight', { exact: true }).waitFor();
    await bar(page).getByRole('button', { name: 'Show' }).click();
    const dialog = page.getByRole('dialog', { name: 'Selected and not in sight' });
    await dialog
      .getByRole('button', { name: /^Remove \S+ from the selection$/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await bar(page).getByText('2 selected, 1 of them not in sight', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Previous page' }).click();
    const kept = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: 'Select 400003' }) });
    await expect.poll(() => kept.getAttribute('aria-selected')).toBe('true');
  });

  it('can include the page, then all matching rows; removing one keeps the rest of the page', async () => {
    await show(page, '/table?size=25');
    const head = page.getByRole('checkbox', { name: 'Select all on this page' });
    await tick(page, 0).click();
    expect(await head.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await head.click();
    await bar(page).getByText('25 of 23,410 selected', { exact: true }).waitFor();
    await bar(page).getByRole('button', { name: 'Select all 23,410 that match' }).click();
    await bar(page).getByText('All 23,410 that match are selected', { exact: true }).waitFor();
    await tick(page, 4).click();
    await bar(page).getByText('24 of 23,410 selected', { exact: true }).waitFor();
  });
});

describe('columns', () => {
  itInDepth('are drawn in sight only if there are many, each below its heading', async () => {
    await show(page, '/table?many');
    const cells = (index: number) => row(page, index).locator('td:not([aria-hidden])');
    const grid = page.getByRole('grid', { name: 'Units' });
    const head = page.getByRole('columnheader', { name: 'Count', exact: true });
    const all = Number(await grid.getAttribute('aria-colcount'));
    await expect.poll(() => cells(3).count()).toBeLessThan(all - 15);
    expect(await cells(3).nth(1).getAttribute('aria-colindex')).toBe('2');
    await grid.evaluate((table) => table.parentElement!.scrollTo(1e6, 0));
    const last = cells(3).last();
    await expect.poll(() => last.textContent()).toMatch(/^Count of 400003/);
    expect(await last.getAttribute('aria-colindex')).toBe(String(all));
    expect((await last.boundingBox())!.x).toBeCloseTo((await head.boundingBox())!.x, 0);
    expect(await cells(3).nth(1).textContent()).toMatch(/^400003/);
    expect(await cells(3).count()).toBeLessThan(all - 15);
    // The key Tab leads from the row of the keyboard to all its controls.
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(await cells(await focusedRow(page)).count()).toBe(all);
  });

  itInDepth('that were out of sight have controls that act at one click in any row, and open no row', async () => {
    await show(page, '/table?many');
    await page.keyboard.press('j');
    await expect.poll(() => focusedRow(page)).toBe(0);
    await page.getByRole('grid', { name: 'Units' }).evaluate((table) => table.parentElement!.scrollTo(1e6, 0));
    const control = row(page, 3).getByRole('button', { name: /^Count of 400003/ });
    await control.waitFor();
    const drawn = await row(page, 3).locator('td').count();
    const { x, y, width, height } = (await control.boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await expect.poll(() => control.textContent()).toBe('Count of 400003: 1');
    expect(await page.getByTestId('opened').textContent()).toBe('');
    // The row has become the one of the keyboard, draws all its columns, and its control is where it was.
    expect(await focusedRow(page)).toBe(3);
    await expect.poll(() => row(page, 3).locator('td').count()).toBeGreaterThan(drawn + 10);
    expect(await control.boundingBox()).toEqual({ x, y, width, height });
    expect(new URL(page.url()).pathname).toBe('/table');
  });

  it('sort ascending, descending and not at all, with an announcement', async () => {
    await show(page, '/table?total=1000');
    const head = page.getByRole('columnheader', { name: 'Battery' });
    const press = () => head.getByRole('button').click();
    const first = () => row(page, 0).locator('td').nth(7).textContent();
    await press();
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect(await first()).toBe('100 %');
    await press();
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    expect(await first()).toBe('0 %');
    await press();
    expect(await head.getAttribute('aria-sort')).toBe('none');
  });

  itInDepth.each([
    ['the first of many', '/table?size=10'],
    ['the last of many', '/table?size=10&total=15'],
  ])('do not sort a page that is %s, and say why', async (which, path) => {
    await show(page, path);
    if (which === 'the last of many') {
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByText('11–15 of 15', { exact: true }).waitFor();
    }
    const head = page.getByRole('columnheader', { name: 'Battery' });
    const serials = () => page.locator('tr[data-row] a').allTextContents();
    const before = await serials();
    await head.getByRole('button').click({ force: true });
    await page
      .getByRole('tooltip', { name: 'Only a list on a single page can be sorted. Search, or show more rows per page.' })
      .waitFor();
    expect(await serials()).toEqual(before);
    expect(await head.getAttribute('aria-sort')).toBeNull();
    expect(await head.getByRole('button').getAttribute('aria-disabled')).toBe('true');
  });

  itInDepth('keep their order once the list has a second page', async () => {
    await show(page, '/table?total=50&size=100');
    const head = page.getByRole('columnheader', { name: 'Battery' });
    await head.getByRole('button').click();
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await page.getByLabel('Rows per page').selectOption('25');
    await page.getByText('1–25 of 50', { exact: true }).waitFor();
    expect(await head.getAttribute('aria-sort')).toBeNull();
    expect(await page.locator('tr[data-row] a').first().textContent()).toBe('400000');
  });

  it('are chosen in a searchable dialog, without two exclusive ones', async () => {
    await show(page, '/table');
    await page.getByRole('button', { name: 'Table settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Table settings' });
    const box = (name: string) => dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) });
    await dialog.getByRole('textbox', { name: 'Find a column' }).fill('line');
    await dialog.getByText('Line ID', { exact: true }).click();
    expect(await box('Line ID Instead').isChecked()).toBe(true);
    await dialog.getByText('Line ID and unit ID', { exact: true }).click();
    expect(await box('Line ID Instead').isChecked()).toBe(false);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('columnheader', { name: 'Line ID and unit ID' }).waitFor({ state: 'attached' });
    expect(await page.getByRole('columnheader', { name: 'Line ID', exact: true }).count()).toBe(0);
  });

  itInDepth('ask before a change is dropped', async () => {
    await show(page, '/table');
    await page.getByRole('button', { name: 'Table settings' }).click();
    await page.getByRole('button', { name: 'None' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Table settings' }).click();
    await page.getByText('11 of 15 columns', { exact: true }).waitFor();
  });

  itInDepth('have rows of 36 px, or of 28 px, which is stored', async () => {
    await show(page, '/table');
    const height = async () => (await row(page, 2).boundingBox())!.height;
    expect(await height()).toBe(36);
    await page.getByRole('button', { name: 'Table settings' }).click();
    await page.getByText('Dense', { exact: true }).click();
    await expect.poll(height).toBe(28);
    await page.reload();
    await row(page, 2).waitFor();
    expect(await height()).toBe(28);
  });
});

describe('export', () => {
  const begin = async (page: Page) => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Download', exact: true }).click();
  };
  const download = async (page: Page) => {
    const [file] = await Promise.all([page.waitForEvent('download'), begin(page)]);
    return { name: file.suggestedFilename(), lines: readFileSync(await file.path(), 'utf8').split('\r\n') };
  };
  const serialsIn = (lines: readonly string[]) => lines.slice(1).map((line) => line.match(/\d{6}/)?.[0]);
  const reported = (page: Page) => page.getByTestId('opened').textContent();

  it('writes the rows as CSV, with formulas neutralised', async () => {
    await show(page, '/table?total=1000');
    const { name, lines } = await download(page);
    expect(name).toBe('units.csv');
    expect(lines[0]).toBe(
      '\uFEFF"Serial number","State","Model","Label","Dealer","Last ping","Battery","Signal, dBm","ICCID","IMEI","Firmware"',
    );
    expect(lines).toHaveLength(1001);
    expect(lines[7]).toContain(`"'=cmd|calc"`);
  });

  itInDepth('writes only selected rows if there are some', async () => {
    await show(page, '/table');
    await tick(page, 1).click();
    await tick(page, 4).click();
    const { lines } = await download(page);
    expect(serialsIn(lines)).toEqual(['400001', '400004']);
  });

  itInDepth('writes them in the shown order', async () => {
    await show(page, '/table?total=50');
    await page.getByRole('button', { name: 'Battery' }).click();
    const shown = await page.locator('tr[data-row] a').allTextContents();
    const { lines } = await download(page);
    expect(serialsIn(lines).slice(0, shown.length)).toEqual(shown);
    expect(new Set(serialsIn(lines)).size).toBe(50);
  });

  it('writes all 100,000 rows of a list of which ten are shown, and says how many', async () => {
    await show(page, '/table?total=100000&size=10');
    const { lines } = await download(page);
    expect(lines).toHaveLength(100_001);
    expect(new Set(serialsIn(lines)).size).toBe(100_000);
    await expect.poll(() => reported(page)).toBe('Exported 100,000 rows');
  });

  itInDepth('writes the rows as an Excel file too', async () => {
    await show(page, '/table?total=1000');
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export', exact: true });
    await dialog.getByText('Excel', { exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('units.xlsx');
    // A ZIP archive, which every Excel file is.
    expect(readFileSync(await file.path()).toString('latin1', 0, 4)).toBe('PK\x03\x04');
    expect(await reported(page)).toBe('Exported 1,000 rows');
  });

  itInDepth('writes selected rows of other pages too', async () => {
    await show(page, '/table?size=10');
    await tick(page, 2).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('link', { name: '400010' }).waitFor();
    await tick(page, 4).click();
    const { lines } = await download(page);
    expect(serialsIn(lines)).toEqual(['400002', '400014']);
    expect(await reported(page)).toBe('Exported 2 rows');
  });

  itInDepth('says how many selected rows have left the list', async () => {
    await show(page, '/table?total=10&size=5');
    await tick(page, 2).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('link', { name: '400005' }).waitFor();
    await tick(page, 1).click();
    await page.evaluate(() => history.replaceState(null, '', '/table?total=3&size=5'));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    const { lines } = await download(page);
    expect(serialsIn(lines)).toEqual(['400002']);
    expect(await reported(page)).toBe('Exported 1 of 2 selected rows. The others are not in this list.');
  });

  itInDepth('shows its progress, and ends without a file when it is cancelled', async () => {
    await show(page, '/table?pause=1000');
    let files = 0;
    page.on('download', () => (files += 1));
    await begin(page);
    const dialog = page.getByRole('dialog', { name: 'Export', exact: true });
    await dialog.getByText('All 23,410 rows that match.', { exact: true }).waitFor();
    await dialog.getByText(/^[1-9],000 of 23,410/).waitFor();
    expect(await dialog.getByRole('progressbar', { name: 'Exporting' }).getAttribute('aria-valuemax')).toBe('23410');
    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Export' }).click();
    await dialog.getByRole('checkbox', { name: 'Battery' }).waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    expect(files).toBe(0);
    expect(await reported(page)).toBe('');
  });

  itInDepth('says where it stopped, and goes on from there', async () => {
    await show(page, '/table?total=5000&size=10&failsAt=2000');
    const stopped = page.getByRole('alert').filter({ hasText: /^Stopped after 2,000 rows\. The server is busy$/ });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      begin(page).then(async () => {
        await stopped.waitFor();
        await page.getByRole('button', { name: 'Go on from there' }).click();
      }),
    ]);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(new Set(serialsIn(lines)).size).toBe(5000);
    expect(lines).toHaveLength(5001);
    await expect.poll(() => reported(page)).toBe('Exported 5,000 rows');
  });

  itInDepth('ends without a file when it is cancelled where it stopped', async () => {
    await show(page, '/table?total=5000&size=10&failsAt=2000');
    let files = 0;
    page.on('download', () => (files += 1));
    await begin(page);
    await page.getByRole('button', { name: 'Go on from there' }).waitFor();
    const dialog = page.getByRole('dialog', { name: 'Export', exact: true });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect([files, await reported(page)]).toEqual([0, '']);
  });

  itInDepth('ends without a file when its page is left', async () => {
    await show(page, '/table?pause=1000&total=5000&size=10');
    let files = 0;
    page.on('download', () => (files += 1));
    await begin(page);
    await page.getByText(/^[1-4],000 of 5,000/).waitFor();
    await page.evaluate(() => history.pushState(null, '', '/parts'));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForTimeout(3000);
    expect(files).toBe(0);
  });
});

describe('states', () => {
  itInDepth('shows the shape of rows while the first are loaded', async () => {
    await show(page, '/table?state=loading');
    expect(await page.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    expect(await page.getByRole('row').count()).toBe(1);
  });

  it('shows the failure, keeps the controls and offers a retry', async () => {
    await show(page, '/table?state=error&chips=1');
    const alert = page.getByRole('alert');
    await alert.getByText('Units could not be loaded', { exact: true }).waitFor();
    await alert.getByText('The server did not answer in time', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove filter State' }).waitFor();
    await alert.getByRole('button', { name: 'Try again' }).click();
    expect(await page.getByTestId('opened').textContent()).toBe('retried');
  });

  itInDepth('keeps stale rows and shows their age', async () => {
    await show(page, '/table?state=stale');
    await row(page, 0).waitFor();
    await page.getByText('Stale since 2:05 PM', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    expect(await page.getByTestId('opened').textContent()).toBe('retried');
  });

  itInDepth('explains why the list is empty and what to do next', async () => {
    await show(page, '/table?state=empty');
    await page.getByText('No units match these filters', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).waitFor();
  });
});

describe('an empty page of a list that goes on', () => {
  const NOTHING_YET = 'No match in the part read so far';

  it('says that the list goes on, and reads on by its button and by the pager', async () => {
    const page = await openGallery('/table?state=sparse&size=100');
    await page.getByText(NOTHING_YET, { exact: true }).waitFor();
    expect(await page.getByText('No units match these filters', { exact: true }).count()).toBe(0);
    await expectAccessible(page);
    await picture(page, 'table-empty-part');
    await page.getByRole('button', { name: 'Read on', exact: true }).click();
    await page.getByText(NOTHING_YET, { exact: true }).waitFor();
    expect(await page.getByText('No more rows', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Next page', exact: true }).click();
    await row(page, 0).waitFor();
    await page.getByText('201–300 of 23,410', { exact: true }).waitFor();
  });
});

describe('on a phone', () => {
  it('shows cards that are selected and opened by touch, and loads more near the end', async () => {
    const page = await openGallery('/table', LOOKS.phone);
    const cards = page.getByRole('listitem');
    const atFirst = await cards.count();
    expect(atFirst).toBeLessThan(200);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => cards.count()).toBeGreaterThan(atFirst);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('checkbox', { name: 'Select 400001' }).tap();
    await page.getByText('1 of 23,410 selected', { exact: true }).waitFor();
    await page.getByRole('link', { name: '400000' }).tap();
    await page.waitForURL(/unit=400000/);
  });

  itInDepth('keeps the pager in sight when the focus comes to it over cards that were not drawn yet', async () => {
    const page = await openGallery('/table', LOOKS.phone);
    const next = page.getByRole('button', { name: 'Next page', exact: true });
    await next.waitFor();
    await next.focus();
    const { height } = page.viewportSize()!;
    await expect
      .poll(async () => {
        const box = (await next.boundingBox())!;
        return box.y >= 0 && box.y + box.height <= height;
      })
      .toBe(true);
  });
});
