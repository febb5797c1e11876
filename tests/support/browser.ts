import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest';
import { SEED_PASSWORD } from '#scripts/seed/people.ts';
import { expectAccessible, launchBrowser, picture } from './screen.ts';

export { expectAccessible, picture };

/** How people look at the portal; each screen is shown in all of them. */
export const LOOKS: Record<'light' | 'dark' | 'phone', BrowserContextOptions> = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
};

let browser: Promise<Browser> | undefined;
/** The browser of a file of tests: opened when it is first needed, it ends with the file. */
const openBrowser = (): Promise<Browser> => (browser ??= launchBrowser());
afterAll(async () => (await browser)?.close());

/** A fresh profile. It ends with the test that opens it: pages that nobody looks at any more would go on asking the portal. */
export async function openProfile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const profile = await (await openBrowser()).newContext(options);
  // One that is opened for several tests, before them, ends with their file.
  if (TestRunner.getCurrentTest())
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') await pictureFailure(profile, task.name);
      await profile.close();
    });
  return profile;
}

/** A page in a fresh profile; a script error on it fails the test. */
export async function openPage(look: BrowserContextOptions = LOOKS.light): Promise<Page> {
  const profile = await openProfile({
    ...look,
    baseURL: inject('portal').url,
    timezoneId: 'America/Denver',
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await profile.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => {
    throw error;
  });
  return page;
}

async function pictureFailure(profile: BrowserContext, test: string): Promise<void> {
  const name = `failed ${test.replaceAll(/[^\w ]/g, '').slice(0, 80)}`;
  for (const [index, page] of profile.pages().entries())
    await picture(page, index === 0 ? name : `${name} ${index + 1}`);
}

/** Signs in as one of the seeded people and waits for the dashboard, or for `landing`. */
export async function signIn(
  page: Page,
  userName: string,
  landing: string | RegExp | ((url: URL) => boolean) = '/',
): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login');
  await page.getByLabel('User name').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(SEED_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(landing);
}
