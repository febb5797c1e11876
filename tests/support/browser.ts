import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, onTestFinished, TestRunner } from 'vitest';
import { SEED_PASSWORD } from '#scripts/seed/people.ts';
import { launchBrowser, picture } from './screen.ts';
import { SESSION_KEY } from './used-pages.ts';

/** The colour modes and sizes in which each screen is shown. */
export const LOOKS: Record<'light' | 'dark' | 'phone', BrowserContextOptions> = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
};

/** Shows the page in another look. It hears of another colour scheme with its next frame, which on a busy machine comes late. */
export async function changeLook(page: Page, { viewport, colorScheme }: BrowserContextOptions): Promise<void> {
  await page.emulateMedia({ colorScheme: colorScheme! });
  await page.setViewportSize(viewport!);
  await page.locator(`html.${colorScheme}`).waitFor({ state: 'attached' });
}

/** The test files of a process share its browser, which ends with the process. Their modules are evaluated anew for each file, so it is kept outside them. */
const kept = globalThis as { testBrowser?: Promise<Browser> };
let browser: Promise<Browser> | undefined;
const openBrowser = (): Promise<Browser> => (browser ??= keptBrowser());

async function keptBrowser(): Promise<Browser> {
  // One that could not start, or has crashed, is not the end of the files that follow.
  const open = await kept.testBrowser?.catch(() => undefined);
  if (open?.isConnected()) return open;
  kept.testBrowser = launchBrowser();
  return kept.testBrowser;
}

const profiles = new Set<BrowserContext>();
afterAll(async () => {
  await Promise.all([...profiles].map((profile) => profile.close()));
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await pictureFailure(task.name);
});

interface Life {
  /** True for a profile that a later test uses too. It closes with the file at the latest. */
  outlastsTest?: boolean;
}

/** A fresh profile. It closes when the test that opened it ends, so that no page goes on polling the portal. */
export async function openProfile(
  options: BrowserContextOptions = {},
  { outlastsTest = false }: Life = {},
): Promise<BrowserContext> {
  const profile = await (await openBrowser()).newContext(options);
  profiles.add(profile);
  profile.on('close', () => profiles.delete(profile));
  // A profile that several tests share is opened before them and closes with their file.
  if (!outlastsTest && TestRunner.getCurrentTest()) onTestFinished(() => profile.close());
  return profile;
}

/** A page of the portal at `baseURL` in a new profile; a script error on it fails the test. */
export async function openPageOf(
  baseURL: string,
  look: BrowserContextOptions = LOOKS.light,
  life: Life = {},
): Promise<Page> {
  const profile = await openProfile(
    {
      // Playwright clicks only what does not move. A test about motion asks for it.
      reducedMotion: 'reduce',
      ...look,
      baseURL,
      timezoneId: 'America/Denver',
      locale: 'en-US',
      permissions: ['clipboard-read', 'clipboard-write'],
    },
    life,
  );
  const page = await profile.newPage();
  // On a busy machine a page takes several times as long.
  page.setDefaultTimeout(30_000);
  page.on('pageerror', (error) => {
    throw error;
  });
  return page;
}

async function pictureFailure(test: string): Promise<void> {
  const name = `failed ${test.replaceAll(/[^\w ]/g, '').slice(0, 80)}`;
  const pages = [...profiles].flatMap((profile) => profile.pages());
  for (const [index, page] of pages.entries()) await picture(page, index === 0 ? name : `${name} ${index + 1}`);
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
