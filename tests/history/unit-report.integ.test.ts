import type { SQSRecord } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UnitEvent } from '#core/history/ping.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { locationLogStore } from '#data/location/location-log.ts';
import { AlarmEntity } from '#data/monitoring-centers/alarms.ts';
import type { IngestMessage } from '#protocol/ingest-message.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { eventOf } from '#support/queue.ts';

beforeAll(someDealers);

let serials = 0;
const aSerial = () => `LOG${String(++serials).padStart(3, '0')}`;

/** The message of the bridge for a report of the unit. */
async function handedOver(UnitSerNum: string, say: (unit: TestUnit) => void, now = Date.now): Promise<IngestMessage[]> {
  const ports = new MemoryPorts();
  const bridge = await aBridge(ports, {}, { now });
  const unit = await TestUnit.loggedIn(bridge, UnitSerNum);
  say(unit);
  await unit.isAcknowledged(unit.sequence);
  await bridge.close();
  return ports.ingest.of('report');
}

const taken = async (messages: readonly IngestMessage[]) => {
  const records = messages.map(
    (message, index) =>
      ({ messageId: `m-${index}`, body: JSON.stringify(message), messageAttributes: {} }) as unknown as SQSRecord,
  );
  expect(await invoke('on-unit-report', eventOf(...records))).toEqual({ batchItemFailures: [] });
};

const rangeOf = (UnitSerNum: string) => {
  const now = Date.now();
  return { UnitSerNum, startDate: instant(now - 41 * DAY), endDate: instant(now + DAY), pageSize: 50 };
};
const eventsOf = async (UnitSerNum: string): Promise<UnitEvent[]> =>
  (await unitLogStore.events(rangeOf(UnitSerNum), Date.now())).items;
const placesOf = async (UnitSerNum: string) =>
  (await locationLogStore.page(rangeOf(UnitSerNum), Date.now())).items.map(({ timeStamp }) => timeStamp);

/** The logins of two devices with one identity that take turns at a bridge. */
async function takenOverLogins(UnitSerNum: string): Promise<IngestMessage[]> {
  const ports = new MemoryPorts();
  const bridge = await aBridge(ports);
  for (const [bootId, sequence] of [
    [7, 40],
    [900, 0],
    [7, 45],
    [900, 5],
    [7, 50],
  ] as const)
    await TestUnit.loggedIn(bridge, UnitSerNum, { bootId, sequence });
  await bridge.close();
  return ports.ingest.of('login');
}

describe('a unit whose identity another device uses', () => {
  it('has one event of it in an hour, however often the devices take turns', async () => {
    const UnitSerNum = aSerial();
    const logins = await takenOverLogins(UnitSerNum);
    for (const login of [...logins, ...logins]) await taken([login]);
    const hour = Math.floor(logins[0]!.receivedAt / HOUR);
    const later = logins.map((login) => ({ ...login, id: `${login.id}-later`, receivedAt: (hour + 1) * HOUR }));
    expect(await eventsOf(UnitSerNum)).toEqual([
      {
        timeStamp: instant(logins[2]!.receivedAt),
        receivedAt: instant(logins[2]!.receivedAt),
        sequence: 46,
        eventType: 'Connection taken over',
        detail: 'Boot 7 with number 46 came after boot 900 with number 1. Another device uses this identity.',
      },
    ]);
    for (const login of later) await taken([login]);
    expect(await eventsOf(UnitSerNum)).toHaveLength(2);
  });
});

describe('a unit whose login is refused', () => {
  const refusal = (UnitSerNum: string, error: string, receivedAt: number): IngestMessage => ({
    version: 1,
    kind: 'invalid',
    id: `bridge-1-${UnitSerNum}-${error}-${receivedAt}`,
    bridgeId: 'bridge-1',
    receivedAt,
    raw: '00',
    UnitSerNum,
    error,
    detail: 'MXD-LTE',
    remoteAddress: '10.0.0.1',
  });

  it.each([
    ['noProof', 'Login without proof', 'The unit has no secret, and it must prove its identity. Give it a secret.'],
    [
      'missingProof',
      'Login without proof',
      'The unit has a secret, but the login had no proof. Store the secret in the unit.',
    ],
    [
      'badProof',
      'Login refused',
      "The login had a proof with another secret. Check the unit's secret, and who uses its identity.",
    ],
  ])('for %s has one event of it in an hour, however often it tries', async (error, eventType, detail) => {
    const UnitSerNum = aSerial();
    const hour = Math.floor(Date.now() / HOUR) * HOUR;
    for (const at of [hour + 1, hour + MINUTE, hour + 59 * MINUTE]) await taken([refusal(UnitSerNum, error, at)]);
    await taken([refusal(UnitSerNum, error, hour + 1)]);
    const timeStamp = instant(hour + 1);
    expect(await eventsOf(UnitSerNum)).toEqual([{ timeStamp, receivedAt: timeStamp, sequence: 0, eventType, detail }]);
    await taken([refusal(UnitSerNum, error, hour + HOUR)]);
    expect(await eventsOf(UnitSerNum)).toHaveLength(2);
  });

  it.each(['unknownUnit', 'imeiMismatch', 'modelMismatch', 'outOfService', 'staleProof', 'tooManyRefusals'])(
    'for %s has no event, because anybody can cause that or the unit solves it',
    async (error) => {
      const UnitSerNum = aSerial();
      await taken([refusal(UnitSerNum, error, Date.now())]);
      expect(await eventsOf(UnitSerNum)).toEqual([]);
    },
  );
});

describe('the event log', () => {
  it('stores two events with one number and time if their content differs, each once', async () => {
    const UnitSerNum = aSerial();
    const at = Date.now();
    const first = await handedOver(UnitSerNum, (unit) => unit.say(unit.event(200, at)));
    const second = await handedOver(UnitSerNum, (unit) => unit.say(unit.event(911, at)));
    for (const messages of [first, second, first, second]) await taken(messages);
    expect((await eventsOf(UnitSerNum)).map(({ eventType }) => eventType).sort()).toEqual(['Event 200', 'Event 911']);
  });

  it.each([
    [
      'that its alarm is still present',
      [1110, 6110, 6110],
      ['Event 110', 'Event 110 still present', 'Event 110 still present'],
    ],
    ['as an alarm if the first report of it was lost', [6110, 6110], ['Event 110', 'Event 110 still present']],
    ['as an alarm after the end of the last', [1110, 3110, 6110], ['Event 110', 'Event 110 restored', 'Event 110']],
  ])('stores a repeated alarm %s, and puts one open alarm on the board', async (_, codes, types) => {
    const { UnitSerNum } = await aUnit({ dealer: 22, UnitModel: 'MXD-LTE' });
    const at = Date.now() - MINUTE / 2;
    for (const [index, code] of codes.entries()) {
      const messages = await handedOver(UnitSerNum, (unit) => unit.say(unit.event(code, at + index)));
      for (const message of [messages, messages]) await taken(message);
    }
    const stored = (await eventsOf(UnitSerNum)).toReversed().map(({ eventType }) => eventType);
    expect(stored).toEqual(types);
    const { data } = await AlarmEntity.query.alarm({ UnitSerNum }).go();
    expect(data.map(({ listing }) => listing?.eventType)).toEqual(types.filter((type) => type === 'Event 110'));
  });

  it('stores an event with an impossible time under its time of receipt, with a mark, and once', async () => {
    const UnitSerNum = aSerial();
    const ahead = Date.now() + 20 * MINUTE;
    const say = (unit: TestUnit) =>
      void unit.say({ type: 'event', MessageTime: ahead, EventCode: 911, zone: 4, test: true });
    const here = await handedOver(UnitSerNum, say);
    const elsewhere = await handedOver(UnitSerNum, say);
    expect(here[0]!.receivedAt).toBeLessThan(elsewhere[0]!.receivedAt);
    for (const messages of [here, elsewhere, here]) await taken(messages);
    const timeStamp = instant(here[0]!.receivedAt);
    expect(await eventsOf(UnitSerNum)).toEqual([
      {
        timeStamp,
        receivedAt: timeStamp,
        sequence: 2,
        eventType: 'Event 911',
        zone: 4,
        test: true,
        detail: "Test. Time of receipt, the unit's clock was wrong",
      },
    ]);
  });

  it.each([
    ['ahead when it came first, and right when it came again', 10 * MINUTE + 200, 'receipt'],
    ['right when it came first, and too old when it came again', -40 * DAY + 200, 'unit'],
  ])('stores an event and its place once if its time was %s', async (_, away, timedBy) => {
    const UnitSerNum = aSerial();
    const MessageTime = Date.now() + away;
    const [latitude, longitude] = [41.5, -73.9];
    const say = (unit: TestUnit) => void unit.say({ type: 'event', MessageTime, EventCode: 200, latitude, longitude });
    let now = MessageTime - away;
    const first = await handedOver(UnitSerNum, say, () => now);
    now += 1_000;
    const again = await handedOver(UnitSerNum, say, () => now);
    expect([first, again].map(([one]) => one && 'claimedTime' in one)).toEqual(
      timedBy === 'receipt' ? [true, false] : [false, true],
    );
    for (const messages of [first, again, first]) await taken(messages);
    const timeStamp = timedBy === 'receipt' ? instant(first[0]!.receivedAt) : instant(MessageTime);
    expect((await eventsOf(UnitSerNum)).map((event) => event.timeStamp)).toEqual([timeStamp]);
    expect(await placesOf(UnitSerNum)).toEqual([timeStamp]);
  });

  it.each([
    ['an alarm', 911, 'one after the other'],
    ['another event', 200, 'one after the other'],
    ['an alarm', 111, 'at the same moment'],
    ['another event', 200, 'at the same moment'],
  ])(
    'stores %s (%i) once if its time was ahead, then right, and both are handled %s, the later first',
    async (_, EventCode, how) => {
      for (let round = 0; round < 5; round++) {
        const { UnitSerNum } = await aUnit({ dealer: 22, UnitModel: 'MXD-LTE' });
        const MessageTime = Date.now() + 10 * MINUTE + 200;
        const [latitude, longitude] = [41.5, -73.9];
        const say = (unit: TestUnit) => void unit.say({ type: 'event', MessageTime, EventCode, latitude, longitude });
        let now = MessageTime - 10 * MINUTE - 200;
        const ahead = await handedOver(UnitSerNum, say, () => now);
        now += 1_000;
        const right = await handedOver(UnitSerNum, say, () => now);
        if (how === 'at the same moment') await Promise.all([taken(right), taken(ahead)]);
        else for (const messages of [right, ahead, right]) await taken(messages);
        const stored = (await eventsOf(UnitSerNum)).map(({ timeStamp }) => timeStamp);
        expect(stored).toHaveLength(1);
        expect(await placesOf(UnitSerNum)).toEqual(stored);
      }
    },
  );

  it('keeps the place of an event with an impossible time once, and an event as it came first', async () => {
    const UnitSerNum = aSerial();
    const [latitude, longitude] = [41.5, -73.9];
    const away = { type: 'event', MessageTime: Date.now() + DAY, EventCode: 200, latitude, longitude } as const;
    const near = { type: 'event', MessageTime: Date.now(), EventCode: 201 } as const;
    const say = (unit: TestUnit) => void [away, near].map((event) => unit.say(event));
    const here = await handedOver(UnitSerNum, say);
    const elsewhere = await handedOver(UnitSerNum, say);
    for (const messages of [here, elsewhere, here]) await taken(messages);
    expect(await placesOf(UnitSerNum)).toEqual([instant(here[0]!.receivedAt)]);
    const receipts = (await eventsOf(UnitSerNum)).map(({ receivedAt }) => receivedAt).sort();
    expect(receipts).toEqual(here.map(({ receivedAt }) => instant(receivedAt)).sort());
  });
});
