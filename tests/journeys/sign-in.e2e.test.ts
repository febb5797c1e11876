import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { tokenOf } from '#support/browser.ts';
import { openPage } from '#support/portal-page.ts';

const AGENT = 'agent@telus.example';
const NORA = 'dealer@northwind.example';

/** Chooses the person at the provider, which does not ask a person who is signed in there already. */
const beAtProvider = (page: Page, person: string) => page.locator(`button[value="${person}"]`).click();

describe('single sign-on', () => {
  it('leads to the provider and back, and signs in [P1-R07 P1-R08 P1-B12 P1-B13 P1-S16 P3-R02 P3-R03]', async () => {
    const page = await openPage();
    await page.goto('/telus');
    await page.getByRole('button', { name: 'Continue with TELUS' }).click();
    await page.waitForURL(/\/interaction\//);
    await beAtProvider(page, AGENT);
    await page.waitForURL('/');
    await page.getByRole('heading', { name: /Tess/ }).waitFor();
    expect(page.url()).not.toContain('code=');
  });

  it('continues to the wanted route with its parameters [P1-B10]', async () => {
    const page = await openPage();
    await page.goto('/unitManagement?UnitModel=myConnect');
    await page.waitForURL(/\/login\?next=/);
    await page.goto(page.url().replace('/login?', '/telus?'));
    await page.getByRole('button', { name: 'Continue with TELUS' }).click();
    await beAtProvider(page, AGENT);
    await page.waitForURL(/\/unitManagement\?UnitModel=myConnect/);
  });

  it('also works if the provider redirects to the login itself [P1-R06 P3-R01 P1-B13]', async () => {
    const page = await openPage();
    await page.goto('/telus');
    await page.route('**/login/OAuth/cb/telus*', (route) => {
      const url = new URL(route.request().url());
      return route.fulfill({ status: 302, headers: { location: `/login${url.search}` } });
    });
    await page.getByRole('button', { name: 'Continue with TELUS' }).click();
    await beAtProvider(page, AGENT);
    await page.waitForURL('/');
  });

  it('shows a message to a person without a user [P1-M28]', async () => {
    const page = await openPage();
    await page.goto('/telus');
    await page.getByRole('button', { name: 'Continue with TELUS' }).click();
    await beAtProvider(page, NORA);
    await page
      .getByText('Access denied: Please ensure your username/password is correct and you have access to the portal.', {
        exact: true,
      })
      .waitFor();
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.waitForURL('/telus');
  });

  it('can be cancelled, and a code of another browser signs nobody in', async () => {
    const page = await openPage();
    await page.goto('/telus');
    await page.getByRole('button', { name: 'Continue with TELUS' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You were not signed in. Try again.', { exact: true }).waitFor();
    await page.goto('/login/OAuth/cb/telus?code=stolen&state=stolen');
    await page
      .getByText('This sign-on was started in another browser. Start it again here.', { exact: true })
      .waitFor();
    expect(await tokenOf(page)).toBeNull();
  });
});
