import type { SQSRecord } from 'aws-lambda';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { instant, MINUTE } from '#core/time.ts';
import { commandStore, EndedCommandEntity } from '#data/consoles/commands.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { UnitEntity } from '#data/units/units.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { eventOf } from '#support/queue.ts';
import { cancelTransactions, throttleWrites } from '#support/table-faults.ts';

beforeAll(someDealers);
afterEach(() => {
  cancelTransactions(0);
});

/** A message of the bridge about a unit, as in the queue. */
const messageOf = (UnitSerNum: string, content: { kind: string; message: object; fence?: number; sequence?: number }) =>
  ({
    messageId: `m-${UnitSerNum}`,
    body: JSON.stringify({
      version: 1,
      id: `${UnitSerNum}-1-${content.sequence ?? 1}`,
      receivedAt: TODAY,
      bridgeId: 'bridge',
      raw: '00',
      UnitSerNum,
      UnitModel: 'MXD-LTE',
      imei: '356938035643809',
      bootId: 1,
      sequence: 1,
      fence: 1,
      ...content,
    }),
    messageAttributes: {},
  }) as unknown as SQSRecord;

const failed = (message: SQSRecord) => ({ batchItemFailures: [{ itemIdentifier: message.messageId }] });
const NONE_FAILED = { batchItemFailures: [] };
const keep = async (message: SQSRecord) =>
  expect(await invoke('on-unit-report', eventOf(message))).toEqual(NONE_FAILED);

describe('a login', () => {
  const SIMS = {
    ICCID1: '89148000005339750001',
    ICCID1Carrier: 1,
    ICCID2: '89148000005339750002',
    ICCID2Carrier: 0,
  } as const;
  const loginOf = (UnitSerNum: string, fence: number, FirmVer: string, ICCID: string) =>
    messageOf(UnitSerNum, { kind: 'login', fence, sequence: fence, message: { type: 'login', FirmVer, ICCID } });
  const stateOf = async (UnitSerNum: string) => {
    const { data } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    return [data?.FirmVer, data?.ActiveICCID, data?.activeSimSlot, data?.ActiveCarrier];
  };
  const OLD = ['2.3.0', SIMS.ICCID1, 0, 1];
  const NEW = ['2.4.0', SIMS.ICCID2, 1, 0];

  it('is stored: firmware and active SIM', async () => {
    const { UnitSerNum } = await aUnit(SIMS);
    await keep(loginOf(UnitSerNum, 4, '2.3.0', SIMS.ICCID1));
    expect(await stateOf(UnitSerNum)).toEqual(OLD);
    await keep(loginOf(UnitSerNum, 5, '2.4.0', SIMS.ICCID2));
    expect(await stateOf(UnitSerNum)).toEqual(NEW);
  });

  it('of an earlier connection changes nothing if it arrives late or again', async () => {
    const { UnitSerNum } = await aUnit(SIMS);
    const [earlier, later] = [
      loginOf(UnitSerNum, 4, '2.3.0', SIMS.ICCID1),
      loginOf(UnitSerNum, 5, '2.4.0', SIMS.ICCID2),
    ];
    await keep(later);
    await keep(earlier);
    expect(await stateOf(UnitSerNum)).toEqual(NEW);
    await keep(later);
    await keep(earlier);
    expect(await stateOf(UnitSerNum)).toEqual(NEW);
  });

  it('without new data still counts as the latest', async () => {
    const { UnitSerNum } = await aUnit({
      ...SIMS,
      FirmVer: '2.4.0',
      ActiveICCID: SIMS.ICCID2,
      activeSimSlot: 1,
      ActiveCarrier: 0,
    });
    await keep(loginOf(UnitSerNum, 5, '2.4.0', SIMS.ICCID2));
    await keep(loginOf(UnitSerNum, 4, '2.3.0', SIMS.ICCID1));
    expect(await stateOf(UnitSerNum)).toEqual(NEW);
  });

  it('is stored once, as the latest, by simultaneous workers', async () => {
    const { UnitSerNum } = await aUnit(SIMS);
    const logins = [9, 3, 7, 10, 1, 8].map((fence) =>
      loginOf(UnitSerNum, fence, fence === 10 ? '2.4.0' : '2.3.0', fence === 10 ? SIMS.ICCID2 : SIMS.ICCID1),
    );
    await Promise.all(logins.map(keep));
    expect(await stateOf(UnitSerNum)).toEqual(NEW);
  });
});

describe('the result of a command', () => {
  const resultOf = (UnitSerNum: string, outcome: string) =>
    messageOf(UnitSerNum, {
      kind: 'report',
      message: {
        type: 'commandResult',
        MessageTime: TODAY,
        commandId: 'c-1',
        outcome,
        text: 'As told',
        answer: { mode: 'Ready' },
      },
    });
  const aCommand = async () => {
    const { UnitSerNum } = await aUnit();
    const validUntil = TODAY + MINUTE;
    await commandStore.queue(
      {
        UnitSerNum,
        commandId: 'c-1',
        command: 'Query',
        arguments: {},
        validUntil,
        givenBy: 'me',
        DealerKey: 22,
      },
      TODAY,
    );
    return UnitSerNum;
  };
  const endedOf = async (UnitSerNum: string) =>
    (await EndedCommandEntity.get({ UnitSerNum, commandId: 'c-1' }).go()).data;

  it.each([
    ['done', 'done'],
    ['failed', 'failed'],
    ['badArgument', 'failed'],
    ['expired', 'failed'],
  ])('%s ends it as %s if the bridge could not', async (told, outcome) => {
    const UnitSerNum = await aCommand();
    await keep(resultOf(UnitSerNum, told));
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
    expect(await endedOf(UnitSerNum)).toMatchObject({
      outcome,
      result: { outcome: told, text: 'As told', answer: { mode: 'Ready' } },
      endedAt: instant(TODAY),
    });
  });

  it('changes nothing if the bridge has already ended it', async () => {
    const UnitSerNum = await aCommand();
    await commandStore.end(UnitSerNum, 'c-1', { outcome: 'done' }, TODAY - MINUTE);
    const before = await endedOf(UnitSerNum);
    for (let time = 0; time < 2; time++) await keep(resultOf(UnitSerNum, 'failed'));
    expect(await endedOf(UnitSerNum)).toEqual(before);
  });

  it('is delivered again if the table refuses it', async () => {
    const UnitSerNum = await aCommand();
    const message = resultOf(UnitSerNum, 'done');
    cancelTransactions(1000, { index: 0, Code: 'ThrottlingError' });
    expect(await invoke('on-unit-report', eventOf(message))).toEqual(failed(message));
    cancelTransactions(0);
    await keep(message);
    expect((await endedOf(UnitSerNum))?.outcome).toBe('done');
  });
});

describe('a ping', () => {
  it('is delivered again if the table refuses it, and is stored once', async () => {
    const { UnitSerNum } = await aUnit({ lastPing: undefined, lastPingAt: undefined } as object);
    const ping = {
      type: 'ping',
      MessageTime: TODAY,
      pingReason: 'Scheduled',
      bars: 4,
      lte: true,
      chargedPercent: 90,
      acPower: true,
    };
    const message = messageOf(UnitSerNum, {
      kind: 'report',
      message: { ...ping, lowpower: false, switchPosition: 'On' },
    });
    const lastPingAt = async () => (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data?.lastPingAt;
    const pings = async () => (await unitLogStore.latestPings(UnitSerNum, 10, TODAY)).length;
    // The protocol log is the first write, the ping the second, the last ping of the unit the third.
    for (const [failing, stored] of [
      ['PutItemCommand', 0],
      ['UpdateItemCommand', 1],
    ] as const) {
      throttleWrites(failing, 1000);
      expect(await invoke('on-unit-report', eventOf(message))).toEqual(failed(message));
      throttleWrites(failing, 0);
      expect([await pings(), await lastPingAt()]).toEqual([stored, undefined]);
    }
    for (let time = 0; time < 2; time++) await keep(message);
    expect([await pings(), await lastPingAt()]).toEqual([1, instant(TODAY)]);
  });
});

describe('what a unit reports for its history', () => {
  const reportOf = (UnitSerNum: string, sequence: number, message: object) =>
    messageOf(UnitSerNum, { kind: 'report', sequence, message: { MessageTime: TODAY, ...message } });
  const range = (UnitSerNum: string) => ({
    UnitSerNum,
    startDate: instant(TODAY - MINUTE),
    endDate: instant(TODAY + MINUTE),
    pageSize: 10,
  });

  it('is a call, once', async () => {
    const { UnitSerNum } = await aUnit();
    const call = {
      type: 'call',
      direction: 'outgoing',
      outcome: 'no answer',
      startedAt: TODAY - MINUTE,
      durationSeconds: 42,
      phoneNumber: '+15550100',
      attempts: 2,
    };
    for (let time = 0; time < 2; time++) await keep(reportOf(UnitSerNum, 5, call));
    expect((await unitLogStore.calls(range(UnitSerNum), TODAY)).items).toEqual([
      {
        timeStamp: instant(TODAY),
        receivedAt: instant(TODAY),
        sequence: 5,
        direction: 'outgoing',
        outcome: 'no answer',
        startedAt: instant(TODAY - MINUTE),
        durationSeconds: 42,
        phoneNumber: '+15550100',
        attempts: 2,
      },
    ]);
  });

  it('is a change of its RF map, if an accessory was added, deleted or is missing', async () => {
    const unit = await aUnit();
    const { UnitSerNum } = unit;
    const states = ['heard', 'added', 'tested', 'missing', 'deleted'];
    for (const [index, state] of [...states.entries(), [1, 'added'] as const])
      await keep(reportOf(UnitSerNum, 10 + index, { type: 'rf', zone: 3, RFCode: 'A1B2', state }));
    const { items } = await unitLogStore.changes('rfMap', range(UnitSerNum));
    expect(items.map(({ after, dealerKey, actorKey }) => [after?.state, dealerKey, actorKey]).toSorted()).toEqual([
      ['added', unit.DealerKey, 'unit'],
      ['deleted', unit.DealerKey, 'unit'],
      ['missing', unit.DealerKey, 'unit'],
    ]);
  });

  it('is a disabled event while the reporting of the unit is off', async () => {
    for (const Report of [0, 1] as const) {
      const { UnitSerNum } = await aUnit({ Report });
      await keep(reportOf(UnitSerNum, 5, { type: 'event', EventCode: 101 }));
      const [event] = (await unitLogStore.events(range(UnitSerNum), TODAY)).items;
      expect(event?.disabled).toBe(Report === 0 ? true : undefined);
    }
  });
});
