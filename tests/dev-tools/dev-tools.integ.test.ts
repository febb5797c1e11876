import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idOfKind } from '#core/consoles/command-id.ts';
import { devTools } from '#core/dev-tools/contract.ts';
import { MOST_SEARCHED } from '#core/dev-tools/dev-unit.ts';
import { LIVE_TABLE_NAMES, type LiveTableName } from '#core/dev-tools/live-report.ts';
import { formerDealersAfter } from '#core/history/visible-from.ts';
import { repair } from '#core/repair/contract.ts';
import { DAY, instant, MINUTE, SECOND } from '#core/time.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { ProtocolLogEntity } from '#data/history/protocol-log.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { bridgeLeaseStore } from '#data/units/bridge-leases.ts';
import { UnitLookupEntity } from '#data/units/unit-lookups.ts';
import { UnitEntity } from '#data/units/units.ts';
import { iccidOf } from '#local/carriers/sim.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';
import { scopeOf } from '#support/world.ts';

let as: UserRecord;
let foreign: UserRecord;
let dealer: UserRecord;
let root: UserRecord;
beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['ENGINEER'] });
  root = await aUser({ dealer: 1, flags: ['ENGINEER'] });
  foreign = await aUser({ dealer: 49, flags: ['ENGINEER'] });
  dealer = await aUser({ dealer: 22, flags: ['UNIT', 'UNIT_EDIT', 'REPORTS'] });
});
beforeEach(() => setClock(TODAY));

const whereUnit = (UnitSerNum: string, rest = '') => `UnitSerNum = "${UnitSerNum}"${rest}`;
const report = (
  asked: { tableName?: 'protocolLog' | 'unit' | 'ping'; columns?: string; whereClause: string },
  by = as,
) => ask(devTools.liveReport, { tableName: 'protocolLog', columns: '*', ...asked, as: by });
/** Stores messages of a unit, a second apart. In batches: hundreds of connections at once time out on a busy machine. */
const logged = (UnitSerNum: string, messageTypes: readonly string[]) =>
  writeAll(
    messageTypes.map((messageType, number) => {
      const time = instant(TODAY - 10 * MINUTE + number * SECOND);
      return itemOf(ProtocolLogEntity, {
        UnitSerNum,
        month: time.slice(0, 7),
        place: `${time}~m${String(number).padStart(5, '0')}`,
        kind: 'report',
        messageType,
        raw: `00${number}`,
        content: { number },
        expiresAt: (TODAY + DAY) / SECOND,
      });
    }),
    () => {},
  );

describe('live reports', () => {
  it('have tables, with their columns and the column to read them by [P3-C61 P3-C62]', async () => {
    const { tables } = await ask(devTools.liveTables, { as });
    expect(tables.map(({ tableName }) => tableName)).toEqual(LIVE_TABLE_NAMES);
    for (const { tableName } of tables) {
      const { columns, tableKey } = await ask(devTools.liveColumns, { tableName, as });
      expect(columns).toContain(tableKey);
      expect(columns.filter((name) => /secret|password|token/i.test(name))).toEqual([]);
    }
  });

  it('show the last 300 rows of the protocol log of a unit, the newest first [P2-K04 P3-C63 P3-E22]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    await logged(UnitSerNum, Array(310).fill('Ping'));
    const { columns, rows } = await report({ whereClause: whereUnit(UnitSerNum), columns: 'raw,UnitSerNum' });
    expect(columns).toEqual(['UnitSerNum', 'raw']);
    expect(rows).toHaveLength(300);
    expect([rows[0]!.raw, rows.at(-1)!.raw]).toEqual(['00309', '0010']);
  });

  it('find rows behind those that do not meet the where clause', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    await logged(UnitSerNum, ['Login', ...Array(320).fill('Ping')]);
    const { rows } = await report({ whereClause: whereUnit(UnitSerNum, ' and messageType = "Login"') });
    expect(rows).toMatchObject([{ UnitSerNum, messageType: 'Login', content: '{"number":0}' }]);
  });

  it('read every table of a unit', async () => {
    const { UnitSerNum, IMEI } = await aUnit({ dealer: 220 });
    for (const tableName of LIVE_TABLE_NAMES)
      expect(
        (await call(devTools.liveReport, { tableName, columns: '*', whereClause: whereUnit(UnitSerNum), as })).status,
      ).toBe(200);
    expect((await report({ tableName: 'unit', columns: 'IMEI', whereClause: whereUnit(UnitSerNum) })).rows).toEqual([
      { IMEI },
    ]);
  });

  it('tell nobody below the place of a dealer in the tree', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    const root = await aUser({ dealer: 1, flags: ['UNIT_EDIT', 'ENGINEER'] });
    await ask(unitActions.tcpMessage, { UnitSerNum, command: 'Query', as: root });
    await ask(unitActions.downloadMissingVoiceFiles, { UnitSerNum, as: root });
    const below = await aUser({ dealer: 220, flags: ['ENGINEER'] });
    for (const tableName of LIVE_TABLE_NAMES) {
      const asked = { tableName, columns: '*', whereClause: whereUnit(UnitSerNum), as: below };
      const { columns, rows } = await ask(devTools.liveReport, asked);
      expect(
        columns.filter((name) => /path|giver/i.test(name)),
        tableName,
      ).toEqual([]);
      expect(JSON.stringify(rows), tableName).not.toMatch(/\/1\//);
      if (tableName === 'waitingCommand' || tableName === 'syncMessage') expect(rows).toHaveLength(1);
    }
  });

  it('show no command and no message that waited for a unit before it came to the dealer', async () => {
    const unit = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    const { UnitSerNum } = unit;
    const above = await aUser({ dealer: 1, flags: ['UNIT_EDIT', 'ENGINEER'] });
    const command = { UnitSerNum, command: 'speakervol 5' };
    await ask(unitActions.tcpMessage, { ...command, as: above });
    const reminder = idOfKind('reminder', `TakeMedication-${TODAY + 2 * MINUTE}`);
    const waiting = { command: 'Query', arguments: {}, validUntil: TODAY + 9 * MINUTE, givenBy: 'somebody' };
    await commandStore.queue({ ...waiting, UnitSerNum, commandId: reminder, DealerKey: 220 }, TODAY);
    const play = { MessageType: 'PLAYMULTITAG', content: {} } as const;
    await queueMessage(scopeOf(above), unit, play, TODAY);
    const { dealerPath } = await aUnit({ dealer: 49 });
    await UnitEntity.patch({ UnitSerNum })
      .set({ DealerKey: 49, dealerPath, formerDealers: formerDealersAfter({ DealerKey: 220 }, TODAY + MINUTE) })
      .go();
    setClock(TODAY + 2 * MINUTE);
    await ask(unitActions.tcpMessage, { ...command, as: above });
    const seen = async (tableName: LiveTableName, by: UserRecord) =>
      (await ask(devTools.liveReport, { tableName, columns: '*', whereClause: whereUnit(UnitSerNum), as: by })).rows;
    expect(await seen('waitingCommand', foreign)).toMatchObject([{ givenBy: above.UserName, command: 'SpeakerVol' }]);
    expect(await seen('waitingCommand', above)).toHaveLength(3);
    expect(await seen('syncMessage', foreign)).toEqual([]);
  });

  it('refuse a report without a column, and one of no unit [P3-V12 P3-M15]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const refused = async (asked: { columns: string; whereClause: string; tableName?: string }) =>
      (await call(devTools.liveReport, { tableName: 'protocolLog', ...asked, as } as never)) as unknown as {
        status: number;
        body: { message: string; issues: { message: string }[] };
      };
    const whereClause = whereUnit(UnitSerNum);
    for (const columns of ['', 'none', ','])
      expect((await refused({ columns, whereClause })).body.issues[0]!.message).toBe('Select at least one column');
    for (const wrong of ['', 'kind = "report"', 'UnitSerNum > "400000"', 'UnitSerNum = "400220" or 1 = 1'])
      expect(await refused({ columns: '*', whereClause: wrong })).toMatchObject({
        status: 422,
        body: { message: 'There is a problem in the where clause' },
      });
    expect((await refused({ columns: '*', whereClause, tableName: 'userPassword' })).status).toBe(422);
  });

  it('do not read the units of other dealers', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    for (const tableName of LIVE_TABLE_NAMES)
      expect(
        (await call(devTools.liveReport, { tableName, columns: '*', whereClause: whereUnit(UnitSerNum), as: foreign }))
          .status,
      ).toBe(404);
  });
});

it('the server status lists each bridge, and says whether it runs [P3-B61]', async () => {
  await bridgeLeaseStore.renew({ bridgeId: 'runs', bridgeAddress: 'http://10.0.0.1:8201' }, TODAY + MINUTE);
  await bridgeLeaseStore.renew({ bridgeId: 'stopped', bridgeAddress: 'http://10.0.0.2:8201' }, TODAY - MINUTE);
  const { connections } = await ask(devTools.serverStatus, { as: root });
  expect(connections).toEqual(
    expect.arrayContaining([
      {
        bridgeId: 'runs',
        bridgeAddress: 'http://10.0.0.1:8201',
        leaseUntil: instant(TODAY + MINUTE),
        isRunning: true,
      },
      expect.objectContaining({ bridgeId: 'stopped', isRunning: false }),
    ]),
  );
  // Addresses inside our network are for our engineers only.
  const { connections: ofDealer } = await ask(devTools.serverStatus, { as });
  expect(ofDealer).toContainEqual({ bridgeId: 'runs', leaseUntil: instant(TODAY + MINUTE), isRunning: true });
});

describe('decibel shifts', () => {
  const model = 'myConnect' as const;
  const shifts = async () => (await ask(devTools.loadDecibelData, { model, as })).shifts;
  const save = (newVal: number) => ({ newVal, mnemonic: 'low' as const, UnitModel: model, as: root });

  it('are kept for each model, changed by one step, and in the audit [P3-C64 P3-C65 P3-E23 P3-E24 P3-V20]', async () => {
    expect(await shifts()).toEqual([
      { mnemonic: 'low', level: 1, dB: 0, scale: 4096 },
      { mnemonic: 'medium', level: 5, dB: 0, scale: 4096 },
      { mnemonic: 'high', level: 9, dB: 0, scale: 4096 },
    ]);
    for (const newVal of [1, 6, -4]) expect((await call(devTools.saveSysRefValue, save(newVal))).status).toBe(422);
    expect(await ask(devTools.saveSysRefValue, save(3))).toEqual({ mnemonic: 'low', level: 1, dB: 3, scale: 5786 });
    await ask(devTools.saveSysRefValue, save(3));
    expect((await shifts())[0]).toMatchObject({ dB: 3 });
    expect((await ask(devTools.loadDecibelData, { model: 'MXD-LTE', as })).shifts[0]).toMatchObject({ dB: 0 });
    expect(await auditOf('systemReference', `${model} low`)).toMatchObject([
      { action: 'shift decibels', before: { dB: 0 }, after: { UnitModel: model, mnemonic: 'low', dB: 3 } },
    ]);
  });

  it('are shifted by one of two who do it at the same time', async () => {
    const { dB } = (await shifts())[0]!;
    const saved: number[] = [];
    const saving = async (newVal: number) => saved.push((await call(devTools.saveSysRefValue, save(newVal))).status);
    const ran = beforeNextTransaction(() => saving(dB - 3));
    await saving(dB + 3);
    expect(ran()).toBe(true);
    expect(saved).toEqual([200, 409]);
    expect((await shifts())[0]).toMatchObject({ dB: dB - 3 });
  });
});

describe('developer units', () => {
  const add = (ICCID: string) => ask(repair.addDevSim, { ICCID, as: root });
  const listed = async (asked: { searchField?: 'IMEI' | 'ICCID' | 'UnitSerNum'; searchText?: string } = {}, by = as) =>
    (await ask(devTools.devUnits, { ...asked, as: by })).items;

  it('are the units of the scope with a developer SIM in one of their slots [P3-C66 P3-E25]', async () => {
    const [first, second, other] = [iccidOf(0, 7701), iccidOf(1, 7702), iccidOf(0, 7703)];
    const one = await aUnit({ dealer: 220, ICCID1: first });
    const two = await aUnit({ dealer: 2201, ICCID1: other, ICCID2: second });
    await aUnit({ dealer: 49, ICCID1: iccidOf(0, 7704) });
    for (const iccid of [first, second, iccidOf(0, 7704), iccidOf(0, 7705)]) await add(iccid);
    const mine = (await listed()).filter(({ UnitSerNum }) => [one, two].some((unit) => unit.UnitSerNum === UnitSerNum));
    expect(mine).toEqual([
      expect.objectContaining({ UnitSerNum: one.UnitSerNum, ICCID: first, slot: 1, IMEI: one.IMEI, DealerKey: 220 }),
      expect.objectContaining({ UnitSerNum: two.UnitSerNum, ICCID: second, slot: 2, DealerKey: 2201 }),
    ]);
    for (const { DealerKey } of await listed()) expect(DealerKey).not.toBe(49);
    const serialNumbers = async (...asked: Parameters<typeof listed>) =>
      (await listed(...asked)).map(({ UnitSerNum }) => UnitSerNum);
    expect(await serialNumbers({ searchField: 'ICCID', searchText: second })).toEqual([two.UnitSerNum]);
    expect(await serialNumbers({ searchField: 'UnitSerNum', searchText: one.UnitSerNum })).toEqual([one.UnitSerNum]);
    expect(await serialNumbers({ searchField: 'ICCID', searchText: other })).toEqual([two.UnitSerNum]);
    expect(await serialNumbers({ searchField: 'UnitSerNum', searchText: one.UnitSerNum }, foreign)).toEqual([]);
    const plain = await aUnit({ dealer: 220 });
    expect(await serialNumbers({ searchField: 'UnitSerNum', searchText: plain.UnitSerNum })).toEqual([]);
  });

  it('are searched among so many units, and the answer says that there are more', async () => {
    const found = async (searchText: string) => {
      const { items, more } = await ask(devTools.devUnits, { searchField: 'UnitSerNum', searchText, as });
      return { more, found: items.length };
    };
    const lookup = (UnitSerNum: string) => ({
      ...{ field: 'UnitSerNum' as const, family: 22, dealerPath: scopeOf(as).dealerPath },
      ...{ value: UnitSerNum, UnitSerNum },
    });
    const serialNumbers = Array.from({ length: MOST_SEARCHED }, (_, at) => `EE${1000 + at}`);
    await writeAll(
      serialNumbers.map((UnitSerNum) => itemOf(UnitLookupEntity, lookup(UnitSerNum))),
      () => undefined,
    );
    expect(await found('EE')).toEqual({ more: false, found: 0 });
    await UnitLookupEntity.put(lookup('EE9999')).go();
    expect(await found('EE')).toEqual({ more: true, found: 0 });
    expect(await found('EE9')).toEqual({ more: false, found: 0 });
    expect(await ask(devTools.devUnits, { as })).toMatchObject({ more: false });
  });
});

describe('the calls of engineers', () => {
  it('schedule a test message at a time or at once [P2-C19 P2-A09]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const MessageTime = instant(TODAY + 5 * MINUTE);
    await ask(devTools.scheduleTestMessage, { UnitSerNum, MessageTime, as });
    expect(await reminderStore.list(UnitSerNum)).toMatchObject([
      { Message: 'TestUnit', MessageTime, state: 'scheduled' },
    ]);
    await ask(devTools.scheduleTestMessage, { UnitSerNum, as });
    expect(await reminderStore.list(UnitSerNum)).toMatchObject([{ Message: 'TestUnit', MessageTime: instant(TODAY) }]);
    // Both are of the same millisecond, so either can come first.
    expect((await auditOf('unit', UnitSerNum)).map(({ action, actorKey }) => [action, actorKey]).sort()).toEqual([
      ['change reminder', as.UserKey],
      ['schedule reminder', as.UserKey],
    ]);
    for (const wrong of [instant(TODAY - MINUTE), instant(TODAY + 367 * DAY)])
      expect((await call(devTools.scheduleTestMessage, { UnitSerNum, MessageTime: wrong, as })).status).toBe(422);
    expect((await call(devTools.scheduleTestMessage, { UnitSerNum, as: dealer })).status).toBe(403);
    expect((await call(devTools.scheduleTestMessage, { UnitSerNum, as: foreign })).status).toBe(404);
  });

  it('create an event, marked as a test, with its audit entry [P2-C20 P2-A10]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const { event } = await ask(devTools.createEvent, { UnitSerNum, eventType: 'Event 101', zone: 3, as });
    expect(event).toMatchObject({ eventType: 'Event 101', zone: 3, test: true, timeStamp: instant(TODAY) });
    const range = { UnitSerNum, startDate: instant(TODAY - MINUTE), endDate: instant(TODAY), pageSize: 10 };
    expect((await unitLogStore.events(range, TODAY)).items).toEqual([event]);
    expect(await auditOf('unit', UnitSerNum)).toMatchObject([
      { action: 'create test event', dealerKey: 220, after: { eventType: 'Event 101', zone: 3 } },
    ]);
    expect((await call(devTools.createEvent, { UnitSerNum, eventType: 'Event 101', as: dealer })).status).toBe(403);
    expect((await call(devTools.createEvent, { UnitSerNum, eventType: 'Event 101', as: foreign })).status).toBe(404);
  });
});
