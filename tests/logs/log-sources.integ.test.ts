import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formerDealersAfter } from '#core/history/visible-from.ts';
import { logs } from '#core/logs/contract.ts';
import { NO_SUCH_SOURCE } from '#core/logs/log-source.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { archiveRunStore } from '#data/history/archive-run.ts';
import { archiveLog, archiveMonth, MESSAGES_PER_FILE } from '#data/history/message-archive.ts';
import { ProtocolLogEntity, protocolLogStore } from '#data/history/protocol-log.ts';
import { UnitEntity } from '#data/units/units.ts';
import { filesIn } from '#platform/aws/message-files.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { encodeFrame } from '#support/frames.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';

let engineer: UserRecord;
beforeAll(async () => {
  await someDealers();
  engineer = await aUser({ dealer: 22, flags: ['ENGINEER'] });
});
beforeEach(() => setClock(TODAY));

const OCTOBER = Date.parse('2026-10-31T12:00:00Z');
const archive = () => filesIn(process.env.MESSAGE_ARCHIVE_BUCKET!);

const record = (UnitSerNum: string, id: string, receivedAt: number) =>
  protocolLogStore.record({
    ...{ id: `${UnitSerNum}-${id}`, receivedAt, UnitSerNum, kind: 'report', messageType: 'ping' },
    raw: '574b01000010000000010000',
    content: { type: 'ping', chargedPercent: 80, words: 'with a\nnew line' },
  });

/** What the table does with the messages after 90 days. */
async function expire(UnitSerNum: string, month = '2026-10') {
  const { data } = await ProtocolLogEntity.query.byUnit({ UnitSerNum, month }).go({ pages: 'all' });
  for (const { place } of data) await ProtocolLogEntity.delete({ UnitSerNum, month, place }).go();
}

interface Asked {
  Database?: string;
  host?: string;
  startDate?: string;
  pageSize?: number;
  as?: UserRecord;
}

/** All pages of a log. */
async function logOf(UnitSerNum: string, { as = engineer, ...asked }: Asked = {}) {
  const found: { id: string; RawData: string; messageType: string; Origin: string }[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: typeof found; cursor: string | null } = await ask(logs.getTCPLog, {
      filterText: UnitSerNum,
      startDate: instant(TODAY - 85 * DAY),
      endDate: instant(TODAY),
      ...asked,
      ...(cursor !== null && { cursor }),
      as,
    });
    found.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id.split('-').at(-1));

describe('the archive [P3-B77]', () => {
  it('has the messages of a month that is over, as the table had them, page by page', async () => {
    const { UnitSerNum } = await aUnit();
    for (const number of [1, 2, 3, 4, 5]) await record(UnitSerNum, String(number), OCTOBER - number * 5 * DAY);
    const before = await logOf(UnitSerNum);
    expect(await invoke('on-archive-due', {})).toEqual({ left: 0 });
    await expire(UnitSerNum);
    expect(await logOf(UnitSerNum)).toEqual([]);
    for (const pageSize of [1, 2, 5, 100])
      expect(await logOf(UnitSerNum, { Database: 'Archive', pageSize })).toEqual(before);
    expect(await logOf(UnitSerNum, { host: 'archive.example.com' })).toEqual(before);
    expect(await logOf(UnitSerNum, { host: 'archive.example.com', Database: 'Current' })).toEqual([]);
  });

  it('waits until the messages of the month have settled', async () => {
    const due = (day: string) => archiveRunStore.due(Date.parse(`${day}T00:00:00Z`));
    expect(await due('2027-02-15')).not.toContain('2027-01');
    expect(await due('2027-02-16')).toContain('2027-01');
    while (await archiveRunStore.step(archive(), '2026-12', TODAY));
    while (await archiveRunStore.step(archive(), '2027-01', TODAY));
    expect(await due('2027-02-16')).toEqual([]);
  });

  it('misses nothing, and has nothing twice, when a run dies at any file, and when two runs work at once', async () => {
    const units = await Promise.all([1, 2, 3].map(() => aUnit()));
    const month = '2026-09';
    for (const { UnitSerNum } of units)
      for (const number of [1, 2]) await record(UnitSerNum, String(number), Date.parse('2026-09-20') + number);
    setClock(Date.parse('2026-10-20'));
    expect(await archiveRunStore.due(Date.now())).toContain(month);
    for (let diesAt = 1; diesAt <= 3; diesAt++) {
      let puts = 0;
      const dying = {
        ...archive(),
        put: async (key: string, content: Uint8Array) => {
          puts += 1;
          if (puts === diesAt) throw new Error('The run dies');
          await archive().put(key, content);
        },
      };
      await expect(archiveRunStore.step(dying, month, Date.now())).rejects.toThrow(
        /^The messages of \w+ in 2026-09 were not archived$/,
      );
    }
    await Promise.all([invoke('on-archive-due', {}), invoke('on-archive-due', {})]);
    expect(await archiveRunStore.due(Date.now())).not.toContain(month);
    setClock(TODAY);
    for (const { UnitSerNum } of units)
      expect(idsOf(await logOf(UnitSerNum, { Database: 'Archive' }))).toEqual(['2', '1']);
  });

  it('finds a message of two years ago in seconds, among months without any', async () => {
    const { UnitSerNum } = await aUnit();
    const then = TODAY - 730 * DAY;
    await record(UnitSerNum, 'old', then);
    await archiveMonth(archive(), UnitSerNum, instant(then).slice(0, 7));
    await expire(UnitSerNum, instant(then).slice(0, 7));
    const startedAt = performance.now();
    const found = await logOf(UnitSerNum, { Database: 'Archive', startDate: instant(then - DAY) });
    expect(idsOf(found)).toEqual(['old']);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('has a month with many messages in several files, and reads only as far as asked', async () => {
    const { UnitSerNum } = await aUnit();
    const month = '2026-10';
    const count = MESSAGES_PER_FILE + 2;
    const message = { UnitSerNum, month, kind: 'report', messageType: 'ping', raw: 'aa', content: {}, expiresAt: 1 };
    const placeOf = (number: number) => `${instant(OCTOBER + number)}~${UnitSerNum}-${number}`;
    await writeAll(
      Array.from({ length: count }, (_, number) => itemOf(ProtocolLogEntity, { ...message, place: placeOf(number) })),
      () => {},
    );
    await archiveMonth(archive(), UnitSerNum, month);
    const log = archiveLog(archive(), UnitSerNum, TODAY);
    const first = instant(OCTOBER);
    const oldest = await log.read({ first, last: placeOf(2), most: 10 });
    expect(oldest.map(({ place }) => place)).toEqual([2, 1, 0].map(placeOf));
    const newest = await log.read({ first, last: placeOf(count), most: 2 });
    expect(newest.map(({ place }) => place)).toEqual([count - 1, count - 2].map(placeOf));
    expect(await log.read({ first, last: placeOf(count), most: count + 1 })).toHaveLength(count);
  });

  it('of a moved unit begins with the move, for those who do not see the former dealer', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 49 });
    for (const hours of [1, 2, 3]) await record(UnitSerNum, String(hours), OCTOBER - hours * HOUR);
    await archiveMonth(archive(), UnitSerNum, '2026-10');
    await UnitEntity.patch({ UnitSerNum })
      .set({ formerDealers: formerDealersAfter({ DealerKey: 22 }, OCTOBER - 2.5 * HOUR) })
      .go();
    const present = await aUser({ dealer: 49, flags: ['ENGINEER'] });
    expect(idsOf(await logOf(UnitSerNum, { Database: 'Archive', as: present }))).toEqual(['1', '2']);
    const asked = { filterText: UnitSerNum, startDate: instant(OCTOBER - DAY), endDate: instant(TODAY) };
    for (const Database of ['Archive', 'Capture'])
      expect((await call(logs.getTCPLog, { ...asked, Database, as: engineer })).status).toBe(404);
  });
});

describe('captured frames [P3-B77]', () => {
  const frame = (type: number, sequence: number) =>
    Buffer.from(encodeFrame(type, sequence, Uint8Array.of())).toString('hex');
  const EVENT = '574b01000b1100000009010601a1ee565e003001650e47';

  const deliver = (UnitSerNum: string, sequence: number, receivedAt: number, frames: object[]) =>
    invoke('on-unit-report', {
      Records: [
        {
          messageId: `${UnitSerNum}-${sequence}`,
          body: JSON.stringify({
            ...{ version: 1, kind: 'capture', id: `${UnitSerNum}-7-capture-${sequence}`, receivedAt, raw: '' },
            ...{ UnitSerNum, UnitModel: 'MXD-LTE', bootId: 1, sequence, fence: 7, frames },
          }),
          attributes: {},
          messageAttributes: {},
        },
      ],
    });

  it('are read as they came, the newest first, once each, and are in no other source', async () => {
    const { UnitSerNum } = await aUnit();
    const broken = EVENT.replace(/7$/, '8');
    for (let time = 0; time < 2; time++) {
      await deliver(UnitSerNum, 1, TODAY - 2 * MINUTE, [
        { sender: 'Unit', raw: EVENT },
        { sender: 'Unit', raw: broken },
      ]);
      await deliver(UnitSerNum, 2, TODAY - 2 * MINUTE, [{ sender: 'Server', raw: frame(0x84, 9) }]);
      await deliver(UnitSerNum, 3, TODAY - MINUTE, [{ sender: 'Unit', raw: frame(0x7f, 10) }]);
    }
    for (const pageSize of [1, 2, 3, 100]) {
      const found = await logOf(UnitSerNum, { Database: 'Capture', pageSize });
      expect(found.map(({ Origin, messageType, RawData }) => [Origin, messageType, RawData])).toEqual([
        ['Unit', 'invalid', frame(0x7f, 10)],
        ['Server', 'received', frame(0x84, 9)],
        ['Unit', 'invalid', broken],
        ['Unit', 'event', EVENT],
      ]);
    }
    expect(await logOf(UnitSerNum, { host: 'capture.example.com' })).toHaveLength(4);
    for (const Database of ['Archive', 'Current']) expect(await logOf(UnitSerNum, { Database })).toEqual([]);
  });
});

it('an unknown log source is refused with the names of those that exist [P3-B77]', async () => {
  const { UnitSerNum } = await aUnit();
  const asked = { filterText: UnitSerNum, startDate: '2026-11-01', endDate: '2026-11-02', Database: 'Athena' };
  expect(await call(logs.getTCPLog, { ...asked, as: engineer })).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'Database', message: NO_SUCH_SOURCE }] },
  });
});
