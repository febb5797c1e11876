import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { itInDepth } from '#support/depth.ts';
import { LOOKS, openGallery, show } from './gallery/open-gallery.ts';

let page: Page;
beforeAll(async () => {
  page = await openGallery('/');
});

const form = (page: Page) => page.getByRole('form', { name: 'New customer' });
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name: new RegExp(`^${name}`) });
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

async function fillIn(page: Page, name: string) {
  await field(page, 'Name').fill(name);
  await form(page).getByLabel('Password', { exact: false }).first().fill('long enough');
  await form(page).getByText('The customer agreed to the terms', { exact: true }).click();
}

describe('a form', () => {
  it('shows an error after leaving a field, next to the field', async () => {
    await show(page, '/forms');
    await field(page, 'Name').focus();
    expect(await form(page).getByText('Say the name', { exact: true }).count()).toBe(0);
    await page.keyboard.press('Tab');
    await form(page).getByText('Say the name', { exact: true }).waitFor();
    const name = field(page, 'Name');
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    const complaint = () =>
      name.evaluate((input) => document.getElementById(input.getAttribute('aria-errormessage') ?? '')?.textContent);
    await expect.poll(complaint).toContain('Say the name');
  });

  it('focuses the first invalid field on submit', async () => {
    await show(page, '/forms');
    await field(page, 'Code').fill('AB1');
    await form(page).getByRole('button', { name: 'Save customer' }).click();
    await expect.poll(() => focusedName(page)).toBe('name');
  });

  itInDepth('shows on focus why it cannot be submitted yet', async () => {
    await show(page, '/forms');
    const save = form(page).getByRole('button', { name: 'Save customer' });
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await form(page).getByRole('checkbox', { name: 'The customer agreed' }).focus();
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip', { name: 'Nothing has changed yet' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('tooltip').count()).toBe(0);
  });

  it("shows the server's issue on its field and keeps the typed text", async () => {
    await show(page, '/forms');
    await fillIn(page, 'Taken');
    await page.keyboard.press('Enter');
    await form(page).getByRole('button', { name: 'Save customer' }).click();
    await form(page).getByText('A customer of that name exists', { exact: true }).waitFor();
    expect(await field(page, 'Name').inputValue()).toBe('Taken');
    expect(await form(page).getByLabel('Password', { exact: false }).first().inputValue()).toBe('long enough');
    await field(page, 'Name').fill('Free');
    expect(await form(page).getByText('A customer of that name exists', { exact: true }).count()).toBe(0);
  });

  itInDepth('shows a failure without a field', async () => {
    await show(page, '/forms');
    await fillIn(page, 'Away');
    await form(page).getByRole('button', { name: 'Save customer' }).click();
    await form(page).getByText('The server is away', { exact: true }).waitFor();
    expect(await field(page, 'Name').inputValue()).toBe('Away');
  });

  itInDepth('passes on the parsed value, once', async () => {
    await show(page, '/forms');
    await fillIn(page, '  Ann Other ');
    await field(page, 'Report interval').fill('1,44');
    await field(page, 'Name').press('Enter');
    await expect.poll(() => page.getByTestId('saved').textContent()).toContain('Ann Other');
    const saved = JSON.parse((await page.getByTestId('saved').textContent())!);
    expect(saved).toMatchObject({ name: 'Ann Other', interval: 144, dealer: 12, phone: '8015550123', terms: true });
    await page.getByText('Customer saved', { exact: true }).waitFor();
  });
});

describe('the bar of unsaved changes', () => {
  const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });

  itInDepth('is shown while something is unsaved, lists it, and discards it', async () => {
    await show(page, '/forms');
    expect(await bar(page).count()).toBe(0);
    await field(page, 'Name').fill('Ann Other');
    await bar(page).getByText('1 unsaved change', { exact: true }).waitFor();
    await bar(page).getByRole('button', { name: 'Review' }).click();
    const review = page.getByRole('dialog', { name: '1 unsaved change' });
    await review.getByText('Ann Other', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await bar(page).getByRole('button', { name: 'Discard' }).click();
    await bar(page).waitFor({ state: 'detached' });
    expect(await field(page, 'Name').inputValue()).toBe('');
  });

  it('saves, and shows what is wrong', async () => {
    await show(page, '/forms');
    await field(page, 'Code').fill('AB1');
    await bar(page).getByRole('button', { name: 'Save from the bar' }).click();
    await form(page).getByText('Say the name', { exact: true }).waitFor();
    await fillIn(page, 'Ann Other');
    await field(page, 'Name').press('Control+s');
    await expect.poll(() => page.getByTestId('saved').textContent()).toContain('Ann Other');
    await bar(page).waitFor({ state: 'detached' });
  });

  itInDepth.each(['light', 'phone'] as const)('stays in sight wherever the page is scrolled: %s', async (look) => {
    const page = await openGallery('/forms', LOOKS[look]);
    const save = bar(page).getByRole('button', { name: 'Save from the bar' });
    const name = field(page, 'Name');
    await name.fill('Ann Other');
    for (const scrollTo of [name, page.locator('input[type=file]')]) {
      await scrollTo.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const box = (await save.boundingBox())!;
      expect(box.y).toBeGreaterThan(0);
      expect(box.y + box.height).toBeLessThanOrEqual(LOOKS[look].viewport!.height);
    }
  });
});

describe('fields', () => {
  it('accept a phone number as digits and format it, wherever the caret is [P1-V11 P1-V12 P1-V13]', async () => {
    await show(page, '/forms');
    const phone = field(page, 'Phone');
    await phone.fill('');
    await phone.pressSequentially('80a1-5550');
    expect(await phone.inputValue()).toBe('(801) 555-0');
    await phone.pressSequentially('123999');
    expect(await phone.inputValue()).toBe('(801) 555-0123');
    await phone.press('Home');
    await phone.press('ArrowRight');
    await phone.press('Delete');
    expect(await phone.inputValue()).toBe('(015) 550-123');
  });

  itInDepth('have the caret of a phone number in its place before the next key', async () => {
    await show(page, '/forms');
    const phone = field(page, 'Phone');
    await phone.fill('8015550');
    await phone.press('Home');
    const caretAfter = (text: string) =>
      phone.evaluate((input: HTMLInputElement, typed) => {
        document.execCommand('insertText', false, typed);
        return input.selectionStart;
      }, text);
    expect(await caretAfter('9')).toBe('(9'.length);
    expect(await caretAfter('x'), 'what is not a digit is left out').toBe('(9'.length);
    expect(await phone.inputValue()).toBe('(980) 155-50');
  });

  itInDepth('accept several pasted addresses, which can be removed one by one', async () => {
    await show(page, '/forms');
    const report = field(page, 'Report to');
    await report.focus();
    await page.evaluate(() => navigator.clipboard.writeText('Bob <bob@example.com>, cy@example.com'));
    await page.keyboard.press('Control+v');
    await form(page).getByRole('button', { name: 'Remove bob@example.com' }).waitFor();
    await report.press('Backspace');
    expect(await report.inputValue()).toBe('cy@example.com');
    await report.fill('nobody');
    await report.press('Enter');
    await page.keyboard.press('Tab');
    await form(page).getByText('Not an e-mail address', { exact: true }).waitFor();
  });

  itInDepth('find an option by typing and choose it by keyboard', async () => {
    await show(page, '/forms');
    const dealer = form(page).getByRole('combobox', { name: /^Dealer/ });
    await dealer.fill('298');
    await dealer.press('Enter');
    expect(await dealer.inputValue()).toBe('Dealer 298');
    await dealer.fill('nothing like it');
    await form(page).getByText('Nothing found', { exact: true }).waitFor();
    await dealer.press('Escape');
    expect(await dealer.inputValue()).toBe('Dealer 298');
  });

  itInDepth('show an option whole, however long it is', async () => {
    await show(page, '/forms');
    await form(page)
      .getByRole('combobox', { name: /^Dealer/ })
      .fill('300');
    const option = page.getByRole('option', { name: 'Dealer 300', exact: true });
    const isCut = await option.evaluate((row) => {
      const text = row.querySelector('span')!;
      text.textContent = 'A profile with a long name that ends with its firmware '.repeat(3);
      return text.scrollWidth > text.clientWidth || row.scrollWidth > row.clientWidth || text.clientHeight < 30;
    });
    expect(isCut).toBe(false);
    await page.keyboard.press('Escape');
  });

  itInDepth('reject a range that ends before it starts, and offer presets', async () => {
    await show(page, '/forms');
    const group = page.getByRole('group', { name: 'Date range' });
    await group.getByLabel('Start date', { exact: true }).fill('11/22/2026');
    await group.getByText('The end date is before the start date', { exact: true }).waitFor();
    await group.getByLabel('Start date', { exact: true }).fill('11/20/2026');
    expect(await group.getByText('The end date is before the start date', { exact: true }).count()).toBe(0);
    await group.getByLabel('Range').selectOption('Yesterday');
    const start = await group.getByLabel('Start date', { exact: true }).inputValue();
    expect(start).toBe(await group.getByLabel('End date', { exact: true }).inputValue());
  });
});

describe('an upload', () => {
  const file = (name: string, text = 'UnitSerNum\r\n400123') => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  const drop = (page: Page) => page.locator('input[type=file]');

  itInDepth('rejects another kind of file before sending', async () => {
    await show(page, '/forms');
    await drop(page).setInputFiles(file('units.pdf'));
    await page.getByText('Only CSV files supported', { exact: true }).waitFor();
  });

  it('sends the fields before the file, and shows when it is finished', async () => {
    await show(page, '/forms');
    let body = '';
    await page.route('**/upload', (route) => {
      body = route.request().postData() ?? '';
      return route.fulfill({ status: 204 });
    });
    await drop(page).setInputFiles(file('units.csv'));
    await page.getByText(/ · uploaded$/).waitFor();
    expect(body.indexOf('uploads/1')).toBeGreaterThan(0);
    expect(body.indexOf('uploads/1')).toBeLessThan(body.indexOf('units.csv'));
  });

  itInDepth('shows why the store refused it, and retries', async () => {
    await show(page, '/forms');
    let answer = { status: 400, body: '<Error><Code>EntityTooLarge</Code></Error>' };
    await page.route('**/upload', (route) => route.fulfill(answer));
    await drop(page).setInputFiles(file('units.csv'));
    await page.getByText('The file is too large', { exact: true }).waitFor();
    answer = { status: 204, body: '' };
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/ · uploaded$/).waitFor();
  });

  itInDepth('can be cancelled while it is running', async () => {
    await show(page, '/forms');
    await page.route('**/upload', () => {});
    await drop(page).setInputFiles(file('units.csv'));
    await page.getByRole('button', { name: 'Cancel the upload of units.csv' }).click();
    await page.getByText('A CSV file with one unit per line', { exact: true }).waitFor();
  });
});
