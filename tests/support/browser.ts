import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { SEED_PASSWORD } from '#scripts/seed/people.ts';
import { launchBrowser, picture } from './screen.ts';

/** The colour modes and sizes in which each screen is shown. */
export const LOOKS: Record<'light' | 'dark' | 'phone', BrowserContextOptions> = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
};

let browser: Promise<Browser> | undefined;
/** The browser of a test file. It starts at its first use and closes with the file. */
const openBrowser = (): Promise<Browser> => (browser ??= launchBrowser());
afterAll(async () => (await browser)?.close());

/** A new profile. It closes with the test that opened it, so that no page continues to call the portal. */
export async function openProfile(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const profile = await (await openBrowser()).newContext(options);
  // A profile that is opened before the tests, for several of them, closes with the file.
  if (TestRunner.getCurrentTest())
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') await pictureFailure(profile, task.name);
      await profile.close();
    });
  return profile;
}

/** A page of the portal at `baseURL` in a new profile; a script error on it fails the test. */
export async function openPageOf(baseURL: string, look: BrowserContextOptions = LOOKS.light): Promise<Page> {
  const profile = await openProfile({
    // Moving elements are clicked only when they rest, and no test covers motion.
    reducedMotion: 'reduce',
    ...look,
    baseURL,
    timezoneId: 'America/Denver',
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await profile.newPage();
  // On a busy machine a page takes several times as long.
  page.setDefaultTimeout(30_000);
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

/** Signs in through the form as a seeded person, and waits for the dashboard, or for `landing`. */
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

/** The session token of the page. */
export const tokenOf = (page: Page): Promise<string | null> =>
  page.evaluate((key) => sessionStorage.getItem(key), SESSION_KEY);

/** The key under which web/src/lib/session stores the token. */
export const SESSION_KEY = 'watchkeep.session';
