import { describe, expect, it } from 'vitest';
import { itInDepth } from '#support/depth.ts';
import { acknowledge, expectAccessible, picture } from '#support/screen.ts';
import { connect, connected, sendLine, transcript } from './console-screen.ts';
import { type Kind, openConsole, serialOf } from './served-units.ts';

const LINE: Record<Kind, string> = { voice: 'SpeakerVol 5', wearable: 'forcePing' };

describe.each(['voice', 'wearable'] as const)('the %s console', (kind) => {
  itInDepth('fills the window in full screen, keeps its connection, and comes back', async () => {
    const page = await openConsole(kind);
    await connect(page);
    const command = page.getByLabel('Console command');
    await command.fill('half a comm');
    const enter = page.getByRole('button', { name: 'Show the console in full screen' });
    await enter.focus();
    await page.keyboard.press('Enter');
    const full = page.getByRole('dialog', { name: 'Console' });
    await full.waitFor();
    const { width } = page.viewportSize()!;
    await expect.poll(async () => (await full.boundingBox())?.width).toBe(width);
    expect(await page.getByRole('complementary', { name: 'Console' }).count()).toBe(0);
    expect(await full.getByRole('button', { name: 'Hide the console' }).count()).toBe(0);
    await connected(page);
    expect(await command.inputValue()).toBe('half a comm');
    // Nothing behind it gets the focus.
    await page.locator('nav a').first().focus();
    expect(await full.locator(':focus').count()).toBe(1);
    // Nor does a shortcut of the page change it.
    await full.getByRole('button', { name: 'Leave full screen' }).press('c');
    expect(await command.inputValue()).toBe('half a comm');
    await sendLine(page, LINE[kind]);
    await transcript(page).getByText(LINE[kind], { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture(page, `console-${kind}-full-screen`);

    // A question is asked above it.
    await full.getByRole('button', { name: 'Reboot', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await acknowledge(question);
    await question.getByRole('button', { name: 'Cancel' }).click();

    await command.fill('another half');
    await full.getByRole('button', { name: 'Leave full screen' }).press('Enter');
    await full.waitFor({ state: 'detached' });
    await page.getByRole('complementary', { name: 'Console' }).waitFor();
    expect(await enter.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await command.inputValue()).toBe('another half');
    await connected(page);
  });

  itInDepth('that was opened in a narrow window keeps what is typed in full screen of a wide one', async () => {
    const page = await openConsole(kind);
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width: 1200, height });
    await page.getByRole('button', { name: 'Console', exact: true }).click();
    await page.getByRole('dialog', { name: 'Console' }).waitFor();
    await page.setViewportSize({ width, height });
    await page.getByRole('complementary', { name: 'Console' }).waitFor();
    await connect(page);
    const command = page.getByLabel('Console command');
    await command.fill('half a comm');
    await page.getByRole('button', { name: 'Show the console in full screen' }).press('Enter');
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    expect(await command.inputValue()).toBe('half a comm');
  });

  it('opens in a tab of its own, where it gives commands and fills the screen too', async () => {
    const page = await openConsole(kind);
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open the console in a tab of its own' }).click(),
    ]);
    await tab.waitForURL(`**/unitManagement/console?Unit=${serialOf(kind)}`);
    await tab.getByRole('heading', { level: 1, name: `Console of ${serialOf(kind)}` }).waitFor();
    await connect(tab);
    await sendLine(tab, LINE[kind]);
    await transcript(tab).getByText(LINE[kind], { exact: true }).first().waitFor();
    await expectAccessible(tab);
    await picture(tab, `console-${kind}-tab`);
    await tab.getByRole('button', { name: 'Show the console in full screen' }).click();
    await tab.getByRole('dialog', { name: 'Console' }).waitFor();
    await tab.keyboard.press('Escape');
    await tab.getByRole('dialog', { name: 'Console' }).waitFor({ state: 'detached' });
    await connected(tab);
    await tab.close();
  });
});
