import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '#support/screen.ts';
import { startGallery } from './server.ts';

/** The colour modes and sizes in which the components are checked. */
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
  const [gallery, browser] = await Promise.all([startGallery(), launchBrowser()]);
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
