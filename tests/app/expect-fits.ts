import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The smallest window in which every screen fits. */
export const SMALL_WINDOW = { width: 1280, height: 800 };

/** Runs in the browser: what scrolls, apart from the navigation and from the transcript of a console. */
const scrollers = `(() => {
  const shown = [...document.querySelectorAll('html, body, main, main *')]
    .filter((element) => !element.closest('[role=log]'))
    .map((element) => ({ element, style: getComputedStyle(element) }))
    .filter(({ element, style }) => element === document.documentElement || /auto|scroll/.test(style.overflow + style.overflowX + style.overflowY));
  const nameOf = (element) => element.id || element.getAttribute('aria-label') || element.className || element.tagName;
  return {
    down: shown.filter(({ element, style }) => element.scrollHeight > element.clientHeight + 1 && style.overflowY !== 'hidden').map(({ element }) => nameOf(element)),
    sideways: shown.filter(({ element, style }) => element.scrollWidth > element.clientWidth + 1 && style.overflowX !== 'hidden').map(({ element }) => nameOf(element)),
  };
})()`;

/** Fails if the page has more than one scroll bar, is wider than its window, or has a pager out of sight. */
export async function expectFits(page: Page): Promise<void> {
  const { down, sideways } = (await page.evaluate(scrollers)) as { down: string[]; sideways: string[] };
  expect(sideways).toEqual([]);
  expect(down.length, down.join(', ')).toBeLessThanOrEqual(1);
  for (const button of await page.getByRole('button', { name: 'Next page' }).all()) {
    const { y, height } = (await button.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
  }
}
