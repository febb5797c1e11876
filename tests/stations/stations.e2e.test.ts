import type { Page, WebSocketRoute } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { RETRIES_MAXED_OUT } from '#core/live/retries.ts';
import type { Station } from '#core/stations/station.ts';
import { simulatedStations } from '#local/stations/centre.ts';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { paletteOf, STATIONS } from '#web/theme/colors.ts';

const ENGINEER = 'engineer@watchkeep.example';
const AT = '/impra/stationStatus';
const all = simulatedStations(Date.now());
const list = (page: Page) => page.getByRole('list', { name: 'Stations', exact: true });
const card = (page: Page, name: string) =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('button');

/** The board at a server in the test's hands. */
async function openAtServer(query = '', stations: readonly Station[] = all, look = LOOKS.light) {
  const page = await openPage({ as: ENGINEER, look });
  const server: { socket?: WebSocketRoute; requests: string[] } = { requests: [] };
  await page.routeWebSocket(isStationServer, (socket) => {
    server.socket = socket;
    socket.onMessage((request) => {
      server.requests.push(String(request));
      socket.send(JSON.stringify({ message: 'All', stations }));
    });
  });
  await page.goto(`${AT}${query}`);
  await list(page).waitFor();
  const tell = (frame: object) => server.socket!.send(JSON.stringify(frame));
  return { page, server, tell };
}
const isStationServer = ({ origin }: URL) => process.env.STATION_SERVERS!.split(',').includes(origin);

describe('the station board', () => {
  it('shows the stations of the telephone system, connected within the policy of the page [P3-R46 P3-B57 P3-C88]', async () => {
    const page = await openPage({ as: ENGINEER, at: AT });
    await page.getByText('Connected', { exact: true }).waitFor();
    await list(page).waitFor();
    expect(await list(page).getByRole('listitem').count()).toBe(40);
    await page.getByText('1–40 of 40', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('changes, adds and removes stations as they are told [P3-B57 P3-C87]', async () => {
    const { page, server, tell } = await openAtServer();
    expect(server.requests.map((text) => JSON.parse(text).message)).toEqual(['RequestAll']);
    const [first] = all as [Station];
    const hostile = '<img src=x onerror="document.title=1">';
    tell({ message: 'Station', station: { ...first, StationStatus: 'Transfer', Site: hostile } });
    await card(page, 'Station 1').getByText('Transfer', { exact: true }).waitFor();
    await card(page, 'Station 1')
      .getByText(/<img src=x onerror=/)
      .waitFor();
    expect(await card(page, 'Station 1').locator('img').count()).toBe(0);
    tell({ message: 'Station', station: { ...first, StationName: 'Station 41' } });
    await card(page, 'Station 41').waitFor();
    tell({ message: 'Removed', StationName: 'Station 2' });
    await card(page, 'Station 2').waitFor({ state: 'detached' });
    await page.getByText('1–40 of 40', { exact: true }).waitFor();
  });

  it('gives each status its colour, its word and an icon [P3-S19 P3-S20 P3-S21 P3-S22 P3-S23 P3-S24]', async () => {
    expect(STATIONS).toEqual({
      Ready: 'green',
      Processing: 'red',
      OffLine: 'gray',
      Busy: 'yellow',
      OffHook: 'orange',
      Transfer: 'purple',
    });
    const { page } = await openAtServer();
    for (const [status, hue] of Object.entries(STATIONS)) {
      const shown = list(page).locator(`[data-status=${status}]`).first();
      await shown.getByText(status, { exact: true }).waitFor();
      expect(await shown.locator('svg').count(), status).toBe(1);
      const colour = await shown.locator('[data-bar]').evaluate((bar) => getComputedStyle(bar).backgroundColor);
      const [, red, green, blue] = /^#(..)(..)(..)$/.exec(paletteOf(hue).border.light)!;
      expect(colour, status).toBe(`rgb(${[red, green, blue].map((part) => Number.parseInt(part!, 16)).join(', ')})`);
    }
  });

  it('keeps a focused station highlighted until the focus is toggled off [P3-S25]', async () => {
    const { page, tell } = await openAtServer();
    const isFocused = (name: string) => card(page, name).getAttribute('aria-pressed');
    await card(page, 'Station 3').click();
    await card(page, 'Station 7').click();
    tell({ message: 'Station', station: { ...all[2]!, StationStatus: 'Busy' } });
    await card(page, 'Station 3').getByText('Busy', { exact: true }).waitFor();
    const focused = async () => [
      await isFocused('Station 3'),
      await isFocused('Station 7'),
      await isFocused('Station 4'),
    ];
    expect(await focused()).toEqual(['true', 'true', 'false']);
    await page.waitForURL(/Station\+7/);
    await page.reload();
    await card(page, 'Station 3').waitFor();
    expect(await isFocused('Station 3')).toBe('true');
    const ring = () => card(page, 'Station 3').evaluate((button) => getComputedStyle(button).boxShadow);
    expect(await ring()).not.toBe('none');
    await card(page, 'Station 3').click();
    await expect.poll(() => isFocused('Station 3')).toBe('false');
    expect([await ring(), await isFocused('Station 7')]).toEqual(['none', 'true']);
  });

  it('is filtered by status, site and text [P3-B58 P3-V24]', async () => {
    const { page } = await openAtServer('?status=Nonsense');
    expect(await list(page).getByRole('listitem').count()).toBe(40);
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Busy');
    const busy = all.filter(({ StationStatus }) => StationStatus === 'Busy');
    await expect.poll(() => list(page).getByRole('listitem').count()).toBe(busy.length);
    await page.getByRole('combobox', { name: 'Site', exact: true }).selectOption('Toronto');
    const left = busy.filter(({ Site }) => Site === 'Toronto');
    await expect.poll(() => list(page).getByRole('listitem').count()).toBe(left.length);
    const text = page.getByRole('textbox', { name: 'Station, site or attendant', exact: true });
    await text.fill('nobody');
    await page.getByText('No station matches these filters', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear the filters', exact: true }).click();
    await expect.poll(() => list(page).getByRole('listitem').count()).toBe(40);
  });

  it('has pages of 25, 50 or 100 stations [P3-K18]', async () => {
    const { page } = await openAtServer();
    const size = page.getByLabel('Rows per page');
    expect(await size.locator('option').allTextContents()).toEqual(['25', '50', '100']);
    expect(await size.inputValue()).toBe('50');
    await size.selectOption('25');
    await expect.poll(() => list(page).getByRole('listitem').count()).toBe(25);
    await page.getByRole('button', { name: 'Next page', exact: true }).click();
    await page.getByText('26–40 of 40', { exact: true }).waitFor();
  });

  itInDepth('shows the station that has the focus above the pager', async () => {
    const { page } = await openAtServer();
    const cards = page.getByRole('list', { name: 'Stations' }).getByRole('button');
    await cards.first().focus();
    const pager = page.getByRole('button', { name: 'Next page' });
    const covered: number[] = [];
    for (let index = 1; index < all.length; index++) {
      await page.keyboard.press('Tab');
      const [card, bar] = [await cards.nth(index).boundingBox(), await pager.boundingBox()];
      if (card!.y + card!.height > bar!.y) covered.push(index);
    }
    expect(covered).toEqual([]);
  });

  itInDepth('says how many stations it cannot read', async () => {
    const { page } = await openAtServer('', [...all, { StationName: 'Station 41' } as Station]);
    await page.getByText('1 station is not shown, because it could not be read.', { exact: true }).waitFor();
  });

  itInDepth.each(['light', 'dark', 'phone'] as const)('is easy to read (%s)', async (look) => {
    const { page } = await openAtServer('?focus=Station 5', all, LOOKS[look]);
    await expectAccessible(page);
    await picture(page, `stations-${look}`);
  });
});

describe('a lost telephone system', () => {
  it('is tried 10 times at both servers, then the page says so and connects again [P3-S16 P3-S17 P3-S18 P3-M39]', async () => {
    const page = await openPage({ as: ENGINEER });
    await page.clock.install();
    const dialled: string[] = [];
    let isUp = false;
    await page.routeWebSocket(isStationServer, (socket) => {
      dialled.push(new URL(socket.url()).origin);
      if (!isUp) return void socket.close();
      return socket.onMessage(() => socket.send(JSON.stringify({ message: 'All', stations: all })));
    });
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/stations/connection')) asked += 1;
    });
    await page.goto(AT);
    await page.getByText('An error occured while trying to set up a Websocket.', { exact: true }).waitFor();
    for (let retry = 1; retry <= 10; retry++) {
      await page.getByText(`Retry ${retry} of 10`, { exact: true }).waitFor();
      // The clock waits while the page asks where to connect: the time limit of that call must not pass.
      for (const before = asked; asked === before; ) await page.clock.runFor(1_000);
    }
    await page.getByText(RETRIES_MAXED_OUT, { exact: true }).waitFor();
    const servers = process.env.STATION_SERVERS!.split(',');
    expect(dialled).toEqual(Array.from({ length: 11 }, (_, index) => servers[index % 2]));
    await expectAccessible(page);
    isUp = true;
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await list(page).waitFor();
  });

  it('leaves the last stations, and says that the server has closed [P3-M39]', async () => {
    const { page, server } = await openAtServer();
    await server.socket!.close();
    await page.getByText('The connection server has closed', { exact: true }).waitFor();
    expect(await list(page).getByRole('listitem').count()).toBe(40);
    await page.getByText('Connected', { exact: true }).waitFor();
  });

  itInDepth('that is not set up is said in words', async () => {
    const page = await openPage({ as: ENGINEER });
    await page.route('**/api/stations/connection*', (route) => route.fulfill({ json: { servers: [], ticket: '' } }));
    await page.goto(AT);
    await page.getByText('The station board is not set up yet', { exact: true }).waitFor();
  });
});

it('the board is for engineers: others see the dashboard', async () => {
  const page = await openPage({ as: 'dealer@northwind.example', at: AT });
  await page.waitForURL((url) => url.pathname === '/');
});
