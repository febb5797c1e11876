import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { signIn } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { newPerson, openPage } from '#support/page.ts';

const NORA = 'dealer@northwind.example';

/** Stops the page's clock some seconds from now, which a busy machine needs to get there. From then on only `runFor` moves it. */
const stopClock = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));

/** Opens the page as Nora, and stops its clock when the element is shown. */
async function stoppedAt(path: string, ready: (page: Page) => Locator): Promise<Page> {
  const page = await openPage({ as: NORA });
  await page.clock.install();
  await page.goto(path);
  await ready(page).waitFor();
  await stopClock(page);
  return page;
}

// A modal dialog hides the rest of the page.
const toastOf = (page: Page, words: string) =>
  page.getByRole('status', { includeHidden: true }).getByText(words, { exact: true });

/** Runs the clock until the number of toasts is right. */
const runUntil = (page: Page, words: string, count: 0 | 1, milliseconds: number) =>
  expect
    .poll(async () => {
      await page.clock.runFor(milliseconds);
      return toastOf(page, words).count();
    })
    .toBe(count);

interface Message {
  words: string;
  seconds: number;
  shown: () => Promise<Page>;
}

const MESSAGES: Message[] = [
  {
    words: 'Nothing to update',
    seconds: 3,
    shown: async () => {
      const save = (page: Page) => page.getByRole('button', { name: 'Save settings' });
      const page = await stoppedAt('/userSettings', save);
      await save(page).click();
      return page;
    },
  },
  {
    words: 'Problem getting preferences. Please refresh the page and try again',
    seconds: 6,
    shown: async () => {
      const units = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Units', exact: true });
      const page = await stoppedAt('/', units);
      await page.route('**/api/getTableSettings/*', (route) => route.fulfill({ status: 500, json: {} }));
      await units(page).click();
      return page;
    },
  },
  {
    words: 'User was not deleted properly. Please refresh the page and try again.',
    seconds: 15,
    shown: async () => {
      const person = await newPerson({ first: 'Nele', last: 'Wood' });
      const actions = (page: Page) => page.getByRole('button', { name: `Actions for ${person}` });
      const page = await stoppedAt(`/admin/UserManagement?q=${person}`, actions);
      const refusal = { code: 'CONFLICT', message: 'The user changed meanwhile', issues: [], correlationId: 'x' };
      await page.route('**/api/user/*', (route) =>
        route.request().method() === 'DELETE' ? route.fulfill({ status: 409, json: refusal }) : route.continue(),
      );
      await actions(page).click();
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
      return page;
    },
  },
  {
    words: 'File Type not recognized',
    seconds: 20,
    shown: async () => {
      const more = (page: Page) => page.getByRole('button', { name: 'More actions' });
      const page = await stoppedAt('/unitManagement', more);
      await more(page).click();
      await page.getByText('Find units by a file', { exact: true }).click();
      const file = { name: 'renamed.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\0\0\0') };
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
      return page;
    },
  },
  {
    words: 'Link has expired. Click here to go through process again',
    seconds: 30,
    shown: async () => {
      const page = await openPage();
      await page.clock.install();
      // The page needs its clock to load. The answer brings the toast.
      await page.route('**/api/checkResetPasswordToken*', async (route) => {
        await stopClock(page);
        await route.continue();
      });
      await page.goto('/resetPassword?token=long-gone');
      return page;
    },
  },
];

it.each(MESSAGES)("'$words' is shown for $seconds s [P1-K01 P1-K02 P2-B137 P2-K09 P3-K51 P2-M18]", async (message) => {
  const { words, seconds } = message;
  const page = await message.shown();
  await runUntil(page, words, 1, 100);
  await page.clock.runFor((seconds - 0.5) * 1_000);
  expect(await toastOf(page, words).count()).toBe(1);
  // It fades out after its time.
  await page.clock.runFor(1_000);
  await runUntil(page, words, 0, 0);
});

it('of a user is not shown to the next one', async () => {
  const page = await openPage({ as: NORA, at: '/unitManagement' });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByText('Find units by a file', { exact: true }).click();
  const file = { name: 'renamed.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\0\0\0') };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  const toast = toastOf(page, 'File Type not recognized');
  await toast.waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('navigation').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('/login');
  // No load in between, which would remove it.
  await signIn(page, 'engineer@watchkeep.example');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await toast.count()).toBe(0);
});

itInDepth('of a failure leaves the buttons of a dialog uncovered, so that one can try again', async () => {
  const page = await openPage({
    as: 'engineer@watchkeep.example',
    at: '/dealers',
    look: { viewport: { width: 1280, height: 800 } },
  });
  await page.getByRole('button', { name: 'New dealer', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New dealer', exact: true });
  await dialog.getByRole('textbox', { name: 'Dealer name' }).fill('Northwind Idaho');
  await dialog.getByRole('textbox', { name: 'Billing code' }).fill('IDAHO');
  await page.route('**/api/**', (route) => route.abort());
  const create = dialog.getByRole('button', { name: 'Create dealer', exact: true });
  await create.click();
  const toast = toastOf(page, 'Watchkeep cannot be reached. Check your connection and try again.');
  await toast.waitFor();
  const { x, width } = (await dialog.boundingBox())!;
  expect((await toast.boundingBox())!.x).toBeGreaterThan(x + width);
  // Once it has worked, it is no longer said to have failed.
  await page.unroute('**/api/**');
  await create.click();
  const success = toastOf(page, 'Dealer created');
  await expect.poll(async () => [await success.count(), await toast.count()]).toEqual([1, 0]);
});
