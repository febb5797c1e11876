import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableClaims, tableLeases } from '#bridge/adapters/claims.ts';
import { tableCommands } from '#bridge/adapters/commands.ts';
import { storedDownloads } from '#bridge/adapters/downloads.ts';
import { tableInterlock } from '#bridge/adapters/interlock.ts';
import { tableSyncQueue } from '#bridge/adapters/sync-queue.ts';
import { tableUnits } from '#bridge/adapters/units.ts';
import type { Bridge } from '#bridge/bridge.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { KEEPS_FORMER_HOME } from '#core/unit-configuration/sync-queue.ts';
import type { AccessPoint } from '#core/unit-messages/values.ts';
import type { Operation, OperationReport } from '#core/unit-messages/wearable-reports.ts';
import { units } from '#core/units/contract.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { auditEntry, recordAudit, SYSTEM } from '#data/audit/audit.ts';
import { DayCountEntity, dayCountItem } from '#data/history/day-counts.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { allMessages, type SyncMessage } from '#data/unit-configuration/sync-messages.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { forgetFormerHomes } from '#data/units/forget-homes.ts';
import { UnitEntity } from '#data/units/units.ts';
import { keepForgottenHome, keepProgress } from '#functions/on-unit-report/sync.ts';
import { startFleet } from '#scripts/simulate/fleet.ts';
import { auditOf } from '#support/audit.ts';
import { aBridge, MemoryPorts, NO_LIMITS } from '#support/bridge.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';
import { bridgeCommandSecret } from '#support/secret.ts';
import { cancelTransactions } from '#support/table-faults.ts';
import { withMessage } from '#support/with-message.ts';
import { scopeOf } from '#support/world.ts';
import { runScript } from '../scripts/support.ts';

let above: UserRecord;
let present: UserRecord;
let ports: MemoryPorts;
let bridge: Bridge;

beforeAll(async () => {
  await someDealers();
  above = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'ADMIN'] });
  present = await aUser({ dealer: 2201, flags: ['UNIT_EDIT', 'ADMIN'] });
  ports = new MemoryPorts();
  const { refusals, publisher, ingest, log } = ports;
  const table = { leases: tableLeases, claims: tableClaims, units: tableUnits, commands: tableCommands(log) };
  bridge = await aBridge(
    {
      ...{ ...table, refusals, publisher, ingest, log },
      ...{ syncQueue: tableSyncQueue, interlock: tableInterlock, downloads: storedDownloads },
    },
    { ...NO_LIMITS, commandSecret: await bridgeCommandSecret() },
  );
});
afterAll(() => bridge.close());

const aUnitOf = (UnitModel: UnitModel) => aUnit({ dealer: 220, UnitModel, UnitStatus: 9 });
const move = (UnitSerNum: string, from: number, to: number) =>
  ask(units.moveToSubDealer, { UnitSerNum, UnitDealerKey: from, NewDealerKey: to, as: above });
const waiting = async (UnitSerNum: string) =>
  (await ask(unitConfiguration.syncQueue, { UnitSerNum, as: present })).messages;
const stored = async (UnitSerNum: string) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data as UnitRecord;
const asksForHome = (UnitSerNum: string, as: UserRecord) =>
  call(unitActions.tcpMessage, { UnitSerNum, command: 'HOMEWIFIQ', as });
const received = (UnitSerNum: string) => ({ UnitSerNum, bootId: 1, sequence: 1, fence: 1, receivedAt: Date.now() });
const ends = (UnitSerNum: string, MessageKey: string, stage: 'done' | 'failed') =>
  keepProgress(received(UnitSerNum), {
    type: 'download',
    MessageTime: Date.now(),
    MessageType: 'HOMEWIFIC',
    stage,
    MessageKey,
  });
const tells = (UnitSerNum: string, operation: Operation, MessageTime: number, accessPoints: AccessPoint[] = []) =>
  keepForgottenHome(received(UnitSerNum), { type: 'operation', MessageTime, operation, accessPoints });
/** The keys of the removals that a ping at the moment brings. */
const dueAt = async (UnitSerNum: string, now: number) =>
  (await syncQueueStore.due(UnitSerNum, ['HOMEWIFIC'], now)).map(({ MessageKeyHex }) => MessageKeyHex);
const REFUSED = { status: 409, body: { message: KEEPS_FORMER_HOME } };

/** The simulated unit, which pings about every second. `until` has the consumer take its reports until `isSo`. */
async function running({ UnitSerNum, IMEI, FirmVer, UnitModel }: UnitRecord, work: (at: Running) => Promise<void>) {
  const fleet = startFleet({
    units: [{ UnitSerNum, model: UnitModel, imei: IMEI, firmware: FirmVer }],
    ...{ host: '127.0.0.1', port: bridge.unitPort, speed: 100, dialOverSeconds: 0, pingEverySeconds: 100 },
  });
  const homes = () =>
    ports.ingest.handedOver.flatMap((one) => {
      const report = 'message' in one ? (one.message as unknown as OperationReport) : undefined;
      return report?.type === 'operation' ? [[report.operation, report.accessPoints.length] as const] : [];
    });
  let taken = ports.ingest.handedOver.length;
  const until = async (isSo: () => Promise<boolean> | boolean, what: string) => {
    for (const started = Date.now(); !(await isSo()); await sleep(50)) {
      if (Date.now() - started > 40_000) throw new Error(`Waited in vain for ${what}`);
      while (taken < ports.ingest.handedOver.length) {
        const body = JSON.stringify(ports.ingest.handedOver[taken++]);
        await invoke(
          'on-unit-report',
          eventOf({ messageId: 'm', body, messageAttributes: {} } as unknown as SQSRecord),
        );
      }
    }
  };
  await work({ homes, until }).finally(() => fleet.close());
}
interface Running {
  /** The operations that the unit reported, with the number of access points. */
  homes(): (readonly [string, number])[];
  until(isSo: () => Promise<boolean> | boolean, what: string): Promise<void>;
}

describe('the home Wi-Fi of a wearable that moves to another dealer', () => {
  it('is removed from the unit at its next ping, and told to nobody before', async () => {
    const unit = await aUnitOf('myConnect');
    const { UnitSerNum } = unit;
    await move(UnitSerNum, 220, 2201);
    expect(await waiting(UnitSerNum)).toMatchObject([{ MessageType: 'HOMEWIFIC', started: false }]);
    expect((await stored(UnitSerNum)).syncQueued).toBe(1);
    for (const as of [present, above]) expect(await asksForHome(UnitSerNum, as)).toMatchObject(REFUSED);
    await running(unit, async ({ homes, until }) => {
      await until(async () => (await waiting(UnitSerNum)).length === 0, 'the removal');
      expect(homes()).toEqual([['HOMEWIFIC', 0]]);
      expect((await stored(UnitSerNum)).syncQueued).toBe(0);
      expect((await asksForHome(UnitSerNum, present)).status).toBe(200);
      await until(() => homes().some(([operation]) => operation === 'HOMEWIFIQ'), 'the answer');
      expect(homes().at(-1)).toEqual(['HOMEWIFIQ', 0]);
    });
  }, 60_000);

  it('is removed once, however often the unit moves before it pings', async () => {
    const { UnitSerNum } = await aUnitOf('myConnect Air');
    await move(UnitSerNum, 220, 2201);
    await move(UnitSerNum, 2201, 220);
    await move(UnitSerNum, 220, 2201);
    expect(await waiting(UnitSerNum)).toMatchObject([{ MessageType: 'HOMEWIFIC' }]);
  });

  it('is removed again if the unit moves on while it works on the first removal', async () => {
    const { UnitSerNum } = await aUnitOf('myConnect');
    await move(UnitSerNum, 220, 2201);
    const [first] = await waiting(UnitSerNum);
    await syncQueueStore.progress(UnitSerNum, first!.MessageKeyHex);
    await move(UnitSerNum, 2201, 220);
    await move(UnitSerNum, 220, 2201);
    const [again, ...others] = await waiting(UnitSerNum);
    expect([again, others]).toMatchObject([{ MessageType: 'HOMEWIFIC', started: false }, []]);
    expect((await stored(UnitSerNum)).syncQueued).toBe(1);
    // The end of the first one is not that of the second one.
    await ends(UnitSerNum, first!.MessageKeyHex, 'done');
    expect(await asksForHome(UnitSerNum, present)).toMatchObject(REFUSED);
  });

  it('is removed also if the queue of the unit is full', async () => {
    const { UnitSerNum } = await aUnitOf('myConnect');
    const unit = await stored(UnitSerNum);
    const add = (tag: number) =>
      queueMessage(scopeOf(above), unit, { MessageType: 'PLAYMULTITAG', content: { tag } }, Date.now());
    await UnitEntity.patch({ UnitSerNum }).set({ syncQueued: 98 }).go();
    await add(1);
    await expect(add(2)).rejects.toThrow(withMessage('At most 99 messages can wait for a unit'));
    await move(UnitSerNum, 220, 2201);
    expect(await waiting(UnitSerNum)).toMatchObject([{ MessageType: 'HOMEWIFIC' }]);
    expect((await stored(UnitSerNum)).syncQueued).toBe(100);
  });

  it('is told to nobody after the unit failed to remove it, and the unit is asked anew on the next day', async () => {
    const { UnitSerNum } = await aUnitOf('myConnect');
    await move(UnitSerNum, 220, 2201);
    const [first] = await waiting(UnitSerNum);
    await syncQueueStore.progress(UnitSerNum, first!.MessageKeyHex);
    const failed = Date.now();
    // The report can come twice.
    for (let time = 0; time < 2; time++) await ends(UnitSerNum, first!.MessageKeyHex, 'failed');
    const [second, ...others] = await waiting(UnitSerNum);
    expect([second, others]).toMatchObject([{ MessageType: 'HOMEWIFIC', started: false }, []]);
    expect(second!.MessageKeyHex).not.toBe(first!.MessageKeyHex);
    expect((await stored(UnitSerNum)).syncQueued).toBe(1);
    expect(await dueAt(UnitSerNum, failed + DAY - MINUTE)).toEqual([]);
    expect(await dueAt(UnitSerNum, Date.now() + DAY)).toEqual([second!.MessageKeyHex]);
    expect(await asksForHome(UnitSerNum, present)).toMatchObject(REFUSED);
    await ends(UnitSerNum, second!.MessageKeyHex, 'done');
    expect(await waiting(UnitSerNum)).toEqual([]);
    expect((await stored(UnitSerNum)).syncQueued).toBe(0);
  });

  it('is removed by a command, too, while the unit that failed is not asked', async () => {
    const { UnitSerNum } = await aUnitOf('myConnect');
    await move(UnitSerNum, 220, 2201);
    await ends(UnitSerNum, (await waiting(UnitSerNum))[0]!.MessageKeyHex, 'failed');
    await tells(UnitSerNum, 'HOMEWIFIC', Date.now() + 1);
    expect(await waiting(UnitSerNum)).toEqual([]);
    expect((await asksForHome(UnitSerNum, present)).status).toBe(200);
  });

  it('is to be removed at the next ping if the unit moves on after it failed', async () => {
    const { UnitSerNum } = await aUnitOf('myConnect');
    await move(UnitSerNum, 220, 2201);
    await ends(UnitSerNum, (await waiting(UnitSerNum))[0]!.MessageKeyHex, 'failed');
    expect(await dueAt(UnitSerNum, Date.now())).toEqual([]);
    await move(UnitSerNum, 2201, 220);
    await move(UnitSerNum, 220, 2201);
    const [again, ...others] = await waiting(UnitSerNum);
    expect(others).toEqual([]);
    expect(await dueAt(UnitSerNum, Date.now())).toEqual([again!.MessageKeyHex]);
    expect((await stored(UnitSerNum)).syncQueued).toBe(1);
  });

  it('is removed by a command if the unit takes no waiting messages', async () => {
    const { UnitSerNum } = await aUnitOf('myConnect Air');
    const before = Date.now() - 1;
    await move(UnitSerNum, 220, 2201);
    expect((await call(unitActions.tcpMessage, { UnitSerNum, command: 'HOMEWIFIC', as: present })).status).toBe(200);
    await tells(UnitSerNum, 'HOMEWIFIC', before);
    await tells(UnitSerNum, 'HOMEWIFIQ', Date.now());
    await tells(UnitSerNum, 'HOMEWIFIC', Date.now(), [
      { mac: 'A1:B2:C3:D4:E5:F6', rssi: -60 } as unknown as AccessPoint,
    ]);
    expect(await asksForHome(UnitSerNum, present)).toMatchObject(REFUSED);
    await tells(UnitSerNum, 'HOMEWIFIC', Date.now());
    expect(await waiting(UnitSerNum)).toEqual([]);
    expect((await stored(UnitSerNum)).syncQueued).toBe(0);
    expect((await asksForHome(UnitSerNum, present)).status).toBe(200);
  });

  it('stays to be removed: nobody can delete the message', async () => {
    const { UnitSerNum } = await aUnitOf('myConnect');
    await move(UnitSerNum, 220, 2201);
    const key = (await waiting(UnitSerNum))[0]!.MessageKeyHex;
    expect(await call(unitConfiguration.deleteQueuedMessage, { key, as: present })).toMatchObject(REFUSED);
    expect(await waiting(UnitSerNum)).toHaveLength(1);
  });

  it('does not exist in an MXD-LTE', async () => {
    const { UnitSerNum } = await aUnitOf('MXD-LTE');
    await move(UnitSerNum, 220, 2201);
    expect(await waiting(UnitSerNum)).toEqual([]);
    expect(await stored(UnitSerNum)).not.toHaveProperty('syncQueued');
  });
});

describe('the wearables that moved before a move had them forget their home', () => {
  const MOVED = '2026-06-10T12:00:00.000Z';
  const BEFORE = '2026-06-09';
  const aMoved = async (from: number, day: string, UnitModel: UnitModel = 'myConnect') => {
    const formerDealers = [{ DealerKey: from, until: MOVED }];
    const unit = await aUnit({ dealer: 2201, UnitModel, UnitStatus: 9, formerDealers });
    await DayCountEntity.put(
      dayCountItem(unit.UnitSerNum, day, [{ kind: 'ping', at: `${day}T09:00:00.000Z` }]) as never,
    ).go();
    return unit.UnitSerNum;
  };
  const asked = async (UnitSerNum: string) => (await waiting(UnitSerNum)).length;

  it('are asked once to forget it by `npm run upgrade:table`, and no others are', async () => {
    const worn = await aMoved(220, BEFORE);
    const wornAtRoot = await aMoved(1, BEFORE);
    const about = { objectKind: 'unit', objectId: wornAtRoot, dealerKey: 1, action: 'set unit free' } as const;
    await recordAudit(auditEntry(SYSTEM, about, Date.now()));
    const others = [await aMoved(220, BEFORE, 'MXD-LTE'), await aMoved(220, '2026-06-11'), await aMoved(1, BEFORE)];
    const now = await aUnitOf('myConnect');
    await move(now.UnitSerNum, 220, 2201);
    await ends(now.UnitSerNum, (await waiting(now.UnitSerNum))[0]!.MessageKeyHex, 'done');

    const { code, stdout, stderr } = await runScript('upgrade-table.ts', ['--table', process.env.TABLE_NAME!]);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^2 units are asked to forget the home of a former wearer$/m);
    for (const UnitSerNum of [worn, wornAtRoot]) {
      expect(await waiting(UnitSerNum)).toMatchObject([{ MessageType: 'HOMEWIFIC', started: false }]);
      // The home of the present wearer, recorded after the move, stays.
      const [{ content }] = (await allMessages(UnitSerNum)) as [SyncMessage];
      expect(content).toEqual({ before: (await stored(UnitSerNum)).formerDealers!.at(-1)!.until });
      expect((await stored(UnitSerNum)).syncQueued).toBe(1);
      expect(await asksForHome(UnitSerNum, present)).toMatchObject(REFUSED);
      expect((await auditOf('unit', UnitSerNum)).at(-1)).toMatchObject({ action: 'queue message', dealerKey: 2201 });
    }
    expect(await Promise.all([...others, now.UnitSerNum].map(asked))).toEqual([0, 0, 0, 0]);

    await ends(worn, (await waiting(worn))[0]!.MessageKeyHex, 'done');
    expect(await forgetFormerHomes(Date.now())).toEqual({ count: 0, left: [] });
    expect(await asked(worn)).toBe(0);
  }, 60_000);

  it('are not asked again if their last move by an earlier release had asked them', async () => {
    const UnitSerNum = await aMoved(220, BEFORE);
    await forgetFormerHomes(Date.now());
    await UnitEntity.patch({ UnitSerNum }).remove(['homeAskedAt']).go();
    expect(await forgetFormerHomes(Date.now())).toEqual({ count: 0, left: [] });
    await ends(UnitSerNum, (await waiting(UnitSerNum))[0]!.MessageKeyHex, 'done');
    expect(await forgetFormerHomes(Date.now())).toEqual({ count: 0, left: [] });
    expect(await asked(UnitSerNum)).toBe(0);
  });

  it('are all asked, except one for which the table stays busy: that is named, and asked by the next run', async () => {
    const units = [await aMoved(220, BEFORE), await aMoved(220, BEFORE)];
    cancelTransactions(8, { index: 0 });
    const { count, left } = await forgetFormerHomes(Date.now());
    expect({ count, left }).toEqual({
      count: 1,
      left: [expect.stringMatching(/^\d{6}: The portal is busy\. Please try again in a moment$/)],
    });
    expect((await Promise.all(units.map(asked))).toSorted()).toEqual([0, 1]);
    expect(await forgetFormerHomes(Date.now())).toEqual({ count: 1, left: [] });
    expect(await Promise.all(units.map(asked))).toEqual([1, 1]);
  });
});
