import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { itInDepth } from '#support/depth.ts';
import { openGallery } from './gallery/open-gallery.ts';

const answer = (page: Page) => page.getByTestId('answer').textContent();

describe('confirming', () => {
  it('waits until every acknowledgement is ticked', async () => {
    const page = await openGallery('/overlays');
    await page.getByRole('button', { name: 'Deactivate SIM' }).click();
    const dialog = page.getByRole('alertdialog');
    const act = dialog.getByRole('button', { name: 'Deactivate SIM' });
    await dialog.getByText('The caller ID changes', { exact: true }).click();
    await dialog.getByText('Reactivating costs an activation fee', { exact: true }).click();
    await act.click({ force: true });
    expect(await dialog.count()).toBe(1);
    await dialog.getByText('The unit becomes inoperable and can no longer be reached', { exact: true }).click();
    await act.click();
    await expect.poll(() => answer(page)).toBe('true');
  });

  itInDepth('treats Escape as no and returns the focus', async () => {
    const page = await openGallery('/overlays');
    await page.getByRole('button', { name: 'Deactivate SIM' }).click();
    await page.getByRole('alertdialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => answer(page)).toBe('false');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Deactivate SIM');
  });

  itInDepth('begins at the first consequence, or at the button that confirms what can be reversed', async () => {
    const page = await openGallery('/overlays');
    const focused = (role: 'checkbox' | 'button', name: string) =>
      page.getByRole('alertdialog').getByRole(role, { name }).and(page.locator(':focus'));
    await page.getByRole('button', { name: 'Deactivate SIM' }).click();
    await focused('checkbox', 'The unit becomes inoperable and can no longer be reached').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Toggle report' }).click();
    await focused('button', 'Turn on').waitFor();
  });

  it("asks again unless 'don't show again' was chosen", async () => {
    const page = await openGallery('/overlays');
    const ask = () => page.getByRole('button', { name: 'Toggle report' }).click();
    await ask();
    await page.getByText("Don't show again", { exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => answer(page)).toBe('false');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await ask();
    await page.getByText("Don't show again", { exact: true }).click();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect.poll(() => answer(page)).toBe('true');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.reload();
    await ask();
    await expect.poll(() => answer(page)).toBe('true');
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });
});

describe('a dialog with a form', () => {
  const openForm = async () => {
    const page = await openGallery('/overlays');
    await page.getByRole('button', { name: 'New zone' }).click();
    const dialog = page.getByRole('dialog', { name: 'New zone' });
    await dialog.waitFor();
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    return { page, dialog, question, label: dialog.getByRole('textbox', { name: /^Label/ }) };
  };

  itInDepth('begins in its first field', async () => {
    const { page } = await openForm();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('label');
  });

  itInDepth('closes at once while nothing is changed', async () => {
    const { page, dialog, label } = await openForm();
    await label.fill('Hall');
    await label.fill('');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it.each([
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['a click outside', (page: Page) => page.mouse.click(5, 5)],
    ['the cross', (page: Page) => page.getByRole('button', { name: 'Close' }).click()],
    ['Cancel', (page: Page) => page.getByRole('button', { name: 'Cancel' }).click()],
  ])('asks before it drops a change by %s', async (_, close) => {
    const { page, dialog, question, label } = await openForm();
    await label.fill('Hall');
    await close(page);
    await question.getByText('Not saved: Label.', { exact: true }).waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await label.inputValue()).toBe('Hall');
    await close(page);
    await question.getByRole('button', { name: 'Discard', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New zone' }).click();
    expect(await label.inputValue()).toBe('');
  });

  itInDepth('asks also for text that a field has not taken yet', async () => {
    const { page, dialog, question } = await openForm();
    await dialog.getByRole('textbox', { name: /^Contacts/ }).pressSequentially('ann@ex');
    await page.keyboard.press('Escape');
    await question.getByText('Not saved: Contacts.', { exact: true }).waitFor();
  });

  itInDepth('closes an open list first', async () => {
    const { page, dialog } = await openForm();
    const sensor = dialog.getByRole('combobox', { name: /^Sensor/ });
    const list = page.getByRole('listbox', { name: 'Sensor' });
    await sensor.click();
    await list.waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await sensor.click();
    await list.waitFor();
    await page.mouse.click(5, 5);
    await list.waitFor({ state: 'detached' });
    expect(await dialog.count()).toBe(1);
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });
  });

  itInDepth('shows a list whole, also where it is longer than the dialog', async () => {
    const { dialog, page } = await openForm();
    await dialog.getByRole('combobox', { name: /^Sensor/ }).click();
    const list = (await page.locator('[popover]').boundingBox())!;
    expect(list.height).toBeGreaterThan(200);
    const covers = await page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('[role=option]') !== null,
      { x: list.x + list.width / 2, y: list.y + list.height - 20 },
    );
    expect(covers, 'the last option in sight can be clicked').toBe(true);
  });

  itInDepth('closes without a question after a save', async () => {
    const { page, dialog, label } = await openForm();
    await label.fill('Hall');
    await dialog.getByRole('button', { name: 'Add zone' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });

  it('keeps the page while it has a change, with the choices Stay and Leave', async () => {
    const page = await openGallery('/overlays');
    await page.getByRole('link', { name: 'Leave' }).click();
    await page.waitForURL('**/parts');
    await page.goBack();
    await page.getByRole('button', { name: 'New zone' }).click();
    const dialog = page.getByRole('dialog', { name: 'New zone' });
    const label = dialog.getByRole('textbox', { name: /^Label/ });
    await label.fill('Hall');
    await page.goForward();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByText('Not saved: Label.', { exact: true }).waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await label.inputValue()).toBe('Hall');
    expect(await dialog.count()).toBe(1);
    await page.goForward();
    await question.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.waitForURL('**/parts');
  });
});

describe('a tooltip', () => {
  it.each([
    ['a hint', (page: Page) => page.getByRole('button', { name: 'Hint' })],
    ['a reason', (page: Page) => page.getByRole('button', { name: 'Reset the unit' })],
    ['a time', (page: Page) => page.getByRole('time')],
  ])(
    'opens after 1.5 s over %s and closes 0.5 s after the mouse has left [P2-K16 P2-K17 P3-K49 P3-K50]',
    async (_, over) => {
      const page = await openGallery('/overlays');
      // The page's own clock stops between the steps.
      const now = Date.now();
      await page.clock.install({ time: now });
      await page.clock.pauseAt(now + 60_000);
      await page.mouse.move(640, 500);
      await over(page).hover();
      const tooltip = page.getByRole('tooltip');
      await page.clock.runFor(1450);
      expect(await tooltip.count()).toBe(0);
      await page.clock.runFor(100);
      expect(await tooltip.count()).toBe(1);
      await page.mouse.move(640, 500);
      await page.clock.runFor(450);
      expect(await tooltip.count()).toBe(1);
      await page.clock.runFor(100);
      expect(await tooltip.count()).toBe(0);
    },
  );
});

describe('toasts', () => {
  itInDepth('show the result, can have an action, and do not repeat the same text', async () => {
    const page = await openGallery('/overlays');
    await page.getByRole('button', { name: 'Show toasts' }).click();
    await page.getByRole('button', { name: 'Show toasts' }).click();
    const failure = page.getByText('Something went wrong', { exact: true });
    await failure.first().waitFor();
    expect(await failure.count()).toBe(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => answer(page)).toBe('tried');
  });
});

describe('the command palette', () => {
  it('opens by Control-K, finds, navigates, and lists recent commands first', async () => {
    const page = await openGallery('/overlays');
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('failed');
    await palette.getByRole('option', { name: /Failed to download/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
    await page.keyboard.press('Control+k');
    await palette.getByText('Recent', { exact: true }).waitFor();
    expect(await palette.getByRole('option').first().textContent()).toContain('Failed to download');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
  });

  itInDepth('adds search results, and opens them in a new tab with Control', async () => {
    const page = await openGallery('/overlays');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('77');
    await page.getByRole('option', { name: /4001770/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')]);
    expect(opened.url()).toContain('found=1');
  });

  itInDepth('shows that a search failed', async () => {
    const page = await openGallery('/overlays');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('fail');
    await page.getByText('Found: the search failed. Type on to try again', { exact: true }).waitFor();
  });
});

describe('shortcuts', () => {
  itInDepth('are listed by ?, including those of the page', async () => {
    const page = await openGallery('/table');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Select all on the page', { exact: true }).waitFor();
    await dialog.getByText('Search or jump to anything', { exact: true }).waitFor();
  });
});

describe('the query bar', () => {
  it('makes chips of filters by keyboard alone', async () => {
    const page = await openGallery('/table');
    await page.keyboard.press('/');
    await page.keyboard.type('State: dea');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove filter State' }).waitFor();
    const states = await page.locator('tr[data-row] td:nth-child(3)').allTextContents();
    expect(new Set(states)).toEqual(new Set(['Deactivated']));
    await page.keyboard.press('Backspace');
    await page.getByRole('button', { name: 'Remove filter State' }).waitFor({ state: 'detached' });
  });

  itInDepth('becomes a search for other text, and an empty field searches for nothing', async () => {
    const page = await openGallery('/table');
    const bar = page.getByRole('combobox', { name: 'Search units' });
    await bar.fill('400007');
    await bar.press('Enter');
    await expect.poll(() => page.locator('tr[data-row]').count()).toBe(1);
    await bar.fill('');
    await bar.press('Enter');
    await expect.poll(() => page.locator('tr[data-row]').count()).toBeGreaterThan(10);
  });
});
