import type { APIResponse, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { tokenOf } from '#support/browser.ts';
import { enter, openPage } from '#support/page.ts';
import { accountOf, askForAccess, loadsWithin, openActing, type People, twoPeople } from './taken-on-access.ts';

/**
 * Delays the next answer of an endpoint after the server has done its work, until the test releases it. Other requests of the page
 * wait too, because the server would refuse them.
 */
async function slowAnswer(
  page: Page,
  url: string,
): Promise<{ answered: Promise<APIResponse>; letThrough: () => void }> {
  const answered = Promise.withResolvers<APIResponse>();
  const waiting = Promise.withResolvers<void>();
  let isWaiting = false;
  await page.route('**/api/**', async (route) => {
    if (isWaiting) await waiting.promise;
    await route.fallback().catch(() => undefined);
  });
  await page.route(
    url,
    async (route) => {
      isWaiting = true;
      const response = await route.fetch();
      answered.resolve(response);
      await waiting.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return { answered: answered.promise, letThrough: waiting.resolve };
}

describe('signing out during a change of the session', () => {
  it.each([
    {
      change: 'Exit',
      endpoint: '**/api/user/EndUserAccessAs',
      account: 'Otto Brandt',
      begin: async (page: Page, people: People) => {
        await (await openActing(page, people)).getByRole('button', { name: 'Exit' }).click();
      },
    },
    { change: 'Set access as', endpoint: '**/api/user/SetUserAccessAs', account: 'Tara Quill', begin: askForAccess },
    {
      change: 'Show as dealer',
      endpoint: '**/api/updateTokenSubDealer',
      account: 'Tara Quill',
      begin: async (page: Page, { taker }: People) => {
        await enter(page, taker);
        await page.goto('/');
        await page.getByRole('button', { name: 'Show as dealer' }).click();
        const dialog = page.getByRole('dialog', { name: 'Show as dealer' });
        await dialog.getByRole('combobox', { name: 'Find a dealer' }).fill('Northwind Oregon');
        await dialog.getByRole('option', { name: /^Northwind Oregon/ }).click();
        await page.keyboard.press('Escape');
      },
    },
  ])('keeps the user signed out: $change', async ({ endpoint, account, begin }) => {
    const people = await twoPeople();
    const page = await openPage();
    const { answered, letThrough } = await slowAnswer(page, endpoint);
    await begin(page, people);
    const { token } = (await (await answered).json()) as { token: string };
    await accountOf(page, account).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(/\/login/);
    const ended = page.waitForResponse(
      (response) =>
        response.url().endsWith('/auth/logout') && response.request().headers().authorization === `Bearer ${token}`,
    );
    letThrough();
    expect((await ended).status()).toBe(200);
    expect(await loadsWithin(page, 1_000)).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await tokenOf(page)).toBeNull();
    const late = await page.request.get('/api/role/access', { headers: { authorization: `Bearer ${token}` } });
    expect(late.status()).toBe(401);
  });
});
