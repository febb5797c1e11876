import { beforeAll, describe, expect, it } from 'vitest';
import { NO_SUCH_SOURCE } from '#core/logs/log-source.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import { archiveMonth } from '#data/history/message-archive.ts';
import { storeCapture } from '#data/history/message-capture.ts';
import { ProtocolLogEntity, protocolLogStore } from '#data/history/protocol-log.ts';
import { filesIn } from '#platform/aws/message-files.ts';
import { LOOKS } from '#support/browser.ts';
import { itInDepth } from '#support/depth.ts';
import { openPage, seededUnit } from '#support/page.ts';
import { expectAccessible, picture } from '#support/screen.ts';

const ENGINEER = 'engineer@watchkeep.example';
const { UnitSerNum } = seededUnit('MXD-LTE');
const NOW = Date.now();
const THEN = NOW - 730 * DAY;
const EVENT = '574b01000b1100000009010601a1ee565e003001650e47';

beforeAll(async () => {
  const record = (receivedAt: number, command: string) =>
    protocolLogStore.record({
      ...{ id: `${UnitSerNum}-${command}`, receivedAt, UnitSerNum, kind: 'command', messageType: 'command' },
      raw: '574b01000010000000010000',
      content: { type: 'command', command },
    });
  await record(NOW - MINUTE, 'Reboot');
  await record(THEN, 'MakeEvent');
  const month = instant(THEN).slice(0, 7);
  await archiveMonth(filesIn(process.env.MESSAGE_ARCHIVE_BUCKET!), UnitSerNum, month);
  await ProtocolLogEntity.delete({ UnitSerNum, month, place: `${instant(THEN)}~${UnitSerNum}-MakeEvent` }).go();
  await storeCapture(filesIn(process.env.MESSAGE_CAPTURE_BUCKET!), {
    ...{ UnitSerNum, receivedAt: NOW - 2 * MINUTE, fence: 1, sequence: 1 },
    frames: [{ sender: 'Unit', raw: EVENT }],
  });
});

type Tab = Awaited<ReturnType<typeof openPage>>;
const day = (time: number) => instant(time).slice(0, 10);
const at = `/reports/tcpMessageLog?UnitSerNum=${UnitSerNum}&StartDate=${day(THEN - 2 * DAY)}&EndDate=${day(NOW + DAY)}`;
const source = (page: Tab) => page.getByRole('combobox', { name: 'Log source' });
const said = (page: Tab, words: string) => page.getByText(words, { exact: true }).first();
const databaseOf = (page: Tab) => new URL(page.url()).searchParams.get('Database');

const CURRENT = 'The portal sent the command Reboot.';
const ARCHIVED = 'The portal sent the command MakeEvent.';
const CAPTURED = 'The unit reported the event 101: Help button.';

describe('the source of the TCP message log [P3-B77]', () => {
  it('is chosen on the page, stays in the address, and goes by the host without a choice', async () => {
    const page = await openPage({ as: ENGINEER, at });
    await said(page, CURRENT).waitFor();
    expect([await source(page).inputValue(), databaseOf(page)]).toEqual(['Current', null]);
    await source(page).selectOption('Archive');
    await said(page, ARCHIVED).waitFor();
    expect([await said(page, CURRENT).count(), databaseOf(page)]).toEqual([0, 'Archive']);
    await expectAccessible(page);
    await picture(page, 'tcp-log-archive-light');
    await page.reload();
    await said(page, ARCHIVED).waitFor();
    await source(page).selectOption('Capture');
    await said(page, CAPTURED).waitFor();
    expect([await said(page, ARCHIVED).count(), databaseOf(page)]).toEqual([0, 'Capture']);
  });

  itInDepth('of an address with an unknown name is none: nothing is read until one is chosen', async () => {
    const page = await openPage({ as: ENGINEER, at: `${at}&Database=Athena` });
    await said(page, NO_SUCH_SOURCE).waitFor();
    expect(await said(page, CURRENT).count()).toBe(0);
    await expectAccessible(page);
    await source(page).selectOption('Current');
    await said(page, CURRENT).waitFor();
  });

  itInDepth('says why a source has nothing in the last days', async () => {
    const last = `/reports/tcpMessageLog?UnitSerNum=${seededUnit('myConnect').UnitSerNum}`;
    const page = await openPage({ as: ENGINEER, at: `${last}&Database=Archive` });
    await page.getByText(/^The archive has whole months/).waitFor();
    await source(page).selectOption('Capture');
    await page.getByText(/^Frames are captured only while remote logging is on/).waitFor();
  });

  itInDepth('is on a phone too', async () => {
    const page = await openPage({ as: ENGINEER, at: `${at}&Database=archive`, look: LOOKS.phone });
    await said(page, ARCHIVED).waitFor();
    expect(await source(page).inputValue()).toBe('Archive');
    await expectAccessible(page);
    await picture(page, 'tcp-log-archive-phone');
  });
});
