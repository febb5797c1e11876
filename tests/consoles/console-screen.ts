import type { Page } from 'playwright-core';

export const transcript = (page: Page) => page.getByRole('log', { name: 'Transcript' });

/** Only a connected console can be disconnected. */
export const connected = (page: Page) => page.getByRole('button', { name: 'Disconnect' }).waitFor({ timeout: 15_000 });

/** Connects. Retries, because on a busy machine the unit's 6 s can pass. */
export async function connect(page: Page, tries = 3): Promise<void> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  try {
    await connected(page);
  } catch (error) {
    if (tries === 1) throw error;
    await connect(page, tries - 1);
  }
}

export async function sendLine(page: Page, line: string): Promise<void> {
  await page.getByLabel('Console command').fill(line);
  await page.keyboard.press('Enter');
}
