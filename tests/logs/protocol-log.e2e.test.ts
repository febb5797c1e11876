import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage, seededUnit } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const voice = seededUnit('MXD-LTE');
const wearable = seededUnit('myConnect');
const THEN = Date.now() - 20 * HOUR;

/** A ping, 31 minutes later an event, 30 minutes later a location, a minute later a command. */
beforeAll(async () => {
  for (const { UnitSerNum } of [voice, wearable])
    for (const [minute, messageType, content] of [
      [0, 'ping', { pingReason: 'Scheduled', chargedPercent: 80, acPower: true, bars: 4 }],
      [31, 'event', { EventCode: 101, zone: 3 }],
      [61, 'location', { reportType: 'Update', locationType: 'GPS', latitude: 40.5, longitude: -111.9 }],
      [62, 'command', { command: 'Reboot' }],
    ] as const)
      await protocolLogStore.record({
        id: `${UnitSerNum}-1-${minute}`,
        receivedAt: THEN + minute * MINUTE,
        UnitSerNum,
        kind: messageType === 'command' ? 'command' : 'report',
        messageType,
        raw: '574b01000010000000010000',
        content: { type: messageType, ...content },
      });
});

type Tab = Awaited<ReturnType<typeof openPage>>;
const row = (page: Tab, text: RegExp) => page.getByRole('row').filter({ hasText: text });

const day = (time: number) => instant(time).slice(0, 10);
const DAYS = `StartDate=${day(THEN - DAY)}&EndDate=${day(THEN + 2 * DAY)}`;

it('decodes a pasted text, and says what cannot be read [P3-C35]', async () => {
  const page = await openPage({ as: ENGINEER, at: '/reports/tcpMessageLog' });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Decode a text' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('words');
  await dialog.getByRole('button', { name: 'Decode', exact: true }).click();
  await dialog.getByText(/^The text has no frame/).waitFor();
  const frame = '574b01000b1100000009010601a1ee565e003001650e47';
  await dialog.getByRole('textbox').fill(`${frame}\n${frame.replace(/7$/, '8')}`);
  await dialog.getByRole('button', { name: 'Decode', exact: true }).click();
  await dialog.getByText('1 message', { exact: true }).waitFor();
  await dialog.getByText('The unit reported the event 101: Help button.', { exact: true }).waitFor();
  await dialog.getByText('Line 2: The frame is not whole, or its checksum is wrong', { exact: true }).waitFor();
  await expectAccessible(page);
  await picture(page, 'decode-text');
});

describe.each([
  ['tcpMessageLog', 'TCP message log', `UnitSerNum=${voice.UnitSerNum}`],
  ['mPERSLog', 'mPERS log', `UnitSerNum=${wearable.UnitSerNum}&IMEI=${wearable.IMEI}`],
] as const)('the %s', (path, title, unit) => {
  const at = `/reports/${path}?${unit}&${DAYS}`;

  it('flags the gap, opens a message with its payload, bytes and words, and shows it on the map [P3-R27 P3-R28 P3-B27 P3-B31 P3-B32 P3-B35 P3-B39 P3-B40]', async () => {
    const page = await openPage({ as: ENGINEER, at });
    await row(page, /Help button/).waitFor();
    expect(await row(page, /Gap of/).count()).toBe(1);
    expect(await row(page, /Help button/).textContent()).toContain('Gap of 31 min');
    const map = row(page, /location/).getByRole('link', { name: 'Show on map' });
    expect(await map.getAttribute('href')).toBe('/map#16/40.5/-111.9');
    await expectAccessible(page);
    await picture(page, `${path}-light`);

    await row(page, /Help button/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It comes from zone 3.', { exact: true }).waitFor();
    await dialog.getByText('57 4b 01 00 00 10 00 00 00 01 00 00', { exact: true }).waitFor();
    await dialog.getByText('EventCode', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, `${path}-message-light`);
  });

  it('is filtered in a dialog that refuses an empty choice [P3-B28 P3-B29 P3-B30 P3-B36 P3-B37 P3-B38]', async () => {
    const page = await openPage({ as: ENGINEER, at });
    await row(page, /Help button/).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const group = (name: string) => dialog.getByRole('group', { name });
    await group('Message type').getByText('event', { exact: true }).click();
    await expectAccessible(page);
    await picture(page, `${path}-filter-light`);
    for (const name of ['Origin', 'Destination'])
      for (const party of ['Unit', 'Server']) await group(name).getByText(party, { exact: true }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.getByText('Has to have at least one destination or one origin', { exact: true }).waitFor();
    await group('Origin').getByText('Unit', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => row(page, /Help button/).count()).toBe(0);
    expect(await row(page, /Reboot/).count()).toBe(0);
    await row(page, /Scheduled/).waitFor();
    await page.reload();
    await row(page, /Scheduled/).waitFor();
    expect(await row(page, /Help button/).count()).toBe(0);

    // Of the destinations the unit alone: what the portal sent.
    await page.goto(`${at}&destinations=Unit`);
    await row(page, /Reboot/).waitFor();
    expect(await row(page, /Help button|Scheduled/).count()).toBe(0);
  });

  it('is downloaded as CSV, with fields and bytes [P3-B33 P3-B41]', async () => {
    const page = await openPage({ as: ENGINEER, at });
    await row(page, /Help button/).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const lines = readFileSync(await download.path(), 'utf8')
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe(
      '"MessageTime","Origin","Destination","UnitSerNum","imei","messageType","mainDisplay","payload","payloadLength","dataUsed","RawData"',
    );
    const help = lines.find((line) => line.includes('"event"'));
    const { UnitSerNum, IMEI } = path === 'mPERSLog' ? wearable : voice;
    const cells = [
      ...[instant(THEN + 31 * MINUTE), 'Unit', 'Server', UnitSerNum, IMEI, 'event'],
      ...['The unit reported the event 101: Help button.', 'fields', '0', '12', '574b01000010000000010000'],
    ];
    // The table keeps the fields of a message in no order.
    expect(help?.replace(/EventCode 101, zone 3|zone 3, EventCode 101/, 'fields')).toBe(
      cells.map((value) => `"${value}"`).join(','),
    );
  });

  it('begins with the message of a link, whose row is marked, until newer ones are asked for [P3-R27 P3-R28]', async () => {
    const page = await openPage({ as: ENGINEER, at });
    await row(page, /Help button/).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied', { exact: true }).waitFor();
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    const { UnitSerNum } = path === 'mPERSLog' ? wearable : voice;
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      ...{ UnitSerNum, StartDate: day(THEN - DAY), EndDate: day(THEN + 2 * DAY) },
      highlightedMessage: `${instant(THEN + 31 * MINUTE)}~${UnitSerNum}-1-31`,
    });
    await page.goto(link.href);
    await row(page, /Highlighted/).waitFor();
    const shown = await page.locator('tr[data-row]').allTextContents();
    expect([shown.length, shown[0]]).toEqual([2, expect.stringMatching(/Highlighted.*Help button/)]);
    expect(await page.locator('tr[data-marked]').count()).toBe(1);
    await expectAccessible(page);
    await picture(page, `${path}-highlighted-light`);
    await page.getByRole('button', { name: 'Show newer messages' }).click();
    await row(page, /Reboot/).waitFor();
    expect(await row(page, /Highlighted/).count()).toBe(0);
  });

  itInDepth.each(['dark', 'phone'] as const)('is complete on %s', async (look) => {
    const page = await openPage({ as: ENGINEER, at, look: LOOKS[look] });
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await page.getByText('The portal sent the command Reboot.', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await picture(page, `${path}-${look}`);
  });
});

it('the mPERS log is searched for as soon as sixteen characters are entered [P3-V17]', async () => {
  const page = await openPage({ as: ENGINEER, at: '/reports/mPERSLog' });
  const field = page.getByRole('textbox', { name: 'IMEI' });
  const imei = wearable.IMEI.slice(0, 15);
  await field.pressSequentially(imei);
  await page.getByText('No unit is chosen', { exact: true }).waitFor();
  await field.pressSequentially('7');
  await row(page, /Help button/).waitFor();
});

it('the mPERS log is searched for by an IMEI of fifteen digits with the key Enter, and by no shorter text', async () => {
  const page = await openPage({ as: ENGINEER, at: '/reports/mPERSLog' });
  const field = page.getByRole('textbox', { name: 'IMEI' });
  const imei = wearable.IMEI.slice(0, 15);
  await field.pressSequentially(imei.slice(0, 14));
  await field.press('Enter');
  await page
    .getByText('Enter the 15 digits of an IMEI, or 16 with the version of the software', { exact: true })
    .waitFor();
  await field.pressSequentially(imei.slice(14));
  await field.press('Enter');
  await row(page, /Help button/).waitFor();
  expect(new URL(page.url()).searchParams.get('IMEI')).toBe(imei);
});

it('says when the log reaches 10,000 messages, and goes on after them [P3-K45]', async () => {
  const page = await openPage({ as: ENGINEER });
  const PAGE = 1_000;
  await page.route('**/api/tcp/getTCPLog', async (route) => {
    const { cursor = '0' } = route.request().postDataJSON() as { cursor?: string };
    const items = Array.from({ length: PAGE }, (_, index) => ({
      id: `${cursor}-${index}`,
      ...{ MessageTime: instant(THEN), Origin: 'Unit', Destination: 'Server', UnitSerNum: voice.UnitSerNum },
      ...{ imei: voice.IMEI, messageType: 'ping', payload: {}, payloadLength: 0, RawData: '', dataUsed: 12 },
      mainDisplay: `Page ${Number(cursor) + 1}.`,
    }));
    const { UnitSerNum, UnitModel, IMEI: imei } = voice;
    await route.fulfill({ json: { items, cursor: String(Number(cursor) + 1), UnitSerNum, UnitModel, imei } });
  });
  await page.goto(`/reports/tcpMessageLog?UnitSerNum=${voice.UnitSerNum}`);
  const flag = page.getByRole('status').filter({ hasText: /^The log reached 10,000 messages\./ });
  for (let number = 1; number <= 10; number++) {
    await row(page, new RegExp(`Page ${number}\\.`))
      .first()
      .waitFor();
    expect(await flag.count()).toBe(number === 10 ? 1 : 0);
    await page.getByRole('button', { name: 'Next page' }).click();
  }
  await row(page, /Page 11\./)
    .first()
    .waitFor();
});

it('the TCP message log is searched for as soon as six characters are entered, a thousand messages a page [P3-K14]', async () => {
  const page = await openPage({ as: ENGINEER, at: '/reports/tcpMessageLog' });
  const field = page.getByRole('textbox', { name: 'Serial number' });
  await field.pressSequentially(voice.UnitSerNum.slice(0, 5));
  await page.getByText('No unit is chosen', { exact: true }).waitFor();
  await field.pressSequentially(voice.UnitSerNum.slice(5));
  await row(page, /Help button/).waitFor();
  const size = page.getByLabel('Rows per page');
  expect(await size.locator('option').allInnerTexts()).toEqual(['5', '15', '25', '50', '100', '500', '1000']);
  expect(await size.inputValue()).toBe('1000');
});
