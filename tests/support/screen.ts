import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

const SCREENSHOTS = path.resolve('.local/screenshots');

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage'],
  });

/** Leaves a picture of the page under .local/screenshots. */
export async function picture(page: Page, name: string): Promise<void> {
  await atRest(page);
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}

/**
 * Fails where somebody who cannot see or cannot point would be stuck: WCAG 2.2 A and AA, serious and worse. `within` leaves out what lies
 * under an open list, of which only a part can be seen.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await atRest(page);
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}

const ENDING = '({ playState, effect }) => playState === "running" && effect.getComputedTiming().endTime !== Infinity';

/** Waits for what fades or moves once: half-way, a colour is none that anybody is to read. */
const atRest = (page: Page) =>
  page.evaluate(`Promise.allSettled(document.getAnimations().filter(${ENDING}).map(({ finished }) => finished))`);
