import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSRecord } from 'aws-lambda';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tableClaims, tableLeases } from '#bridge/adapters/claims.ts';
import { tableCommands } from '#bridge/adapters/commands.ts';
import { storedDownloads } from '#bridge/adapters/downloads.ts';
import { tableInterlock } from '#bridge/adapters/interlock.ts';
import { tableSyncQueue } from '#bridge/adapters/sync-queue.ts';
import { tableUnits } from '#bridge/adapters/units.ts';
import type { Bridge } from '#bridge/bridge.ts';
import { history } from '#core/history/contract.ts';
import { ota } from '#core/ota/contract.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { HOUR, instant } from '#core/time.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import type { RfReport } from '#core/unit-messages/voice-reports.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { AccessoryHolderEntity } from '#data/accessories/entities.ts';
import { client } from '#data/kit/table.ts';
import { unitStore } from '#data/units/units.ts';
import { type Fleet, startFleet } from '#scripts/simulate/fleet.ts';
import type { SettingsBehaviour } from '#scripts/simulate/unit-settings.ts';
import { aBridge, MemoryPorts, NO_LIMITS } from '#support/bridge.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';
import { bridgeCommandSecret } from '#support/secret.ts';
import { accessoriesAs, aDevice } from './support.ts';

let as: UserRecord;
let my: ReturnType<typeof accessoriesAs>;
let ports: MemoryPorts;
let bridge: Bridge;
let fleet: Fleet | undefined;
/** The messages that the consumer has had. */
let taken = 0;

beforeAll(async () => {
  await someDealers();
  as = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
  my = accessoriesAs(as);
});
beforeEach(async () => {
  ports = new MemoryPorts();
  taken = 0;
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
afterEach(async () => {
  fleet?.close();
  fleet = undefined;
  await bridge.close();
});

const aVoiceUnit = () => aUnit({ dealer: 220, UnitModel: 'MXD-LTE', UnitStatus: 9, AllowOTAUpdate: 1 });
const deliver = (message: object) =>
  invoke(
    'on-unit-report',
    eventOf({ messageId: 'm', body: JSON.stringify(message), messageAttributes: {} } as unknown as SQSRecord),
  ) as Promise<{ batchItemFailures: unknown[] }>;

/** Simulates the unit. A ping comes about every second. */
function run({ UnitSerNum, IMEI, FirmVer }: UnitRecord, settings: SettingsBehaviour = {}): void {
  fleet = startFleet({
    units: [{ UnitSerNum, model: 'MXD-LTE', imei: IMEI, firmware: FirmVer }],
    ...{ host: '127.0.0.1', port: bridge.unitPort, speed: 100, dialOverSeconds: 0, pingEverySeconds: 100, settings },
  });
}

/** The consumer takes what the bridge handed over, each message `times`, until `isSo`. */
async function workUntil(isSo: () => Promise<boolean>, { times = 1, what = 'the condition' } = {}): Promise<void> {
  for (const started = Date.now(); !(await isSo()); await sleep(50)) {
    if (Date.now() - started > 40_000) throw new Error(`Waited in vain for ${what}`);
    while (taken < ports.ingest.handedOver.length) {
      const message = ports.ingest.handedOver[taken++]!;
      for (let time = 0; time < times; time++) await deliver(message);
    }
  }
}

const deviceIn = async (UnitSerNum: string, zone: number) =>
  (await my.rf(UnitSerNum)).devices.find(({ Zone }) => Zone === zone);
const statusIs = (UnitSerNum: string, zone: number, status: string | undefined) => async () =>
  (await deviceIn(UnitSerNum, zone))?.UpdateStatusName === status;
const queued = async (UnitSerNum: string) =>
  (await ask(unitConfiguration.syncQueue, { UnitSerNum, as })).messages.map(({ MessageType }) => MessageType);

describe('an accessory reaches the unit', () => {
  it.each([1, 2])(
    'and is no longer Pending when the unit has reported it; every message comes %i times [P2-S28 P2-S29]',
    async (times) => {
      const unit = await aVoiceUnit();
      const { UnitSerNum } = unit;
      const { SerialNumber, RFCode } = await aDevice();
      const MacAddress = `A0:B0:C0:00:01:0${times}`;
      await my.add(UnitSerNum, 100, SerialNumber);
      await my.saveBluetooth(UnitSerNum, 'BP-1', MacAddress);
      expect(await queued(UnitSerNum)).toEqual(expect.arrayContaining(['RF', 'BT']));
      run(unit);
      await workUntil(statusIs(UnitSerNum, 100, 'Synced'), { times, what: 'the device' });
      await workUntil(async () => (await my.bluetooth(UnitSerNum)).synced, { times, what: 'the Bluetooth device' });
      expect((await my.rf(UnitSerNum)).synced).toBe(true);
      expect(await queued(UnitSerNum)).toEqual([]);

      await my.move(UnitSerNum, 100, 101, RFCode);
      await workUntil(statusIs(UnitSerNum, 101, 'Synced'), { times, what: 'the new zone' });
      await workUntil(statusIs(UnitSerNum, 100, undefined), { times, what: 'the old zone' });

      await my.remove(UnitSerNum, 101, RFCode);
      await my.deleteBluetooth(UnitSerNum, MacAddress);
      expect((await my.bluetooth(UnitSerNum)).synced).toBe(false);
      await workUntil(statusIs(UnitSerNum, 101, undefined), { times, what: 'the deletion' });
      await workUntil(async () => (await my.bluetooth(UnitSerNum)).devices.length === 0, { times });
      expect(await queued(UnitSerNum)).toEqual([]);
      const log = await ask(history.chlogRFMap, {
        id: UnitSerNum,
        startDate: instant(Date.now() - HOUR),
        endDate: instant(Date.now()),
        as,
      });
      expect(JSON.stringify(log)).toContain(SerialNumber);
    },
    90_000,
  );

  it('or is cancelled over the air if it is only sent again, but not if somebody has changed it', async () => {
    const unit = await aVoiceUnit();
    const { UnitSerNum } = unit;
    await my.add(UnitSerNum, 100, (await aDevice()).SerialNumber);
    run(unit);
    await workUntil(async () => (await queued(UnitSerNum)).length === 0, { what: 'the device' });
    fleet!.close();
    const engineer = await aUser({ dealer: 22, flags: ['ENGINEER'] });
    const cancel = async () => {
      const { messages } = await ask(ota.checkForUpdates, { UnitSerNum, as: engineer });
      const { MessageKey } = messages.find(({ MessageType }) => MessageType === 'RF')!;
      return call(ota.cancel, { serialNumber: UnitSerNum, MessageKey, as: engineer });
    };
    await ask(ota.upload, { serialNumber: UnitSerNum, type: 'RF', as: engineer });
    expect(await queued(UnitSerNum)).toEqual(expect.arrayContaining(['PROFILE', 'RF']));
    expect((await cancel()).body).toEqual({ deleted: 1 });
    expect(await queued(UnitSerNum)).toEqual([]);
    expect(await deviceIn(UnitSerNum, 100)).toMatchObject({ UpdateStatusName: 'Synced' });

    await my.add(UnitSerNum, 101, (await aDevice()).SerialNumber);
    const { status, body } = await cancel();
    expect([status, body.message]).toEqual([409, 'Delete or undelete the accessory instead']);
    expect(await queued(UnitSerNum)).toContain('RF');
  }, 60_000);

  it('although the consumer dies at any request to the table', async () => {
    const unit = await aVoiceUnit();
    const { UnitSerNum } = unit;
    const { SerialNumber } = await aDevice();
    await my.add(UnitSerNum, 100, SerialNumber);
    run(unit);
    for (let fatal = 1; fatal <= 8; fatal++) {
      await sleep(300);
      await dying(fatal, async () => {
        for (const message of ports.ingest.handedOver.slice(taken)) await deliver(message);
      });
    }
    await workUntil(statusIs(UnitSerNum, 100, 'Synced'), { what: 'the device' });
  }, 60_000);

  it('and is refused by the unit with its own reason', async () => {
    const unit = await aVoiceUnit();
    const { UnitSerNum } = unit;
    const { SerialNumber } = await aDevice();
    await my.add(UnitSerNum, 100, SerialNumber);
    run(unit, { refuses: (name) => (name === 'rf:100' ? 'The memory is full' : undefined) });
    await workUntil(statusIs(UnitSerNum, 100, 'Refused'), { what: 'the refusal' });
    expect((await deviceIn(UnitSerNum, 100))?.error).toBe('The memory is full');
    expect((await my.rf(UnitSerNum)).synced).toBe(true);
  }, 60_000);
});

/** The consumer dies at its request with this number: it gets no answer to this and all later ones. */
async function dying(fatal: number, work: () => Promise<void>): Promise<void> {
  let requests = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      if (++requests >= fatal) throw new Error('The consumer dies');
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: 'dying' },
  );
  await work().catch(() => undefined);
  client.middlewareStack.remove('dying');
}

/** The second work is done whole before the first sends its request with this number, or after it. */
async function meeting(request: number, first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<void> {
  let requests = 0;
  let seconds: Promise<unknown> | undefined;
  client.middlewareStack.add(
    (next) => async (args) => {
      if (++requests === request) {
        seconds = second();
        await seconds;
      }
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: 'meeting' },
  );
  await first();
  client.middlewareStack.remove('meeting');
  // A request for which the first work does not wait can be the one.
  await (seconds ?? second());
}

describe('what people do at the unit', () => {
  let sequence = 1_000;
  const rfMessage = ({ UnitSerNum }: UnitRecord, report: Partial<RfReport> & { zone: number }, at = Date.now()) => {
    sequence += 1;
    return {
      ...{ version: 1, kind: 'report', id: `${UnitSerNum}-1-${sequence}`, receivedAt: at, raw: '' },
      ...{ UnitSerNum, UnitModel: 'MXD-LTE', bootId: 1, sequence, fence: 1 },
      message: { type: 'rf', MessageTime: at, RFCode: 'C001', state: 'added', ...report },
    };
  };
  /** The report arrives twice. */
  async function reports(message: ReturnType<typeof rfMessage>): Promise<void> {
    for (let time = 0; time < 2; time++) expect(await deliver(message)).toEqual({ batchItemFailures: [] });
  }
  const holderOf = async (SerialNumber: string) =>
    (await AccessoryHolderEntity.get({ accessory: `rf~${SerialNumber}` }).go({ consistent: true })).data;
  const later = () => sleep(5);

  it('is in the list: what it paired by itself, with the type of the stock list', async () => {
    const unit = await aVoiceUnit();
    const { SerialNumber, RFCode } = await aDevice();
    await reports(rfMessage(unit, { zone: 7, RFCode: RFCode.toLowerCase(), SerialNumber }));
    expect(await deviceIn(unit.UnitSerNum, 7)).toMatchObject({
      ...{ SerialNumber, RFCode, Type: 'Pendant', ManufacturedDate: '2025-06-01', UpdateStatusName: 'Synced' },
    });
    expect(await holderOf(SerialNumber)).toMatchObject({ UnitSerNum: unit.UnitSerNum, name: 'rf:7' });
    // No configuration is sent because of a report.
    expect((await ask(unitConfiguration.get, { id: unit.UnitSerNum, as })).revision).toBe(0);
    await later();
    await reports(rfMessage(unit, { zone: 7, RFCode, SerialNumber, state: 'deleted' }));
    expect(await deviceIn(unit.UnitSerNum, 7)).toBeUndefined();
    expect(await holderOf(SerialNumber)).toBeNull();
    expect((await my.rf(unit.UnitSerNum)).former).toMatchObject([{ SerialNumber, Zone: 7 }]);
  });

  it('shows a low battery and a missing device until the unit says otherwise', async () => {
    const unit = await aVoiceUnit();
    await reports(rfMessage(unit, { zone: 7 }));
    await later();
    await reports(rfMessage(unit, { zone: 7, state: 'heard', batteryLow: true }));
    expect(await deviceIn(unit.UnitSerNum, 7)).toMatchObject({ batteryLow: true, missing: false });
    await later();
    await reports(rfMessage(unit, { zone: 7, state: 'missing' }));
    expect(await deviceIn(unit.UnitSerNum, 7)).toMatchObject({ batteryLow: true, missing: true });
    await later();
    await reports(rfMessage(unit, { zone: 7, state: 'heard', batteryLow: false }));
    expect(await deviceIn(unit.UnitSerNum, 7)).toMatchObject({ batteryLow: false, missing: false });
  });

  const lowZonesOf = async ({ UnitSerNum }: UnitRecord) =>
    (await unitStore.getMany(WHOLE_TREE, [UnitSerNum], { consistent: true }))[0]?.lowZones;
  const low = (zone: number) => ({ zone, state: 'heard' as const, batteryLow: true });

  it('tells the unit which zones have a low battery; each zone until it is good, deleted or taken by another accessory', async () => {
    const unit = await aVoiceUnit();
    for (const zone of [7, 3, 12]) await reports(rfMessage(unit, low(zone)));
    expect(await lowZonesOf(unit)).toBe('3 7 12');
    await later();
    await reports(rfMessage(unit, { zone: 7, state: 'heard' }));
    await reports(rfMessage(unit, { zone: 3, state: 'deleted' }));
    expect(await lowZonesOf(unit)).toBe('7 12');
    await later();
    await reports(rfMessage(unit, { zone: 7, state: 'heard', batteryLow: false }));
    await reports(rfMessage(unit, { zone: 12, state: 'heard', RFCode: 'C002' }));
    expect(await lowZonesOf(unit)).toBeUndefined();
  });

  it.each([
    [true, '7'],
    [false, undefined],
  ])(
    'agrees with the later of two reports of a battery, whenever the consumers meet: low is %s',
    async (isLow, zones) => {
      for (let request = 1; request <= 9; request++) {
        const unit = await aVoiceUnit();
        const early = rfMessage(unit, { ...low(7), batteryLow: !isLow });
        const late = rfMessage(unit, { ...low(7), batteryLow: isLow }, Date.now() + 1);
        await meeting(
          request,
          () => deliver(early),
          () => deliver(late),
        );
        expect([request, await lowZonesOf(unit)]).toEqual([request, zones]);
        expect(await deviceIn(unit.UnitSerNum, 7)).toMatchObject({ batteryLow: isLow });
      }
    },
    60_000,
  );

  it('counts after what the portal wanted, and not before it', async () => {
    const unit = await aVoiceUnit();
    const { UnitSerNum } = unit;
    const wanted = await aDevice();
    const early = rfMessage(unit, { zone: 5, RFCode: 'C005', SerialNumber: 'Q5' });
    await later();
    await my.add(UnitSerNum, 5, wanted.SerialNumber);
    await reports(early);
    expect(await deviceIn(UnitSerNum, 5)).toMatchObject({ SerialNumber: wanted.SerialNumber });
    await later();
    await reports(rfMessage(unit, { zone: 5, RFCode: 'C006', SerialNumber: 'Q-66' }));
    expect(await deviceIn(UnitSerNum, 5)).toMatchObject({ SerialNumber: 'Q-66', UpdateStatusName: 'Synced' });
    expect(await holderOf(wanted.SerialNumber)).toBeNull();
    expect((await my.rf(UnitSerNum)).former).toMatchObject([{ SerialNumber: wanted.SerialNumber }]);
    // The first report comes once more.
    await reports(early);
    expect(await deviceIn(UnitSerNum, 5)).toMatchObject({ SerialNumber: 'Q-66' });
    const { settings } = await ask(unitConfiguration.get, { id: UnitSerNum, as });
    expect(settings.some(({ name }) => name === 'rf:5')).toBe(false);
  });

  it('can be deleted from the portal, and a report from before the deletion brings nothing back', async () => {
    const unit = await aVoiceUnit();
    const { UnitSerNum } = unit;
    const paired = rfMessage(unit, { zone: 7, SerialNumber: 'Q-77' });
    await reports(paired);
    await later();
    expect((await my.remove(UnitSerNum, 7, 'C001')).status).toBe(200);
    await reports(paired);
    expect(await deviceIn(UnitSerNum, 7)).toMatchObject({ UpdateStatusName: 'Pending Delete' });
    expect(await holderOf('Q-77')).toBeNull();
    expect((await my.restore(UnitSerNum, 7, 'C001')).status).toBe(200);
    expect(await holderOf('Q-77')).toMatchObject({ UnitSerNum });
  });

  it('takes an accessory from another unit of the dealer, but not from one of another dealer', async () => {
    const [from, to] = [await aVoiceUnit(), await aVoiceUnit()];
    const { SerialNumber, RFCode } = await aDevice();
    await my.add(from.UnitSerNum, 5, SerialNumber);
    await later();
    await reports(rfMessage(to, { zone: 3, RFCode, SerialNumber }));
    expect(await deviceIn(from.UnitSerNum, 5)).toMatchObject({ UpdateStatusName: 'Pending Delete' });
    expect(await holderOf(SerialNumber)).toMatchObject({ UnitSerNum: to.UnitSerNum, name: 'rf:3' });
    expect((await my.rf(from.UnitSerNum)).former).toMatchObject([
      { SerialNumber, heldBy: { UnitSerNum: to.UnitSerNum, Zone: 3 } },
    ]);

    const foreign = await aUnit({ dealer: 49, UnitModel: 'MXD-LTE' });
    await later();
    await reports(rfMessage(foreign, { zone: 9, RFCode, SerialNumber }));
    expect(await holderOf(SerialNumber)).toMatchObject({ UnitSerNum: to.UnitSerNum });
    expect(await deviceIn(to.UnitSerNum, 3)).toMatchObject({ UpdateStatusName: 'Synced' });
    const theirs = accessoriesAs(await aUser({ dealer: 49, flags: ['UNIT_EDIT'] }));
    const list = await theirs.rf(foreign.UnitSerNum);
    expect(list.devices).toMatchObject([{ Zone: 9, SerialNumber }]);
    expect(JSON.stringify(list)).not.toContain(to.UnitSerNum);
  });

  it('is not believed if a unit names a zone or a serial number that cannot be', async () => {
    const unit = await aVoiceUnit();
    await reports(rfMessage(unit, { zone: 0 }));
    await reports(rfMessage(unit, { zone: 256 }));
    await reports(rfMessage(unit, { zone: 4, SerialNumber: '../etc' }));
    const { devices } = await my.rf(unit.UnitSerNum);
    expect(devices.map(({ Zone }) => Zone)).toEqual([4]);
  });

  it.each([1, 2, 3, 4, 5, 6])('is stored whole although the consumer dies at its request %i', async (fatal) => {
    const unit = await aVoiceUnit();
    const { UnitSerNum } = unit;
    const wanted = await aDevice();
    await my.add(UnitSerNum, 5, wanted.SerialNumber);
    await later();
    const message = rfMessage(unit, { zone: 5, RFCode: 'C00A', SerialNumber: `Q-8${fatal}` });
    await dying(fatal, async () => void (await deliver(message)));
    await reports(message);
    expect(await deviceIn(UnitSerNum, 5)).toMatchObject({ SerialNumber: `Q-8${fatal}` });
    expect(await holderOf(wanted.SerialNumber)).toBeNull();
    expect(await holderOf(`Q-8${fatal}`)).toMatchObject({ UnitSerNum, since: instant(message.receivedAt) });
    expect((await my.rf(UnitSerNum)).former).toHaveLength(1);
  });
});
