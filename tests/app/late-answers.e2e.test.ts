import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { itInDepth } from '#support/depth.ts';
import { newPerson, openPage, seededUnit } from '#support/page.ts';
import { acknowledge } from '#support/screen.ts';

const NORA = 'dealer@northwind.example';
const unit = seededUnit('MXD-LTE');

interface Change {
  of: string;
  at: () => Promise<string>;
  /** The address of the call, and its method; then what it answers. */
  call: [string, string];
  status: number;
  ask: (page: Page) => Promise<void>;
}

const CHANGES: Change[] = [
  {
    of: 'a list that is read again',
    at: async () => `/admin/UserManagement?q=${await newPerson({ first: 'Ida', last: 'Late' })}`,
    call: ['**/api/user/*', 'DELETE'],
    status: 200,
    ask: async (page) => {
      await page.getByRole('button', { name: /^Actions for ida/ }).click();
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user', exact: true }).click();
    },
  },
  {
    of: 'a page that shows the change before it is stored, and that it failed',
    at: async () => `/unitManagement/unitEdit?Unit=${unit.UnitSerNum}`,
    call: ['**/api/unit/reporting', 'PUT'],
    status: 500,
    ask: async (page) => {
      await page
        .getByRole('switch', { name: `Reporting of ${unit.UnitSerNum}` })
        .first()
        .click();
      const dialog = page.getByRole('alertdialog');
      await acknowledge(dialog);
      await dialog.getByRole('button', { name: /^Switch reporting/ }).click();
    },
  },
];

itInDepth.each(CHANGES)(
  'that come after the sign-out raise no error: $of',
  async ({ at, call: [address, method], status, ask }) => {
    const page = await openPage({ as: NORA, at: await at() });
    const errors: string[] = [];
    page.removeAllListeners('pageerror');
    page.on('pageerror', ({ message }) => errors.push(message));
    let held: Route | undefined;
    await page.route(address, async (route) => {
      if (route.request().method() !== method) return route.continue();
      held = route;
    });
    await ask(page);
    await expect.poll(() => held !== undefined).toBe(true);
    await page.getByRole('navigation').getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL('/login');
    const answered = page.waitForEvent('requestfinished', (request) => request === held!.request());
    await held!.fulfill({ status, json: {} });
    await answered;
    // A later task of the page comes after what follows the answer.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(errors).toEqual([]);
  },
);
