import type { WebSocketRoute } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { INVALID_MESSAGES_TOPIC } from '#core/live/messages.ts';
import { HOUR } from '#core/time.ts';
import { invalidMessageStore } from '#data/history/invalid-messages.ts';
import { publish } from '#platform/live/publish.ts';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const AT = '/reports/tcpInvalidLog';
type Tab = Awaited<ReturnType<typeof openPage>>;
const row = (page: Tab, text: string) => page.getByRole('row').filter({ hasText: text });

const message = (id: string, detail: string) => ({
  ...{ id, UnitSerNum: '400220', imei: '356938035643809', error: 'malformed', detail, raw: '574b0100' },
  remoteAddress: '203.0.113.9',
});

/** Notes in the page each retry that it shows, however short it is shown. */
function noteRetries() {
  const shown = new Set<string>();
  Object.assign(globalThis, { shownRetries: shown });
  new MutationObserver(() => {
    for (const text of document.body?.textContent.match(/Retry \d+ of \d+/g) ?? []) shown.add(text);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
const shownRetries = () => [...(globalThis as unknown as { shownRetries: Set<string> }).shownRetries];

beforeAll(() =>
  invalidMessageStore.record({ ...message('stored', 'A stored message'), receivedAt: Date.now() - HOUR }),
);

describe('the invalid log', () => {
  it('has the stored messages, and those that come from the socket before them [P3-R30 P3-B43 P3-C33]', async () => {
    const page = await openPage({ as: ENGINEER, at: AT });
    await page.getByText('Connected', { exact: true }).waitFor();
    await row(page, 'A stored message').waitFor();
    const send = (id: string, detail: string) =>
      publish(INVALID_MESSAGES_TOPIC, { ...message(id, detail), at: Date.now() });
    await send('one', 'The first live message');
    await row(page, 'The first live message').waitFor();
    await send('two', 'The second live message');
    await row(page, 'The second live message').waitFor();
    const texts = await page.getByRole('row').allTextContents();
    const order = ['The second live', 'The first live', 'A stored'].map((text) =>
      texts.findIndex((one) => one.includes(text)),
    );
    expect(order).toEqual([...order].sort((one, other) => one - other));
    await expectAccessible(page);
    await picture(page, 'invalid-log');
    await page.getByRole('button', { name: 'Pause' }).click();
    await send('three', 'The third live message');
    await page.getByRole('button', { name: 'Go on' }).click();
    await row(page, 'The third live message').waitFor();
  });

  it('has 100 messages a page, or 5, 15, 25 or 50 [P3-K15]', async () => {
    const page = await openPage({ as: ENGINEER, at: AT });
    const size = page.getByLabel('Rows per page');
    expect(await size.inputValue()).toBe('100');
    expect(await size.locator('option').allInnerTexts()).toEqual(['5', '15', '25', '50', '100']);
  });

  it('retries its connection ten times, then says so, and connects again when asked to [P3-S13 P3-S15 P3-M29 P3-K35]', async () => {
    const page = await openPage({ as: ENGINEER });
    await page.clock.install();
    await page.addInitScript(noteRetries);
    const dialled: string[] = [];
    let isDown = true;
    await page.routeWebSocket(/\/live\?/, (socket: WebSocketRoute) => {
      dialled.push(new URL(socket.url()).hostname);
      if (isDown) return void socket.close();
      socket.connectToServer();
    });
    await page.goto(AT);
    await row(page, 'A stored message').waitFor();
    const given = page
      .getByRole('alert')
      .getByText('Connection retries maxed out. Please refresh the page', { exact: true });
    while (!(await given.isVisible())) await page.clock.runFor(500);
    const all = Array.from({ length: 10 }, (_, index) => `Retry ${index + 1} of 10`);
    expect(await page.evaluate(shownRetries)).toEqual(all);
    expect(dialled.slice(0, 4)).toEqual(['localhost', '127.0.0.1', 'localhost', '127.0.0.1']);
    expect(dialled).toHaveLength(11);
    await expectAccessible(page);
    isDown = false;
    await page.getByRole('button', { name: 'Connect again' }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
  });

  itInDepth.each(['dark', 'phone'] as const)('is complete on %s', async (look) => {
    const page = await openPage({ as: ENGINEER, at: AT, look: LOOKS[look] });
    await page.getByText('A stored message', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture(page, `invalid-log-${look}`);
  });
});
