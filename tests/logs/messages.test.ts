import { describe, expect, it } from 'vitest';
import { logs } from '#core/logs/contract.ts';
import { explain } from '#core/logs/explain.ts';
import { gapsOf, reachesFlag } from '#core/logs/gaps.ts';
import { timeOfMessage, upTo } from '#core/logs/highlighted.ts';
import { type InvalidMessageRow, withLive } from '#core/logs/invalid-message.ts';
import { framesInText } from '#core/logs/parsed-log.ts';
import { MESSAGE_TYPES } from '#core/logs/protocol-entry.ts';
import { isInLog } from '#core/logs/protocol-filter.ts';
import { isSearchable, startsSearch } from '#core/logs/search-start.ts';
import { shownMessage } from '#core/logs/shown-message.ts';
import { instant, MINUTE } from '#core/time.ts';
import { codecOf, down } from '#protocol/models.ts';
import { fieldWords, frameWords, gapWords, messageMap, spacedBytes } from '#web/features/logs/message-words.ts';
import { EVERYTHING, filterIn, filterParameters, filterProblem } from '#web/features/logs/protocol-filter.ts';

const UNIT = { UnitSerNum: '400220', imei: '356938035643809' };
const stored = (messageType: string, content: object, kind = 'report') => ({
  place: '2026-11-21T09:30:00.000Z~400220-7-41-09a7c3f2',
  kind,
  messageType,
  raw: '574b01000310000000290102030000',
  content: { type: messageType, ...content },
});

describe('a message of a protocol log', () => {
  it('has its fields, its sizes and its frame [P3-E02]', () => {
    expect(shownMessage(stored('lifecycle', { MessageTime: 0, kind: 'Reboot' }), UNIT)).toEqual({
      id: '2026-11-21T09:30:00.000Z~400220-7-41-09a7c3f2',
      MessageTime: '2026-11-21T09:30:00.000Z',
      Origin: 'Unit',
      Destination: 'Server',
      ...UNIT,
      messageType: 'lifecycle',
      payload: { MessageTime: 0, kind: 'Reboot' },
      payloadLength: 3,
      RawData: '574b01000310000000290102030000',
      mainDisplay: 'The unit reported: Reboot.',
      dataUsed: 15,
    });
    expect(shownMessage(stored('command', { command: 'Reboot' }, 'command'), UNIT)).toMatchObject({
      Origin: 'Server',
      Destination: 'Unit',
    });
  });

  it('has no payload without a frame', () => {
    const message = { ...stored('disconnect', { reason: 'closed by unit' }, 'disconnect'), raw: '' };
    expect(shownMessage(message, UNIT)).toMatchObject({ payloadLength: 0, dataUsed: 0, RawData: '' });
  });

  it('is in words, whatever its type', () => {
    expect(explain({ messageType: 'event', content: { EventCode: 101, zone: 3, test: true, bars: 4 } })).toEqual([
      'The unit tested the event 101: Help button.',
      'It comes from zone 3.',
      'Its signal has 4 of 5 bars.',
    ]);
    expect(explain({ messageType: 'event', content: { EventCode: 301, restored: true } })).toEqual([
      'The unit reported the event 301: Power lost, which is over.',
    ]);
    expect(explain({ messageType: 'event', content: { EventCode: 3110 } })).toEqual([
      'The unit reported the event 3110: Smoke, which is over.',
    ]);
    expect(explain({ messageType: 'event', content: { EventCode: 6110 } })).toEqual([
      'The unit reported the event 6110: Smoke, which is still present.',
    ]);
    // The ping of an MXD-LTE and that of a wearable name it differently.
    for (const low of ['lowpower', 'lowPower'])
      expect(explain({ messageType: 'ping', content: { pingReason: 'Scheduled', [low]: true } })).toEqual([
        'The unit pinged (Scheduled).',
        'Its battery is low.',
      ]);
    for (const messageType of [...MESSAGE_TYPES, 'later'])
      for (const content of [{}, { lines: ['a'], counters: [{ name: 'ppoe', value: 1 }] }])
        expect(explain({ messageType, content })[0]).toMatch(/^[A-Z].*\.$/);
  });

  it('has a type that the filter offers, for every kind of message that a unit sends and the log keeps', () => {
    const up = [...codecOf('MXD-LTE').kinds, ...codecOf('myConnect').kinds].map(({ type }) => type);
    const notKept = ['heartbeat', 'commandReceived', 'askManifest', 'askBlocks', 'askInstall'];
    const kept = up.filter((type) => !notKept.includes(type));
    expect(kept.filter((type) => !(MESSAGE_TYPES as readonly string[]).includes(type))).toEqual([]);
    expect(down.kinds.map(({ type }) => type)).toContain('command');
  });

  it('is on the map if it has a place', () => {
    // The portal's own: nobody else is told where the wearer is.
    expect(messageMap({ payload: { latitude: 40.5, longitude: -111.9 } })).toBe('/map#16/40.5/-111.9');
    expect(messageMap({ payload: { latitude: '40.5" onclick', longitude: 1 } })).toBeUndefined();
    expect(messageMap({ payload: {} })).toBeUndefined();
  });

  it('has values and bytes that people can read', () => {
    expect(fieldWords([{ name: 'ppoe', value: 1 }, true])).toBe('name ppoe, value 1; Yes');
    expect(spacedBytes('574b01')).toBe('57 4b 01');
    expect([31 * MINUTE, 120 * MINUTE, 125 * MINUTE].map(gapWords)).toEqual(['31 min', '2 h', '2 h 5 min']);
  });
});

describe('a gap between messages', () => {
  const at = (minute: number) => ({
    id: String(minute),
    MessageTime: new Date(Date.UTC(2026, 10, 21) + minute * MINUTE).toISOString(),
  });

  it('is flagged if it is longer than 30 minutes, not if it is exactly 30 [P3-B34 P3-B42 P3-K46]', () => {
    const exact = gapsOf([at(60), at(30), at(0)]);
    expect(exact.size).toBe(0);
    const longer = gapsOf([at(60 + 1 / 60_000), at(30), at(0)]);
    expect([...longer]).toEqual([[at(60 + 1 / 60_000).id, 30 * MINUTE + 1]]);
    expect(gapsOf([]).size).toBe(0);
  });

  it('is flagged between two pages, too [P3-B34 P3-B42 P3-K46]', () => {
    const page = [at(91), at(61)];
    expect([...gapsOf(page, at(30).MessageTime)]).toEqual([[at(61).id, 31 * MINUTE]]);
    expect(gapsOf(page, at(31).MessageTime).size).toBe(0);
    expect(gapsOf(page).size).toBe(0);
  });

  it('is flagged on no side of 10,000 messages but from them on [P3-K45]', () => {
    expect(reachesFlag({ pageNumber: 9, pageSize: 1000, shown: 999 })).toBe(false);
    expect(reachesFlag({ pageNumber: 9, pageSize: 1000, shown: 1000 })).toBe(true);
    expect(reachesFlag({ pageNumber: 10, pageSize: 1000, shown: 1 })).toBe(true);
  });
});

describe('the filter of a protocol log', () => {
  const RANGE = { startDate: '2026-11-19', endDate: '2026-11-21', filterText: '400220' };
  const issuesOf = (input: object) => logs.getTCPLog.input.safeParse({ ...RANGE, ...input }).error?.issues ?? [];
  const messagesOf = (input: object) => issuesOf(input).map(({ message }) => message);

  it('has an origin or a destination, and a message type [P3-V14 P3-V15 P3-M18 P3-M19]', () => {
    const party = 'Has to have at least one destination or one origin';
    const type = 'Has to have at least one Message Type';
    expect(messagesOf({ origins: [], destinations: [] })).toEqual([party]);
    expect(messagesOf({ origins: ['Unit'], destinations: [] })).toEqual([]);
    expect(messagesOf({ origins: [], destinations: ['Unit'] })).toEqual([]);
    expect(messagesOf({ messageTypes: [] })).toEqual([type]);
    expect(messagesOf({})).toEqual([]);
    expect(filterProblem({ ...EVERYTHING, origins: [], destinations: [] })).toBe(party);
    expect(filterProblem({ ...EVERYTHING, messageTypes: [] })).toBe(type);
    expect(filterProblem(EVERYTHING)).toBeUndefined();
  });

  it('chooses by origin, destination, type and a text in a field', () => {
    const entry = shownMessage(stored('call', { phoneNumber: '+15550100', cell: { mcc: 310 } }), UNIT);
    const all = { origins: ['Unit', 'Server'], destinations: ['Unit', 'Server'] } as const;
    expect(isInLog(entry, all)).toBe(true);
    expect(isInLog(entry, { ...all, origins: ['Server'] })).toBe(false);
    expect(isInLog(entry, { origins: [], destinations: ['Server'] })).toBe(true);
    expect(isInLog(entry, { origins: [], destinations: ['Unit'] })).toBe(false);
    expect(isInLog(entry, { ...all, messageTypes: ['ping'] })).toBe(false);
    expect(isInLog(entry, { ...all, messageTypes: ['ping', 'call'] })).toBe(true);
    for (const text of ['555', '310']) expect(isInLog(entry, { ...all, fieldText: text })).toBe(true);
    expect(isInLog(entry, { ...all, fieldText: '999' })).toBe(false);
  });

  it('is in the address', () => {
    const filter = { ...EVERYTHING, origins: ['Unit'], messageTypes: ['ping', 'event'], fieldText: '310' } as const;
    const written = Object.entries(filterParameters(filter)).filter(([, value]) => value !== undefined);
    expect(filterIn(new URLSearchParams(written as [string, string][]))).toEqual(filter);
    expect(Object.values(filterParameters(EVERYTHING)).filter(Boolean)).toEqual([]);
    expect(filterIn(new URLSearchParams('types=none'))).toEqual(EVERYTHING);
  });
});

it('the search for a unit starts at 6 characters, that for a wearable at 16 [P3-V16 P3-V17]', () => {
  expect([5, 6, 7].map((length) => startsSearch('tcp', 'A'.repeat(length)))).toEqual([false, true, true]);
  expect([15, 16].map((length) => startsSearch('mpers', '1'.repeat(length)))).toEqual([false, true]);
  expect(startsSearch('tcp', ' A123 ')).toBe(false);
});

it('a wearable can be searched for by the 15 digits of its IMEI, as the portal shows them', () => {
  expect(['356938035643809', ' 3569380356438091 '].map((text) => isSearchable('mpers', text))).toEqual([true, true]);
  expect(['35693803564380', '35693803564380A'].map((text) => isSearchable('mpers', text))).toEqual([false, false]);
  expect(['A1B2C', 'A1B2C3'].map((text) => isSearchable('tcp', text))).toEqual([false, true]);
});

describe('the log of a link to a message', () => {
  const RANGE = { startDate: '2026-11-19T05:00:00.000Z', endDate: '2026-11-22T04:59:59.999Z' };

  it('ends with the message, whose id begins with its time', () => {
    const time = timeOfMessage('2026-11-21T09:30:00.000Z~400220-7-41-09a7c3f2');
    expect(upTo(time, RANGE)).toEqual({ ...RANGE, endDate: '2026-11-21T09:30:00.000Z' });
  });

  it('has the message although the days of another time zone do not have it', () => {
    const [before, after] = ['2026-11-19T04:00:00.000Z', '2026-11-22T06:00:00.000Z'];
    expect(upTo(before, RANGE)).toEqual({ startDate: before, endDate: before });
    expect(upTo(after, RANGE)).toEqual({ ...RANGE, endDate: after });
  });

  it('has its days if the link names no message', () => {
    for (const id of ['', 'soon~400220', '2026-11-21']) expect(upTo(timeOfMessage(id), RANGE)).toEqual(RANGE);
  });
});

it('the bytes of a frame that was cut have its whole length [P3-R30]', () => {
  expect(frameWords({ raw: '574b01', cutFrom: 1036 })).toBe('57 4b 01 … of 1,036 bytes');
  expect(frameWords({ raw: '574b01' })).toBe('57 4b 01');
});

describe('the list of invalid messages', () => {
  const aRow = (number: number): InvalidMessageRow => ({
    ...{ id: String(number), at: instant(number), UnitSerNum: '', imei: '', remoteAddress: '', error: '', detail: '' },
    raw: '',
  });
  const idsOf = (rows: readonly InvalidMessageRow[]) => rows.map(({ id }) => id);

  it('keeps all stored messages of its first page behind the live ones [P3-B43 P3-K15]', () => {
    const stored = Array.from({ length: 100 }, (_, index) => aRow(100 - index));
    const live = Array.from({ length: 30 }, (_, index) => aRow(130 - index));
    const rows = withLive(live, stored);
    expect([rows.length, rows[0]!.id, rows.at(-1)!.id]).toEqual([130, '130', '1']);
  });

  it('has each message once and in its order, also those that were read again after a gap', () => {
    expect(idsOf(withLive([aRow(5), aRow(2)], [aRow(4), aRow(3), aRow(2), aRow(1)]))).toEqual([
      '5',
      '4',
      '3',
      '2',
      '1',
    ]);
  });
});

describe('the frames in a text', () => {
  it('are found in the lines of an export, however their bytes are separated', () => {
    const text = '"2026-11-21","57 4B 01 00","words"\r\nno frame\n574b0100 57-4b-02\r\n57-4b-03';
    expect(framesInText(text)).toEqual([
      { line: 1, hex: '574b0100' },
      { line: 3, hex: '574b0100574b02' },
      { line: 4, hex: '574b03' },
    ]);
  });

  it('cost no more time than the text is long', () => {
    const began = performance.now();
    expect(framesInText('57 4'.repeat(12_500))).toEqual([]);
    expect(framesInText('574b'.repeat(12_500))).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
