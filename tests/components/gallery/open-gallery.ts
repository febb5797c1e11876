import type { BrowserContextOptions, Page } from 'playwright-core';
import { preview } from 'vite';
import { afterAll } from 'vitest';
import { openPageOf } from '#support/browser.ts';

// A file that imports this has a gallery of components of its own, which tests/support/web-setup.ts has built.

const server = await preview({
  configFile: new URL('vite.config.ts', import.meta.url).pathname,
  logLevel: 'error',
  preview: { port: 0, host: 'localhost' },
});
afterAll(() => server.close());
const [url] = server.resolvedUrls!.local;

/** The colour modes and sizes in which the components are checked. */
export const LOOKS: Record<'light' | 'dark' | 'phone', BrowserContextOptions> = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
};

/** A page of the gallery in a fresh profile. */
export async function openGallery(path: string, look = LOOKS.light): Promise<Page> {
  const page = await openPageOf(url!, look);
  await show(page, path, look);
  return page;
}

/** Shows a view of the gallery in a page that other tests have used. It is drawn anew, which takes a tenth of a load. */
export async function show(page: Page, path: string, look = LOOKS.light): Promise<void> {
  const mode = look.colorScheme === 'dark' ? 'dark' : 'light';
  const address = `${path}${path.includes('?') ? '&' : '?'}mode=${mode}`;
  await page.mouse.move(0, 0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (page.url().startsWith(url!)) await page.evaluate(drawAt, address);
  else await page.goto(address);
  await page.getByRole('main').waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Runs in the browser. */
function drawAt(address: string): void {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', address);
  dispatchEvent(new Event('begin'));
}
