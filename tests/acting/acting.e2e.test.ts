import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { users } from '#core/users/contract.ts';
import { LOOKS } from '#support/browser.ts';
import { ask } from '#support/call.ts';
import { itInDepth } from '#support/depth.ts';
import { endSessionOf, openPage, readSessionAnew, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { accountOf, barOf, endIsTold, loadsWithin, openActing, takeOn, twoPeople } from './taken-on-access.ts';

const ADMINISTRATOR = 'admin@watchkeep.example';

/** Delays the next navigation of the browser until the test releases it. */
async function slowPage(page: Page): Promise<() => void> {
  const waiting = Promise.withResolvers<void>();
  await page.route(
    (url) => !/^\/(api|auth|assets)\//.test(url.pathname),
    async (route) => {
      if (route.request().isNavigationRequest()) await waiting.promise;
      await route.continue();
    },
  );
  return waiting.resolve;
}

describe('taken-on access', () => {
  it('shows its user and end, also on a phone, and can be ended early [P1-B29 P1-C16]', async () => {
    const people = await twoPeople();
    const page = await openPage({ look: LOOKS.phone });
    const bar = await takeOn(page, people);
    expect(await bar.textContent()).toMatch(
      /^Tara Quill acts with the access of Otto Brandt.* until \d\d?:\d\d( [AP]M)?\./,
    );
    await expectAccessible(page);
    await picture(page, 'acting-phone');
    await bar.getByRole('button', { name: 'Exit' }).click();
    await endIsTold(page);
    await bar.waitFor({ state: 'detached' });
    await accountOf(page, 'Tara Quill').waitFor();
    // Shown once, not on every page.
    await page.reload();
    await accountOf(page, 'Tara Quill').waitFor();
    await page.waitForTimeout(500);
    expect(await page.getByText(/You act as yourself again/).count()).toBe(0);
  });

  it('is announced on every screen and in every tab, with both names, and is kept in the history of the user [P1-B29 P1-C16]', async () => {
    const people = { taker: 'dealer@northwind.example', other: 'staff@oregon.example' };
    const page = await openPage();
    const bar = await takeOn(page, people);
    expect(await bar.textContent()).toMatch(
      /Nora Whitfield acts with the access of Owen Redding \(staff@oregon.example\) until/,
    );
    // Screens for administrators are missing, here and when opened by address.
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    await page.goto('/unitManagement');
    await bar.waitFor();
    await page.getByRole('button', { name: /^Account of Owen Redding/ }).waitFor();
    await expectAccessible(page);
    await picture(page, 'acting-light');
    const second = await page.context().newPage();
    await second.goto('/unitManagement');
    await barOf(second).waitFor();

    await bar.getByRole('button', { name: 'Exit' }).click();
    await page.getByRole('button', { name: /^Account of Nora Whitfield/ }).waitFor();
    expect(await bar.count()).toBe(0);

    await page.goto(`/admin/UserManagement?q=${encodeURIComponent(people.other)}`);
    await page.getByRole('button', { name: `Actions for ${people.other}` }).click();
    await page.getByRole('menuitem', { name: 'History', exact: true }).click();
    await page.getByRole('link', { name: 'Changes of the user' }).click();
    await page.getByText('Nora Whitfield took on the access of Owen Redding', { exact: true }).first().waitFor();
    await page.getByText('Nora Whitfield gave the access of Owen Redding back', { exact: true }).first().waitFor();
  });

  itInDepth('shows its end on the new page, even if the old page unloads slowly', async () => {
    const people = await twoPeople();
    const page = await openPage();
    const bar = await openActing(page, people);
    await page.evaluate('globalThis.isLeft = true');
    const letThrough = await slowPage(page);
    const newUserIsRead = page.waitForResponse('**/api/role/access');
    await bar.getByRole('button', { name: 'Exit' }).click();
    await (await newUserIsRead).finished();
    // The old page has time to show the answer.
    await page.waitForTimeout(500);
    letThrough();
    await page.waitForFunction('!("isLeft" in globalThis)');
    await endIsTold(page);
  });

  itInDepth('that ends in one tab ends in the other, with a message', async () => {
    const people = await twoPeople();
    const page = await openPage();
    await openActing(page, people);
    const second = await page.context().newPage();
    await second.goto('/unitManagement');
    await barOf(second).waitFor();
    await barOf(page).getByRole('button', { name: 'Exit' }).click();
    await accountOf(second, 'Tara Quill').waitFor();
    await endIsTold(second);
    expect(await barOf(second).count()).toBe(0);
    expect(new URL(second.url()).pathname).toBe('/unitManagement');
  });

  it('ends by itself after an hour', async () => {
    const people = await twoPeople();
    const page = await openPage();
    await page.clock.install();
    await openActing(page, people);
    await page.clock.fastForward('30:00');
    await page.keyboard.press('Shift');
    await page.clock.fastForward('29:00');
    expect(await barOf(page).isVisible()).toBe(true);
    await page.clock.fastForward('00:56');
    await accountOf(page, 'Tara Quill').waitFor();
    await endIsTold(page);
    expect(await barOf(page).count()).toBe(0);
  });

  itInDepth('lets its form be saved first, and does not block the end', async () => {
    const people = await twoPeople();
    const page = await openPage();
    await page.clock.install();
    await openActing(page, people);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await page.goto('/admin/dealerSettings');
    await page.getByLabel('Contact name').fill('Pat Lane');
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
    await page.clock.fastForward('30:00');
    await page.keyboard.press('Shift');
    await page.clock.fastForward('29:56');
    await accountOf(page, 'Tara Quill').waitFor();
    await endIsTold(page);
    expect(asked).toEqual([]);
    expect(await page.getByLabel('Contact name').inputValue()).toBe('');
  });

  itInDepth('ends with unsaved changes only after a confirmation', async () => {
    const people = await twoPeople();
    const page = await openPage();
    const bar = await openActing(page, people);
    await page.goto('/admin/dealerSettings');
    const contact = page.getByLabel('Contact name');
    await contact.fill('Pat Lane');
    await bar.getByRole('button', { name: 'Exit' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await contact.inputValue()).toBe('Pat Lane');
    expect(await bar.isVisible()).toBe(true);
    await bar.getByRole('button', { name: 'Exit' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await accountOf(page, 'Tara Quill').waitFor();
    await endIsTold(page);
  });

  itInDepth('is given back later if the server could not be reached', async () => {
    const people = await twoPeople();
    const page = await openPage();
    await page.clock.install();
    await openActing(page, people);
    await page.context().setOffline(true);
    await page.clock.fastForward('30:00');
    await page.keyboard.press('Shift');
    await page.clock.fastForward('29:56');
    await page.waitForTimeout(300);
    // The page is still there, and no error page of the browser.
    expect(await barOf(page).isVisible()).toBe(true);
    await page.context().setOffline(false);
    await page.clock.fastForward('00:06');
    await accountOf(page, 'Tara Quill').waitFor();
    await endIsTold(page);
  });

  itInDepth("that ended elsewhere leads back to the user's own access, with a message, and stays there", async () => {
    const people = await twoPeople();
    const page = await openPage();
    await openActing(page, people);
    const { UserKey } = await userNamed(people.other);
    await ask(users.edit, { UserKey, UserStatus: 0, as: await userNamed(ADMINISTRATOR) });
    await readSessionAnew(page);
    // Every read is refused now: here the list of users, read repeatedly.
    await expect
      .poll(
        async () => {
          if (!(await barOf(page).isVisible())) return true;
          await page.evaluate('dispatchEvent(new Event("online"))');
          return false;
        },
        { timeout: 15_000, interval: 1_000 },
      )
      .toBe(true);
    await accountOf(page, 'Tara Quill').waitFor();
    await endIsTold(page);
    expect(await loadsWithin(page, 2_000)).toBe(0);
    await page.goto('/admin/UserManagement');
    await page.getByRole('heading', { name: 'Users' }).waitFor();
  });

  itInDepth(
    'that ended elsewhere while the page was closed leads back on the next load; an ended session leads to the login',
    async () => {
      const people = await twoPeople();
      const page = await openPage();
      await openActing(page, people);
      await readSessionAnew(page);
      await page.goto('about:blank');
      const { UserKey } = await userNamed(people.other);
      await ask(users.remove, { id: UserKey, as: await userNamed(ADMINISTRATOR) });
      await page.goto('/unitManagement');
      await accountOf(page, 'Tara Quill').waitFor();
      await endIsTold(page);
      // A read that is still under way would meet the end before the reload does.
      await page.waitForLoadState('networkidle');

      await endSessionOf(page);
      await page.reload();
      await page.waitForURL(/\/login/);
      await page.getByText('Your session has ended. Please sign in again.', { exact: true }).waitFor();
    },
  );
});
