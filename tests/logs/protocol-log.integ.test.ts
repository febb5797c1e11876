import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formerDealersAfter } from '#core/history/visible-from.ts';
import { logs } from '#core/logs/contract.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { UnitEntity } from '#data/units/units.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { encodeFrame } from '#support/frames.ts';
import { aUser } from '#support/people.ts';

let engineer: UserRecord;
beforeAll(async () => {
  await someDealers();
  engineer = await aUser({ dealer: 22, flags: ['ENGINEER'] });
});
beforeEach(() => setClock(TODAY));

const RANGE = { startDate: instant(TODAY - 80 * DAY), endDate: instant(TODAY) };

const record = (UnitSerNum: string, id: string, receivedAt: number, messageType = 'ping', content: object = {}) =>
  protocolLogStore.record({
    id: `${UnitSerNum}-${id}`,
    receivedAt,
    UnitSerNum,
    kind: messageType === 'command' ? 'command' : 'report',
    messageType,
    raw: '574b01000010000000010000',
    content: { type: messageType, ...content },
  });

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id.split('-').at(-1));

describe('the TCP message log', () => {
  it('has the messages of one unit, the newest first, across months, page by page [P3-B14 P3-B27 P3-C34]', async () => {
    const { UnitSerNum, UnitModel } = await aUnit();
    const days = [0, 10, 30, 31, 62, 79];
    for (const day of days) await record(UnitSerNum, String(day), TODAY - day * DAY - HOUR);
    for (const pageSize of [1, 2, 5, 6, 100]) {
      const found: (string | undefined)[] = [];
      let cursor: string | null = null;
      do {
        const page: { items: { id: string }[]; cursor: string | null } = await ask(logs.getTCPLog, {
          filterText: UnitSerNum,
          ...RANGE,
          pageSize,
          ...(cursor !== null && { cursor }),
          as: engineer,
        });
        expect(page).toMatchObject({ UnitSerNum, UnitModel });
        found.push(...idsOf(page.items));
        cursor = page.cursor;
      } while (cursor !== null);
      expect(found).toEqual(days.slice(0, 6).map(String));
    }
  });

  it('is filtered by origin, destination, type and a text in a field [P3-B28 P3-B29 P3-B30]', async () => {
    const { UnitSerNum } = await aUnit();
    await record(UnitSerNum, '1', TODAY - 1 * MINUTE, 'ping', { pingReason: 'Scheduled' });
    await record(UnitSerNum, '2', TODAY - 2 * MINUTE, 'call', { phoneNumber: '+15550100' });
    await record(UnitSerNum, '3', TODAY - 3 * MINUTE, 'command', { command: 'Reboot' });
    const found = async (filter: object) =>
      idsOf((await ask(logs.getTCPLog, { filterText: UnitSerNum, ...RANGE, ...filter, as: engineer })).items);
    expect(await found({})).toEqual(['1', '2', '3']);
    expect(await found({ origins: ['Server'] })).toEqual(['3']);
    expect(await found({ destinations: ['Server'], origins: [] })).toEqual(['1', '2']);
    expect(await found({ messageTypes: ['call', 'command'] })).toEqual(['2', '3']);
    expect(await found({ fieldText: '5550100' })).toEqual(['2']);
  });

  it('fills pages although the filter leaves most messages out', async () => {
    const { UnitSerNum } = await aUnit();
    for (let number = 0; number < 30; number++)
      await record(UnitSerNum, String(number), TODAY - number * MINUTE, number % 10 === 9 ? 'call' : 'ping');
    const asked = { filterText: UnitSerNum, ...RANGE, messageTypes: ['call' as const], pageSize: 2, as: engineer };
    const found: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask(logs.getTCPLog, { ...asked, ...(cursor && { cursor }) });
      found.push(...idsOf(page.items));
      cursor = page.cursor ?? undefined;
    } while (cursor);
    expect(found).toEqual(['9', '19', '29']);
  });

  it('has the time of the message after each page, so that a gap between two pages is seen [P3-B34 P3-K46]', async () => {
    const { UnitSerNum } = await aUnit();
    for (const number of [1, 2, 3, 4])
      await record(UnitSerNum, String(number), TODAY - number * HOUR, number % 2 === 0 ? 'call' : 'ping');
    const asked = { filterText: UnitSerNum, ...RANGE, as: engineer };
    const first = await ask(logs.getTCPLog, { ...asked, pageSize: 2 });
    expect([idsOf(first.items), first.olderTime]).toEqual([['1', '2'], instant(TODAY - 3 * HOUR)]);
    const second = await ask(logs.getTCPLog, { ...asked, pageSize: 2, cursor: first.cursor! });
    expect([idsOf(second.items), second.olderTime]).toEqual([['3', '4'], undefined]);
    const calls = await ask(logs.getTCPLog, { ...asked, pageSize: 1, messageTypes: ['call'] });
    expect([idsOf(calls.items), calls.olderTime]).toEqual([['2'], instant(TODAY - 4 * HOUR)]);
  });

  it('of another dealer or an unknown unit is not found', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 49 });
    for (const filterText of [UnitSerNum, 'ZZZZZZ'])
      expect((await call(logs.getTCPLog, { filterText, ...RANGE, as: engineer })).status).toBe(404);
  });

  it('of a moved unit begins with the move, for those who do not see the former dealer', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 49 });
    for (const hours of [1, 2, 3]) await record(UnitSerNum, String(hours), TODAY - hours * HOUR);
    await UnitEntity.patch({ UnitSerNum })
      .set({ formerDealers: formerDealersAfter({ DealerKey: 22 }, TODAY - 2.5 * HOUR) })
      .go();
    const present = await aUser({ dealer: 49, flags: ['ENGINEER'] });
    const { items } = await ask(logs.getTCPLog, { filterText: UnitSerNum, ...RANGE, as: present });
    expect(idsOf(items)).toEqual(['1', '2']);
  });
});

it('the mPERS log is found by the IMEI with or without the version of the software, and by the serial number [P3-C36]', async () => {
  const { UnitSerNum, IMEI } = await aUnit({ UnitModel: 'myConnect' });
  await record(UnitSerNum, '1', TODAY - MINUTE, 'location', {});
  const digits = IMEI.slice(0, 15);
  for (const filterText of [digits, `${digits}7`, UnitSerNum]) {
    const page = await ask(logs.getMPERSLog, { filterText, ...RANGE, as: engineer });
    expect(page).toMatchObject({ UnitSerNum, imei: IMEI });
    expect(idsOf(page.items)).toEqual(['1']);
  }
  expect((await call(logs.getMPERSLog, { filterText: '000000000000000', ...RANGE, as: engineer })).status).toBe(404);
});

it('the mPERS log is found by the IMEI that the portal shows, with its check digit', async () => {
  const { UnitSerNum } = await aUnit({ UnitModel: 'myConnect', IMEI: '4901542032375101' });
  const asked = { ...RANGE, as: engineer };
  expect(await ask(logs.getMPERSLog, { ...asked, filterText: '490154203237518' })).toMatchObject({ UnitSerNum });
  expect((await call(logs.getMPERSLog, { ...asked, filterText: '490154203237517' })).status).toBe(404);
});

it('the mPERS log is filtered by origin, destination, type and a text in a field [P3-B36 P3-B37 P3-B38]', async () => {
  const { UnitSerNum } = await aUnit({ UnitModel: 'myConnect' });
  await record(UnitSerNum, '1', TODAY - 1 * MINUTE, 'ping', { pingReason: 'Scheduled' });
  await record(UnitSerNum, '2', TODAY - 2 * MINUTE, 'operation', { operation: 'CHIME' });
  await record(UnitSerNum, '3', TODAY - 3 * MINUTE, 'command', { command: 'reboot' });
  const found = async (filter: object) =>
    idsOf((await ask(logs.getMPERSLog, { filterText: UnitSerNum, ...RANGE, ...filter, as: engineer })).items);
  expect(await found({ origins: ['Server'] })).toEqual(['3']);
  expect(await found({ destinations: ['Server'], origins: [] })).toEqual(['1', '2']);
  expect(await found({ messageTypes: ['operation', 'command'] })).toEqual(['2', '3']);
  expect(await found({ fieldText: 'chime' })).toEqual(['2']);
});

it('the debug log has the lines that a unit sent, the newest first, and no other message [P3-C37]', async () => {
  const { UnitSerNum } = await aUnit();
  await record(UnitSerNum, '1', TODAY - 1 * MINUTE, 'debugLog', { lines: ['SIM lost', 'SIM found'] });
  await record(UnitSerNum, '2', TODAY - 2 * MINUTE);
  await record(UnitSerNum, '3', TODAY - 3 * MINUTE, 'debugLog', { lines: ['Modem ready'] });
  const { items } = await ask(logs.getDebugLog, { filterText: UnitSerNum, ...RANGE, as: engineer });
  expect(items.map(({ at, lines }) => [at, lines])).toEqual([
    [TODAY - 1 * MINUTE, ['SIM lost', 'SIM found']],
    [TODAY - 3 * MINUTE, ['Modem ready']],
  ]);
  const { UnitSerNum: foreign } = await aUnit({ dealer: 49 });
  expect((await call(logs.getDebugLog, { filterText: foreign, ...RANGE, as: engineer })).status).toBe(404);
});

describe('a text with frames', () => {
  const event = '57 4b 01 00 0b 11 00 00 00 09 01 06 01 a1 ee 56 5e 00 30 01 65 0e 47';
  const received = '574b01000084000000094c12';

  it('is decoded line by line, in both directions [P3-C35 P3-C44]', async () => {
    const filterText = `Line of words\n"${event}",more words\n${received.toUpperCase()}`;
    expect(await ask(logs.parseTCPLog, { filterText, as: engineer })).toEqual({
      entries: [
        {
          line: 2,
          Origin: 'Unit',
          Destination: 'Server',
          messageType: 'event',
          payload: { MessageTime: 1_795_000_000_000, EventCode: 101 },
          payloadLength: 11,
          RawData: event.replaceAll(' ', ''),
          mainDisplay: 'The unit reported the event 101: Help button.',
        },
        {
          line: 3,
          Origin: 'Server',
          Destination: 'Unit',
          messageType: 'received',
          payload: {},
          payloadLength: 0,
          RawData: received,
          mainDisplay: expect.any(String),
        },
      ],
      problems: [],
    });
  });

  it('names the lines that cannot be read, and is refused without a frame', async () => {
    const broken = event.replace('0e 47', '0e 48');
    const unknown = Buffer.from(encodeFrame(0x7f, 9, Uint8Array.of())).toString('hex');
    const filterText = `${broken}\n${unknown}\n${event}`;
    const { entries, problems } = await ask(logs.parseTCPLog, { filterText, as: engineer });
    expect([entries.length, problems]).toEqual([
      1,
      [
        { line: 1, problem: 'The frame is not whole, or its checksum is wrong' },
        { line: 2, problem: 'Frame type 127' },
      ],
    ]);
    expect(await call(logs.parseTCPLog, { filterText: 'words', as: engineer })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'filterText', message: 'The text has no frame. A frame begins with the bytes 57 4b' }] },
    });
  });
});
