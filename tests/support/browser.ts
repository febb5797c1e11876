import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, expect, inject, onTestFinished, TestRunner } from 'vitest';
import { SEED_PASSWORD } from '#scripts/seed/people.ts';

const SCREENSHOTS = path.resolve('.local/screenshots');

/** How people look at the portal; each screen is shown in all of them. */
export const LOOKS: Record<'light' | 'dark' | 'phone', BrowserContextOptions> = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
};

let browser: Promise<Browser> | undefined;
/** The browser of a file of tests: opened when it is first needed, it ends with the file. */
const openBrowser = (): Promise<Browser> =>
  (browser ??= chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  }));
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

/** Leaves a picture of the page under .local/screenshots. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}

/** Fails where somebody who cannot see or cannot point would be stuck: WCAG 2.2 A and AA, serious and worse. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}
