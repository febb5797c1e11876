import { readFileSync } from 'node:fs';
import type { WebSocketRoute } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { debugLogTopic } from '#core/live/messages.ts';
import { HOUR } from '#core/time.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { publish } from '#platform/live/publish.ts';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage, seededUnit } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const { UnitSerNum } = seededUnit('MXD-LTE');
const ADDRESS = `/reports/debugLog?UnitSerNum=${UnitSerNum}`;

const keep = (text: string, receivedAt: number) =>
  protocolLogStore.record({
    id: `${UnitSerNum}-1-${receivedAt}`,
    receivedAt,
    UnitSerNum,
    kind: 'report',
    messageType: 'debugLog',
    raw: '',
    content: { type: 'debugLog', lines: [text] },
  });

beforeAll(() => keep('Stored line', Date.now() - HOUR));

type Tab = Awaited<ReturnType<typeof openPage>>;
const connected = (page: Tab) => page.getByText('Socket Connected', { exact: true }).waitFor();
const line = (page: Tab, text: RegExp) => page.getByRole('row').filter({ hasText: text });
const send = (text: string) =>
  publish(debugLogTopic(UnitSerNum), { UnitSerNum, MessageTime: Date.now(), lines: [text], at: Date.now() });

/** The open log, and the sockets of its page. */
async function openWithSockets() {
  const sockets: WebSocketRoute[] = [];
  const page = await openPage({ as: ENGINEER });
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto(ADDRESS);
  await connected(page);
  return { page, sockets };
}

describe('the debug log', () => {
  it('is live: new lines come first, are held while paused, filtered and downloaded [P3-R29 P3-B44 P3-B45 P3-S11 P3-C38]', async () => {
    const page = await openPage({ as: ENGINEER });
    const told: string[] = [];
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => told.push(String(payload))));
    await page.goto(ADDRESS);
    await connected(page);
    await line(page, /Stored line/).waitFor();
    await send('First line');
    await line(page, /First line/).waitFor();
    await send('Second line');
    await line(page, /Second line/).waitFor();
    const texts = await page.getByRole('row').allTextContents();
    const order = ['Second line', 'First line', 'Stored line'].map((text) =>
      texts.findIndex((row) => row.includes(text)),
    );
    expect(order).toEqual([...order].sort((one, other) => one - other));
    await expectAccessible(page);
    await picture(page, 'debug-log-light');

    await page.getByRole('button', { name: 'Pause' }).click();
    await send('Third line');
    await expect.poll(() => told.some((frame) => frame.includes('Third line'))).toBe(true);
    await page.getByRole('textbox', { name: 'Text in a line' }).fill('third');
    await page.getByText('No line has this text', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Text in a line' }).fill('first');
    await line(page, /First line/).waitFor();
    await expect.poll(() => line(page, /Stored line/).count()).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`debug log ${UnitSerNum}.txt`);
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/^20[\d-]+T[\d:.]+Z First line$/);
    await page.getByRole('textbox', { name: 'Text in a line' }).fill('');
    await page.getByRole('button', { name: 'Go on' }).click();
    await line(page, /Third line/).waitFor();
  });

  it('reads a thousand stored messages of the days in its address [P3-R29 P3-K16]', async () => {
    const page = await openPage({ as: ENGINEER });
    const asked: Record<string, unknown>[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/tcp/getDebugLog')) asked.push(request.postDataJSON());
    });
    await page.goto(`${ADDRESS}&StartDate=2026-01-05&EndDate=2026-01-06`);
    await connected(page);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    const { filterText, pageSize, startDate, endDate } = asked[0]!;
    expect([filterText, pageSize]).toEqual([UnitSerNum, 1000]);
    const length = Date.parse(String(endDate)) - Date.parse(String(startDate));
    expect(Math.round(length / HOUR)).toBe(48);
    await page.getByText('No line yet', { exact: true }).waitFor();
    expect(await line(page, /Stored line/).count()).toBe(0);
  });

  it('says that its socket is closed [P3-B46 P3-M28]', async () => {
    const { page, sockets } = await openWithSockets();
    await page.route('**/api/live/ticket', (route) => route.fulfill({ status: 500, body: '{}' }));
    for (const socket of sockets) await socket.close();
    await page.getByText('Socket Closed', { exact: true }).waitFor();
    await page.getByText('The connection server has closed', { exact: true }).waitFor();
  });

  it('has the lines that came while its socket was closed [P3-B44 P3-C38]', async () => {
    const { page, sockets } = await openWithSockets();
    await line(page, /Stored line/).waitFor();
    await send('Live line');
    await line(page, /Live line/).waitFor();
    await keep('Missed line', Date.now());
    for (const socket of sockets) await socket.close();
    await line(page, /Missed line/).waitFor();
    const texts = await page.getByRole('row').allTextContents();
    const placeOf = (text: string) => texts.findIndex((row) => row.includes(text));
    expect(placeOf('Missed line')).toBeLessThan(placeOf('Live line'));
  });

  it('says that its socket cannot be set up [P3-M27]', async () => {
    const page = await openPage({ as: ENGINEER });
    await page.route('**/api/live/ticket', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(ADDRESS);
    await page.getByText('An error occured while trying to set up a Websocket.', { exact: true }).waitFor();
    await page.getByText('Socket Closed', { exact: true }).waitFor();
  });

  it('sends a keep-alive every 45 seconds [P3-S12]', async () => {
    const sent: string[] = [];
    const page = await openPage({ as: ENGINEER });
    await page.clock.install();
    await page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        sent.push(String(message));
        server.send(message);
      });
    });
    await page.goto(ADDRESS);
    await connected(page);
    const pings = () => sent.filter((message) => message.includes('ping')).length;
    // The clock runs on while the log connects, which takes seconds on a busy machine.
    await page.clock.fastForward(40_000);
    expect(pings()).toBe(0);
    await page.clock.fastForward(6_000);
    await expect.poll(pings).toBe(1);
    await page.clock.fastForward(45_000);
    await expect.poll(pings).toBe(2);
  });

  itInDepth.each(['dark', 'phone'] as const)('is complete on %s', async (look) => {
    const page = await openPage({ as: ENGINEER, at: ADDRESS, look: LOOKS[look] });
    await connected(page);
    await page.getByText('Stored line', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture(page, `debug-log-${look}`);
  });
});
