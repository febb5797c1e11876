import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
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

  it('keep head and first column visible while scrolling', async () => {
    await show(page, '/table');
    const head = page.getByRole('columnheader', { name: 'Serial number' });
    const before = await head.boundingBox();
    await page.getByRole('grid').evaluate((table) => table.parentElement!.scrollTo(500, 4000));
    await row(page, 110).waitFor();
    expect(await head.boundingBox()).toEqual(before);
    expect((await row(page, 115).getByRole('link').boundingBox())!.x).toBeGreaterThanOrEqual(before!.x);
  });

  it('open by Enter, by click, and in a new tab with Control', async () => {
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

  it('copy an identifier on click with a message, without opening the row', async () => {
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

  it('keeps the focus on a row that is scrolled out of view', async () => {
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

  it('does not move while typing', async () => {
    const page = await openGallery('/table');
    await page.keyboard.press('/');
    await page.keyboard.type('jjx');
    expect(await page.getByRole('combobox', { name: 'Search units' }).inputValue()).toBe('jjx');
    expect(await focusedRow(page)).toBe(-1);
  });

  it('leaves the focus in the search field when the rows change', async () => {
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

  it('enters the table again after a search, also at the row where it was', async () => {
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

  it('has one row and its controls in the tab order, whatever the number of rows', async () => {
    await show(page, '/table');
    expect(
      await page
        .locator('tbody [tabindex="0"], tbody tr[tabindex="0"] :is(a, button, input):not([tabindex="-1"])')
        .count(),
    ).toBe(6);
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

  it('survives sorting and paging', async () => {
    await show(page, '/table?size=10');
    await tick(page, 0).click();
    await tick(page, 3).click();
    await page.getByRole('button', { name: 'Battery' }).click();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('link', { name: '400010' }).waitFor();
    await tick(page, 0).click();
    await bar(page).getByText('3 of 23,410 selected', { exact: true }).waitFor();
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
  it('sort ascending, descending and not at all, with an announcement', async () => {
    await show(page, '/table');
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

  it('lose unsaved changes', async () => {
    await show(page, '/table');
    await page.getByRole('button', { name: 'Table settings' }).click();
    await page.getByRole('button', { name: 'None' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Table settings' }).click();
    await page.getByText('11 of 14 columns', { exact: true }).waitFor();
  });

  it('have rows of 36 px, or of 28 px, which is stored', async () => {
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
  const download = async (page: Page) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    return { name: file.suggestedFilename(), lines: readFileSync(await file.path(), 'utf8').split('\r\n') };
  };

  it('writes the shown rows as CSV, with formulas neutralised', async () => {
    await show(page, '/table');
    const { name, lines } = await download(page);
    expect(name).toBe('units.csv');
    expect(lines[0]).toBe(
      '\uFEFFSerial number,State,Model,Label,Dealer,Last ping,Battery,"Signal, dBm",ICCID,IMEI,Firmware',
    );
    expect(lines).toHaveLength(1001);
    expect(lines[7]).toContain(`"'=cmd|calc"`);
  });

  it('writes only selected rows if there are some', async () => {
    await show(page, '/table');
    await tick(page, 1).click();
    await tick(page, 4).click();
    const { lines } = await download(page);
    expect(lines.slice(1).map((line) => line.slice(0, 6))).toEqual(['400001', '400004']);
  });
});

describe('states', () => {
  it('shows the shape of rows while the first are loaded', async () => {
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

  it('keeps stale rows and shows their age', async () => {
    await show(page, '/table?state=stale');
    await row(page, 0).waitFor();
    await page.getByText('Stale since 14:05', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    expect(await page.getByTestId('opened').textContent()).toBe('retried');
  });

  it('explains why the list is empty and what to do next', async () => {
    await show(page, '/table?state=empty');
    await page.getByText('No units match these filters', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).waitFor();
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
});
