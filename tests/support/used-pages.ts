import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

// A load of the portal takes some fifteen times the processor time of a change of session within it. So a test gets the page of
// the test before, in which that session has ended as another tab would end it, unless the test did what cannot be undone.

/** The channel and the key of web/src/lib/session. */
const CHANNEL = 'watchkeep.session';
export const SESSION_KEY = 'watchkeep.session';
/** How a page marks a session that was put into it, so that a later load does not put it in again. */
export const ENTERED = 'test.entered.';

/** What stays in a page. */
const LASTING = ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders', 'routeWebSocket'] as const;
const LASTING_OF_PROFILE = ['newPage', 'newCDPSession', 'setOffline', 'addCookies', 'clearPermissions'] as const;
const LASTING_OF_CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const;
const EVENTS = ['request', 'response', 'requestfinished', 'requestfailed', 'console', 'dialog', 'download'] as const;

/** Pages that outlast their tests, and whether a test has left something in them. */
const spoilt = new WeakMap<Page, boolean>();
const unused = new Map<BrowserContextOptions, Page>();

/** A page of this look that tests have used before; undefined if there is none. */
export function takeUsed(look: BrowserContextOptions): Page | undefined {
  const page = unused.get(look);
  unused.delete(look);
  return page;
}

/** Keeps the page for later tests when this one ends. */
export function keepAfterTest(page: Page, look: BrowserContextOptions): void {
  if (!spoilt.has(page)) {
    spoilt.set(page, false);
    watch(page, LASTING, page);
    watch(page.context(), LASTING_OF_PROFILE, page);
    watch(page.clock, LASTING_OF_CLOCK, page);
  }
  onTestFinished(async ({ task }) => {
    const isKept = task.result?.state === 'pass' && !unused.has(look) && (await isCleared(page, look));
    if (isKept) unused.set(look, page);
    else await page.context().close();
  });
}

/** Says that the test changes the browser's own objects in the page, so that no later test gets it. */
export const retire = (page: Page) => void spoilt.set(page, true);

function watch<Target extends object>(target: Target, names: readonly (keyof Target)[], page: Page): void {
  for (const name of names) {
    const original = target[name] as (...input: unknown[]) => unknown;
    const watched = (...input: unknown[]) => {
      retire(page);
      return original.apply(target, input);
    };
    Object.defineProperty(target, name, { configurable: true, value: watched });
  }
}

/** Ends the session and removes what the test left; false if that is not possible. */
async function isCleared(page: Page, look: BrowserContextOptions): Promise<boolean> {
  if (spoilt.get(page) || page.isClosed() || page.context().pages().length > 1) return false;
  for (const event of EVENTS) page.removeAllListeners(event as 'request');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia({ media: null, colorScheme: look.colorScheme!, reducedMotion: 'reduce', forcedColors: null });
  if (page.viewportSize()?.width !== look.viewport!.width || page.viewportSize()?.height !== look.viewport!.height)
    await page.setViewportSize(look.viewport!);
  await page.mouse.move(0, 0);
  return hasLeft(page);
}

async function hasLeft(page: Page): Promise<boolean> {
  try {
    await page.evaluate(
      ({ channel, key }) => {
        const token = sessionStorage.getItem(key);
        if (token) new BroadcastChannel(channel).postMessage({ kind: 'ended', token, ending: 'signed-out' });
      },
      { channel: CHANNEL, key: SESSION_KEY },
    );
    await page.getByLabel('User name').waitFor({ timeout: 2_000 });
    await page.evaluate((entered) => {
      localStorage.clear();
      for (const name of Object.keys(sessionStorage)) if (!name.startsWith(entered)) sessionStorage.removeItem(name);
    }, ENTERED);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts the session in a used page, with the first address to which the test goes. What a test puts into the page before, such as a
 * script, takes effect with a load.
 */
export function enterUsed(page: Page, token: string): void {
  const load = page.goto;
  page.goto = async (address, options) => {
    page.goto = load;
    if (spoilt.get(page) || isEntry(address)) {
      await page.evaluate(({ key, its }) => sessionStorage.setItem(key, its), { key: SESSION_KEY, its: token });
      return load.call(page, address, options);
    }
    await begin(page, address, token);
    return null;
  };
}

/** Addresses outside the frame are loaded: what they do at their start is what their tests are about. */
const isEntry = (address: string) =>
  !address.startsWith('/') ||
  /^\/(login|telus|resetPassword|confirmEmail|convert|preAuth|linkToLogin|api)/.test(address);

/** Shows the address in the session, as a link within the portal would. */
async function begin(page: Page, address: string, token: string): Promise<void> {
  await page.evaluate(
    ({ key, its, at }) => {
      sessionStorage.setItem(key, its);
      // As the router numbers its entries, so that it can ask before a way back.
      history.pushState({ usr: null, key: its.slice(-8), idx: (history.state?.idx ?? 0) + 1 }, '', at);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    { key: SESSION_KEY, its: token, at: address },
  );
  await page.getByLabel('User name').waitFor({ state: 'detached' });
  // The other tabs hear of the session as of one that goes on.
  await page.evaluate(
    ({ channel, its }) => new BroadcastChannel(channel).postMessage({ kind: 'exchanged', token: its, by: its }),
    { channel: CHANNEL, its: token },
  );
}
