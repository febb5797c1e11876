import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openAlarmsTopic, operatorAlarmsTopic } from '#core/live/messages.ts';
import { MAX_EXPORT_BYTES } from '#core/monitoring-centers/alarm-export.ts';
import { alarmWords } from '#core/monitoring-centers/board.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { instant, MINUTE, SECOND } from '#core/time.ts';
import { recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import { publish } from '#platform/live/publish.ts';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { aUnit } from '#support/fleet.ts';
import { newPerson, openPage, userNamed } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';
import { retire } from '#support/used-pages.ts';

const OPERATOR = 'operator@monitoring.example';
const NUMBER = '5035550188';
const { DealerKey } = await userNamed(OPERATOR);
const staff = await newPerson({ first: 'Ada', last: 'Board', dealer: DealerKey, flags: ['UNIT', 'UNIT_EDIT'] });
const unit = await aUnit({ dealer: DealerKey, MSISDN1: NUMBER });
const now = Date.now();

let sequence = 0;
async function anAlarm({ UnitSerNum }: { UnitSerNum: string }, at: number, eventType: string) {
  sequence += 1;
  const event = { timeStamp: instant(at), receivedAt: instant(at), sequence, eventType };
  await recordAlarm(UnitSerNum, `1-${sequence}`, event, { once: false }, Date.now());
}
await anAlarm(unit, now - 7 * MINUTE, 'Event 101');
const begin = Math.floor((now - 20 * MINUTE) / MINUTE) * MINUTE;
for (let index = 0; index < 12; index++)
  await anAlarm(await aUnit({ dealer: DealerKey }), begin + index * SECOND, 'Event 130');

/** Returns what counts the tones that the page plays from now on. */
async function soundsOf(page: Page): Promise<() => Promise<number>> {
  retire(page);
  await page.evaluate(() => {
    const started: number[] = [];
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      started.push(this.frequency.value);
      start.call(this, when);
    };
    Object.assign(window, { started });
  });
  return () => page.evaluate(() => (window as unknown as { started: number[] }).started.length);
}

describe('the board of open alarms', () => {
  it.each(['light', 'phone'] as const)('shows an incident once, and each other alarm (%s)', async (look) => {
    const page = await openPage({ as: staff, look: LOOKS[look], at: '/alarms' });
    const list = page.getByRole('list', { name: 'Open alarms' });
    await list.getByText('Incident: 12 alarms', { exact: true }).waitFor();
    await list.getByText('Personal emergency (Event 101)', { exact: true }).waitFor();
    await page.locator('main header').getByText('13', { exact: true }).waitFor();
    await expectAccessible(page);
    await picture(page, `open-alarms-${look}`);
    const description = (await page.getByText(/^Escalated alarms come first/).boundingBox())!;
    expect(description.height, 'the description has at most two lines').toBeLessThan(45);
    const topOf = async (label: string) =>
      (await page.getByRole('button', { name: `${label} Event 101`, exact: true }).boundingBox())!.y;
    expect(await topOf('Note:'), 'the buttons stay together').toBe(await topOf('More about'));
    expect(await topOf('Take:'), 'the buttons stay together').toBe(await topOf('More about'));
    await page.getByRole('button', { name: 'Show the units: 12 alarms' }).click();
    const units = page.getByRole('list', { name: 'Alarms of the incident' }).getByRole('listitem');
    await expect.poll(() => units.count()).toBe(12);
  });

  it('lets staff take an alarm, and an operator open the unit of it', async () => {
    const page = await openPage({ as: staff, at: '/alarms' });
    const take = page.getByRole('button', { name: 'Take: Event 101' });
    await take.focus();
    await page.keyboard.press('Enter');
    await page.getByText('You have the alarm', { exact: true }).waitFor();
    const row = page.locator('li:focus').filter({ hasText: /Event 101/ });
    await row.waitFor();
    await page.keyboard.press('Enter');
    await row.getByRole('button', { name: 'Release: Event 101', exact: true }).waitFor();
    const operator = await openPage({ as: OPERATOR, at: '/monitoringCenter' });
    const list = operator.getByRole('list', { name: 'Open alarms' });
    await list.getByRole('link', { name: unit.UnitSerNum }).click();
    await operator.waitForURL(`**/monitoringCenter?phoneNumber=${NUMBER}`);
    await operator.getByRole('list', { name: 'Recent events' }).waitFor();
  });

  itInDepth('has the button to release an alarm elsewhere than the one to take it, also on a phone', async () => {
    const other = await aUnit({ dealer: DealerKey });
    await anAlarm(other, now - 2 * MINUTE, 'Event 117');
    const page = await openPage({ as: staff, look: LOOKS.phone, at: '/alarms' });
    const boxOf = async (label: string) =>
      (await page.getByRole('button', { name: `${label}: Event 117`, exact: true }).boundingBox())!;
    const take = await boxOf('Take');
    await page.getByRole('button', { name: 'Take: Event 117', exact: true }).click();
    await page.getByRole('button', { name: 'Release: Event 117', exact: true }).waitFor();
    const release = await boxOf('Release');
    expect(release.x >= take.x + take.width || release.y >= take.y + take.height, 'no overlap').toBe(true);
  });

  it('reads again within two seconds of each news, also right after another one', async () => {
    const page = await openPage({ as: staff });
    const subscribed = page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => /"subscribed".*"open-alarms:/.test(String(payload))),
      );
    await page.goto('/alarms');
    await page.getByRole('list', { name: 'Open alarms' }).waitFor();
    await subscribed;
    const reads: number[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === monitoringCenters.board.path) reads.push(Date.now());
    });
    await publish(openAlarmsTopic(DealerKey), {});
    await expect.poll(() => reads.length, { timeout: 10 * SECOND }).toBe(1);
    await publish(openAlarmsTopic(DealerKey), {});
    await expect.poll(() => reads.length, { timeout: 10 * SECOND }).toBe(2);
    expect(reads[1]! - reads[0]!).toBeLessThan(2 * SECOND);
  });

  it('sounds for a new alarm, and marks the title of a tab that is not in sight', async () => {
    const page = await openPage({ as: staff, at: '/alarms' });
    await page.getByRole('button', { name: 'More about Event 101', exact: true }).waitFor();
    const tones = await soundsOf(page);
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    });
    const title = await page.title();
    // Changes the board until the page has subscribed to it and read the alarm.
    const raised = async (eventType: string) => {
      await anAlarm(await aUnit({ dealer: DealerKey }), Date.now(), eventType);
      await expect
        .poll(
          async () => {
            await publish(openAlarmsTopic(DealerKey), {});
            return page.getByText(alarmWords(eventType), { exact: true }).count();
          },
          { interval: 500, timeout: 20_000 },
        )
        .toBe(1);
    };
    await raised('Event 111');
    await expect.poll(tones).toBe(3);
    expect(await page.title()).toBe(`New alarm · ${title}`);
    // What is no new alarm makes no sound.
    await page.getByRole('button', { name: 'Take: Event 111', exact: true }).click();
    await page.getByRole('button', { name: 'Release: Event 111', exact: true }).waitFor();
    await page.getByText('Sound for new alarms', { exact: true }).click();
    await raised('Event 112');
    expect(await tones()).toBe(3);
  });

  itInDepth.each([
    ['the sound is played', (page: Page) => page.getByRole('button', { name: 'Play the sound', exact: true }).click()],
    ['they click elsewhere', (page: Page) => page.getByRole('heading', { name: 'Open alarms', exact: true }).click()],
    ['they press a key', (page: Page) => page.keyboard.press('Shift')],
  ])('says that the browser plays no sound before a person acts, until %s', async (_how, act) => {
    const page = await openPage({ as: staff, at: '/alarms' });
    await page.addInitScript(() => {
      AudioContext.prototype.resume = () => new Promise(() => {});
      Object.defineProperty(AudioContext.prototype, 'state', { configurable: true, get: () => 'suspended' });
    });
    await page.reload();
    await page.getByText('Your browser plays no sound before you click in this tab.', { exact: true }).waitFor();
    await page.evaluate(() => {
      AudioContext.prototype.resume = async () => {};
      Object.defineProperty(AudioContext.prototype, 'state', { configurable: true, get: () => 'running' });
    });
    await act(page);
    await page.getByRole('button', { name: 'Play the sound', exact: true }).waitFor({ state: 'detached' });
  });

  it('sounds for a new alarm of another unit while an operator has a call open, and is one press away', async () => {
    const page = await openPage({ as: OPERATOR, at: `/monitoringCenter?phoneNumber=${NUMBER}` });
    const way = page.getByRole('link', { name: /^Open alarms \(\d+\)$/ });
    await way.waitFor();
    const tones = await soundsOf(page);
    const before = (await way.textContent())!;
    await anAlarm(await aUnit({ dealer: DealerKey }), Date.now(), 'Event 113');
    await expect
      .poll(
        async () => {
          await publish(operatorAlarmsTopic(DealerKey), {});
          return way.textContent();
        },
        { interval: 500, timeout: 20_000 },
      )
      .not.toBe(before);
    await expect.poll(tones).toBe(3);
    await expectAccessible(page);
    await way.click();
    await page.getByText(alarmWords('Event 113'), { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  itInDepth('is counted on the dashboard', async () => {
    const page = await openPage({ as: staff, at: '/' });
    await page.getByRole('link', { name: /^\d+ open alarms$/ }).click();
    await page.waitForURL('**/alarms');
  });

  it('gives an operator the voice control of the unit of an alarm that they have [P3-B18]', async () => {
    const number = '5035550189';
    const voice = await aUnit({ dealer: DealerKey, UnitModel: 'MXD-LTE', MSISDN1: number });
    await anAlarm(voice, now - 3 * MINUTE, 'Event 110');
    const page = await openPage({ as: OPERATOR, at: `/monitoringCenter?phoneNumber=${number}` });
    const take = page.getByRole('button', { name: 'Take: Event 110', exact: true });
    await take.waitFor();
    const control = page.getByRole('region', { name: `Voice control of ${voice.UnitSerNum}` });
    expect(await control.count()).toBe(0);
    await take.click();
    await control.getByRole('button', { name: 'Connect', exact: true }).click();
    await control
      .getByRole('status')
      .getByText(/^Unable to connect to the unit/)
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Release: Event 110', exact: true }).click();
    await control.waitFor({ state: 'detached' });
  });

  itInDepth('exports an alarm as PDF and as signed JSON', async () => {
    const page = await openPage({ as: staff, at: '/alarms' });
    const menu = page.getByRole('button', { name: 'More about Event 101', exact: true });
    for (const [item, file] of [
      ['Export as PDF', /^alarm-\d+-.*\.pdf$/],
      ['Export as signed JSON', /^alarm-\d+-.*\.json$/],
    ] as const) {
      await menu.click();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item, exact: true }).click(),
      ]);
      expect(saved.suggestedFilename()).toMatch(file);
    }
  });

  itInDepth('checks the signed JSON of an export', async () => {
    const page = await openPage({ as: staff, at: '/alarms' });
    await page.getByRole('button', { name: 'More about Event 101', exact: true }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as signed JSON', exact: true }).click(),
    ]);
    const genuine = await readFile(await saved.path(), 'utf8');
    await page.getByRole('button', { name: 'Check an export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Check an export', exact: true });
    const take = (text: string, name = 'alarm.json') =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

    await take(genuine);
    await dialog.getByText('Genuine and unchanged', { exact: true }).waitFor();
    const facts = (await dialog.getByRole('definition').allTextContents()).join('\n');
    expect(facts).toContain(unit.UnitSerNum);
    expect(facts).toContain('Ada Board');
    expect(facts).toContain('Personal emergency (Event 101)');
    await expectAccessible(page);
    await picture(page, 'check-export');

    await take(genuine.replace('"Event 101"', '"Event 130"'));
    await dialog.getByText('Not genuine', { exact: true }).waitFor();
    expect(await dialog.getByRole('definition').count()).toBe(0);
    await take(genuine.replace(/(?<="signature": ")./, (first) => (first === 'A' ? 'B' : 'A')));
    await dialog.getByText('Not genuine', { exact: true }).waitFor();

    const refused = dialog.getByRole('alert');
    for (const [text, name, words] of [
      ['%PDF-1.7', 'alarm.pdf', /^Only JSON files are checked/],
      ['x'.repeat(2 * MAX_EXPORT_BYTES), 'alarm.json', /^alarm\.json is 4 MB\. At most 2 MB can be uploaded/],
      ['{"content":', 'alarm.json', /^The file is not JSON/],
      ['{"content":{"kind":"invoice"},"signature":"AAAA"}', 'alarm.json', /^The file is not an export of an alarm/],
    ] as const) {
      await take(text, name);
      await refused.filter({ hasText: words }).waitFor();
      expect(await dialog.getByText('Not genuine', { exact: true }).count()).toBe(0);
    }
  });
});
