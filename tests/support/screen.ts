import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import axe from 'axe-core';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserPath } from '#scripts/test/browser.ts';

const SCREENSHOTS = path.resolve('.local/screenshots');

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath()!,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-dev-shm-usage',
      // A page lives for seconds. Without optimising compilers it takes a fifth less processor time.
      '--js-flags=--no-opt --no-maglev',
    ],
  });

/** Stores a picture of the page in .local/screenshots. */
export async function picture(page: Page, name: string): Promise<void> {
  await atRest(page);
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`) });
}

/** Waits until the page has begun this many frames, which on a busy machine come late. */
export async function frames(page: Page, count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) await page.evaluate('new Promise(requestAnimationFrame)');
}

/** Ticks every consequence that a question lists. */
export async function acknowledge(question: Locator): Promise<void> {
  await question.waitFor();
  const consequences = question.getByRole('group', { name: 'Consequences' }).getByRole('checkbox');
  const all = await consequences.all();
  if (all.length === 0) return;
  // The question takes the focus a frame later: a key that is held at that moment ticks nothing.
  await question.locator(':focus').waitFor({ state: 'attached' });
  for (const consequence of all) await consequence.press('Space');
}

/**
 * Fails if a person who cannot see or point could not use the page: WCAG 2.2 A and AA, serious and worse. `within` limits the check, for
 * example to an open list, which covers parts of the page.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  // Rows of the list before are pale while the next ones come.
  await page.locator('[data-outdated]').waitFor({ state: 'detached' });
  await atRest(page);
  await loadAxe(page);
  const { violations } = await new AxeBuilder({ page, axeSource: 'undefined' })
    .include(within)
    .options({ resultTypes: ['violations'] })
    // Without it, each check opens another page to join the results of frames. Our pages have no frames.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = (node: (typeof serious)[number]['nodes'][number]) =>
    [node.html, ...node.any.map(({ message }) => message)].join(' ');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(told).join(' | ')}`)).toEqual([]);
}

/** Loads axe into the document if no check before has done so: a check itself would load it twice. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
}

const ENDING = '({ playState, effect }) => playState === "running" && effect.getComputedTiming().endTime !== Infinity';

/**
 * Waits for the end of animations, because half-way colours have no contrast to check. With reduced motion each element has a very short transition, and what
 * inherits a colour begins its own after that of its parent has ended: so it looks again until there is none.
 */
const atRest = (page: Page) =>
  page.evaluate(`(async () => {
    for (;;) {
      const ending = document.getAnimations().filter(${ENDING});
      if (ending.length === 0) return;
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }
  })()`);
