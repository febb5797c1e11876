import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { startGallery } from './server.ts';

/** How people look at the components. */
export const LOOKS: Record<'light' | 'dark' | 'phone', BrowserContextOptions> = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
};

export interface OpenGallery {
  /** A page of the gallery in a fresh profile; a script error on it fails the test. */
  open: (path: string, look?: BrowserContextOptions) => Promise<Page>;
  close: () => Promise<void>;
}

/** Starts the gallery and a browser. */
export async function openGallery(): Promise<OpenGallery> {
  const [gallery, browser] = await Promise.all([
    startGallery(),
    chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
    }),
  ]);
  return {
    open: async (path, look = LOOKS.light) => {
      const context = await browser.newContext({
        ...look,
        baseURL: gallery.url,
        timezoneId: 'America/Denver',
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      page.on('pageerror', (error) => {
        throw error;
      });
      await page.goto(withMode(path, look.colorScheme === 'dark'));
      await page.getByRole('main').waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      return page;
    },
    close: async () => {
      await browser.close();
      await gallery.close();
    },
  };
}

const withMode = (path: string, dark: boolean) =>
  `${path}${path.includes('?') ? '&' : '?'}mode=${dark ? 'dark' : 'light'}`;

const SCREENSHOTS = path.resolve('.local/screenshots');

/** Leaves a picture of the page under .local/screenshots. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}

/**
 * Fails where somebody who cannot see or cannot point would be stuck: WCAG 2.2 A and AA, serious and worse. `within` leaves out what lies
 * under an open list, of which only a part can be seen.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}
