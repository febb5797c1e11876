import type { SQSRecord } from 'aws-lambda';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tableClaims, tableLeases } from '#bridge/adapters/claims.ts';
import { tableCommands } from '#bridge/adapters/commands.ts';
import { storedDownloads } from '#bridge/adapters/downloads.ts';
import { tableInterlock } from '#bridge/adapters/interlock.ts';
import { tableSyncQueue } from '#bridge/adapters/sync-queue.ts';
import { tableUnits } from '#bridge/adapters/units.ts';
import type { Bridge } from '#bridge/bridge.ts';
import { ota } from '#core/ota/contract.ts';
import type { ProfileEvents } from '#core/profiles/events.ts';
import { maskLayout } from '#core/profiles/masks/layouts.ts';
import { namesInMask } from '#core/profiles/masks/mask.ts';
import { MINUTE } from '#core/time.ts';
import { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { KEEPS_FORMER_HOME } from '#core/unit-configuration/sync-queue.ts';
import type { PingReason } from '#core/unit-messages/common-reports.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { client } from '#data/kit/table.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { moveUnit } from '#data/units/move-unit.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { type SettingsBehaviour, UnitSettings } from '#scripts/simulate/unit-settings.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { ask, call } from '#support/call.ts';
import { uploaded } from '#support/firmware-upload.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { heldUnit } from '#support/held-unit.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';
import { bridgeCommandSecret } from '#support/secret.ts';
import { runningScope } from '#support/world.ts';
import { ALIKE, putProfile } from './a-profile.ts';

let ports: MemoryPorts;
let bridges: Bridge[] = [];
let editor: UserRecord;
/** The messages that the consumer has had. */
let taken = 0;

beforeAll(async () => {
  await someDealers();
  editor = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
});
beforeEach(() => {
  ports = new MemoryPorts();
  taken = 0;
});
afterEach(async () => {
  await Promise.all(bridges.map((bridge) => bridge.close()));
  bridges = [];
});

/** A bridge with the real table. Its messages wait in memory until `work` takes them. */
async function aRealBridge(): Promise<Bridge> {
  const bridge = await aBridge(
    {
      leases: tableLeases,
      claims: tableClaims,
      units: tableUnits,
      refusals: ports.refusals,
      commands: tableCommands(ports.log),
      syncQueue: { due: (order) => due(order) },
      interlock: tableInterlock,
      downloads: storedDownloads,
      publisher: ports.publisher,
      ingest: ports.ingest,
      log: ports.log,
    },
    { commandSecret: await bridgeCommandSecret() },
  );
  bridges.push(bridge);
  return bridge;
}
let due = tableSyncQueue.due;
afterEach(() => {
  due = tableSyncQueue.due;
});

type Report = { message: { MessageTime: number } };
type Outcome = { batchItemFailures: unknown[] };
const deliver = (message: object) =>
  invoke(
    'on-unit-report',
    eventOf({ messageId: 'm', body: JSON.stringify(message), messageAttributes: {} } as unknown as SQSRecord),
  ) as Promise<Outcome>;

/** The consumer takes all waiting messages, each `times`. */
async function work(times = 1): Promise<void> {
  while (taken < ports.ingest.handedOver.length) {
    const message = ports.ingest.handedOver[taken++]!;
    for (let time = 0; time < times; time++) expect(await deliver(message)).toEqual({ batchItemFailures: [] });
  }
}

/** A unit with a permanent memory, driven by a test. */
class Device {
  readonly settings: UnitSettings;
  readonly record: UnitRecord;
  connection!: TestUnit;
  bootId = 1;
  firmware: string;
  #clock = Date.now();

  constructor(record: UnitRecord, behaviour?: SettingsBehaviour) {
    this.record = record;
    this.firmware = record.FirmVer;
    this.settings = new UnitSettings(behaviour);
  }

  async connects(bridge: Bridge): Promise<void> {
    const { UnitSerNum, IMEI: imei, UnitModel } = this.record;
    this.settings.connected();
    const sequence = this.connection?.sequence ?? 0;
    const { bootId } = this;
    this.connection = await TestUnit.loggedIn(bridge, UnitSerNum, {
      imei,
      UnitModel,
      FirmVer: this.firmware,
      bootId,
      sequence,
      ...this.settings.told,
    });
  }

  /** Starts again: its counts begin again, and what it lost is gone. */
  async restarts(bridge: Bridge): Promise<void> {
    this.connection.vanish();
    this.bootId += 1;
    this.connection.sequence = 0;
    await this.connects(bridge);
  }

  async pings(pingReason: PingReason = 'Scheduled', more: object = {}): Promise<void> {
    this.#clock = Math.max(this.#clock + 1, Date.now());
    const ping = {
      ...{ type: 'ping', MessageTime: this.#clock, pingReason, lowpower: false, acPower: true, switchPosition: 'On' },
      ...{ bars: 4, lte: true, chargedPercent: 98, ...this.settings.told, ...more },
    } as const;
    await this.connection.isAcknowledged(this.connection.say(ping as never));
  }

  /** Takes a whole configuration from the connection and reports it, unless its reports are to be lost. */
  async takesConfiguration({ reports = true } = {}): Promise<void> {
    for (;;) {
      const { message } = await this.connection.hears('configuration');
      const answers = this.settings.take(message);
      if (!answers) continue;
      for (const answer of reports ? answers : [])
        await this.connection.isAcknowledged(
          this.connection.say({ type: 'configurationReport', MessageTime: Date.now(), ...answer }),
        );
      return;
    }
  }
}

const read = ({ UnitSerNum }: UnitRecord) => ask(unitConfiguration.get, { id: UnitSerNum, as: editor });
const queueOf = async ({ UnitSerNum }: UnitRecord) =>
  (await ask(unitConfiguration.syncQueue, { UnitSerNum, as: editor })).messages;
const fresh = async ({ UnitSerNum }: UnitRecord) =>
  (await UnitEntity.get({ UnitSerNum }).go({ consistent: true })).data as UnitRecord;
const queue = async (unit: UnitRecord, MessageType: 'RF' | 'FIRMVER' | 'PLAYMULTITAG' | 'HOMEWIFIC', content = {}) =>
  queueMessage(await runningScope(editor), await fresh(unit), { MessageType, content }, Date.now());
const modelOf = ({ UnitModel }: UnitRecord) => (UnitModel === 'myConnect Air' ? 'myConnectAir' : UnitModel);
async function saves(unit: UnitRecord, newTabs: Record<string, string | number | boolean>, Events?: ProfileEvents) {
  const { revision, tabs } = await read(unit);
  return ask(unitConfiguration.save, {
    ...{
      model: modelOf(unit),
      UnitSerNum: unit.UnitSerNum,
      revision,
      oldTabs: tabs,
      newTabs,
      ...(Events && { Events }),
      as: editor,
    },
  });
}
const aVoiceUnit = () => aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9, AllowOTAUpdate: 1 });

/** What every road leads to: the unit has what was saved last, and the portal says so. */
async function expectInSync(device: Device): Promise<void> {
  const shown = await read(device.record);
  expect(shown.state).toBe('in sync');
  for (const { name, value } of shown.settings) expect(device.settings.settings[name], name).toBe(value);
  expect(await queueOf(device.record)).toEqual([]);
}

describe('a saved configuration', () => {
  it('waits for the next ping, is applied and reported, and leaves the sync queue only then [P2-E15 P2-C27]', async () => {
    const device = new Device(await aVoiceUnit());
    const bridge = await aRealBridge();
    await device.connects(bridge);
    await device.pings();
    await work();
    expect((await read(device.record)).state).toBe('not sent');
    expect(await saves(device.record, { SpeakerVol: 8 })).toMatchObject({ revision: 1, state: 'waiting' });
    expect(await queueOf(device.record)).toMatchObject([
      { MessageType: 'PROFILE', MessageKeyHex: expect.stringMatching(/^[0-9A-F]+$/), Scheduled: expect.any(String) },
      { MessageType: 'EVENTDATA' },
    ]);

    await device.pings();
    await work();
    expect((await read(device.record)).state).toBe('waiting');
    await device.takesConfiguration();
    expect((await read(device.record)).state).toBe('waiting');
    await work();
    await expectInSync(device);
    const { settings } = await read(device.record);
    expect(settings.find(({ name }) => name === 'SpeakerVol')).toMatchObject({ source: 'unit', value: 8, reported: 8 });
    expect(settings.find(({ name }) => name === 'MicVol')).toMatchObject({ source: 'profile', state: 'in sync' });

    // Nothing waits: the next ping sends nothing.
    await device.pings();
    await work();
    expect(device.connection.heard.map(({ message }) => message.type)).toEqual([]);
  });

  it('is the last of several saves', async () => {
    const device = new Device(await aVoiceUnit());
    await device.connects(await aRealBridge());
    await saves(device.record, { SpeakerVol: 8 });
    await saves(device.record, { SpeakerVol: 3 });
    await device.pings();
    await work(2);
    await device.takesConfiguration();
    await saves(device.record, { SpeakerVol: 4 });
    await work(2);
    expect((await read(device.record)).state).toBe('waiting');
    await device.pings();
    await work();
    // The second delivery of the first ping sent the second save once more.
    await device.takesConfiguration();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
    expect(device.settings.settings.SpeakerVol).toBe(4);
  });

  it('waits while an event goes on, and for a unit that does not tell its configuration', async () => {
    const device = new Device(await aVoiceUnit());
    await device.connects(await aRealBridge());
    await saves(device.record, { SpeakerVol: 8 });
    await device.pings('Event');
    await device.pings('Scheduled', { configurationRevision: undefined });
    await work();
    expect(device.connection.heard).toEqual([]);
    await device.pings();
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
  });

  it('is refused in part by the unit, with its own reason, and is not sent again', async () => {
    const device = new Device(await aVoiceUnit(), {
      refuses: (name, value) => (name === 'SpeakerVol' && value === 9 ? 'Seven steps only' : undefined),
    });
    await device.connects(await aRealBridge());
    await saves(device.record, { SpeakerVol: 9, MicVol: 2 });
    await device.pings();
    await work();
    await device.takesConfiguration();
    await work();
    const { state, settings } = await read(device.record);
    expect(state).toBe('refused');
    expect(settings.find(({ name }) => name === 'SpeakerVol')).toMatchObject({
      state: 'refused',
      error: 'Seven steps only',
    });
    expect(settings.find(({ name }) => name === 'MicVol')).toMatchObject({ state: 'in sync' });
    expect(await queueOf(device.record)).toEqual([]);
    await device.pings();
    await work();
    expect(device.connection.heard).toEqual([]);
  });

  it.each(['some', 'all'] as const)('is sent again to a unit that forgot %s of it', async (much) => {
    const device = new Device(await aVoiceUnit());
    const bridge = await aRealBridge();
    await device.connects(bridge);
    await saves(device.record, { SpeakerVol: 8 });
    await device.pings();
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);

    device.settings.forget(much === 'all' ? undefined : ['SpeakerVol']);
    await device.restarts(bridge);
    await work();
    expect((await read(device.record)).state).toBe('forgotten');
    expect(await queueOf(device.record)).toMatchObject([{ MessageType: 'PROFILE' }, { MessageType: 'EVENTDATA' }]);
    await device.pings('Power On');
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
  });

  it('is carried to a new firmware, whose masks have other bits, and sent again', async () => {
    const wearable = { lowPower: false, acPower: 1, stepsToday: 0 };
    const device = new Device(await aUnit({ UnitModel: 'myConnect', UnitStatus: 9, FirmVer: '4.2.31.3.4_b1' }));
    const bridge = await aRealBridge();
    await device.connects(bridge);
    await saves(device.record, { EventMask: '03' });
    await device.pings('Scheduled', wearable);
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);

    device.firmware = '4.2.31.3.7_b2';
    await device.restarts(bridge);
    await work(2);
    const carried = await read(device.record);
    expect(carried).toMatchObject({ revision: 2, state: 'waiting' });
    const EventMask = String(carried.tabs.EventMask);
    expect(namesInMask(maskLayout('event', 'myConnect', '4.2.31.3.7'), EventMask)).toEqual(
      expect.arrayContaining(['Help button', 'Fall']),
    );
    expect(EventMask).toMatch(/^[0-9A-F]{4}$/);
    await device.pings('Scheduled', wearable);
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
    expect(device.settings.settings.EventMask).toBe(EventMask);
  });

  it('gives way to what the unit reported if what waits is deleted, its settings and its events apart [P2-C28]', async () => {
    const device = new Device(await aVoiceUnit());
    await device.connects(await aRealBridge());
    const remove = (key: string) => call(unitConfiguration.deleteQueuedMessage, { key, as: editor });
    await saves(device.record, { SpeakerVol: 8 });
    const [unknown] = await queueOf(device.record);
    // The unit has reported nothing yet.
    expect(await remove(unknown!.MessageKeyHex)).toMatchObject({ status: 409 });
    await device.pings();
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);

    const { Events } = await read(device.record);
    const categories = [...Events.categories, { CategoryName: 'Falls', Phone1: '8015550100', Phone2: '' }];
    await saves(device.record, { SpeakerVol: 3 }, { ...Events, categories });
    const [settings, events] = await queueOf(device.record);
    expect([settings!.MessageType, events!.MessageType]).toEqual(['PROFILE', 'EVENTDATA']);
    expect(await remove(settings!.MessageKeyHex)).toMatchObject({ status: 200 });
    expect(await remove(events!.MessageKeyHex)).toMatchObject({ status: 404, body: { message: 'Message not found' } });
    const [left, ...none] = await queueOf(device.record);
    expect([left!.MessageType, ...none]).toEqual(['EVENTDATA']);
    expect(await remove(left!.MessageKeyHex)).toMatchObject({ status: 200 });
    expect(await queueOf(device.record)).toEqual([]);
    const kept = await read(device.record);
    expect(kept).toMatchObject({ revision: 4, tabs: { SpeakerVol: 8 }, Events });
    expect(new Set(kept.settings.map(({ state }) => state))).toEqual(new Set(['in sync']));

    await device.pings();
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
    expect(device.settings.settings.SpeakerVol).toBe(8);
  });

  /** A unit that has what it should have. */
  async function aUnitInSync(): Promise<Device> {
    const device = new Device(await aVoiceUnit());
    await device.connects(await aRealBridge());
    await saves(device.record, { SpeakerVol: 8 });
    await device.pings();
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
    return device;
  }
  const cancelAll = async ({ UnitSerNum }: UnitRecord) => {
    const as = await aUser({ dealer: 22, flags: ['ENGINEER'] });
    const { messages } = await ask(ota.checkForUpdates, { UnitSerNum, as });
    return ask(ota.cancelBatch, {
      ...{ serialNumber: UnitSerNum, as },
      messages: messages.map(({ MessageKey }) => ({ MessageKey })),
    });
  };

  it('gives way with settings and events if both are cancelled at once [P2-C87]', async () => {
    const { record } = await aUnitInSync();
    const { Events } = await read(record);
    const categories = [...Events.categories, { CategoryName: 'Falls', Phone1: '8015550100', Phone2: '' }];
    await saves(record, { SpeakerVol: 3 }, { ...Events, categories });
    await queue(record, 'RF');
    expect(await cancelAll(record)).toEqual({ deleted: 3 });
    expect(await queueOf(record)).toEqual([]);
    expect(await read(record)).toMatchObject({ tabs: { SpeakerVol: 8 }, Events });
  });

  it.each(['PROFILE', 'RF', 'EVENTDATA'] as const)(
    'that was sent again as %s is cancelled as a whole, in one revision, and the unit keeps what it has [P2-B99]',
    async (type) => {
      const { record } = await aUnitInSync();
      const { UnitSerNum } = record;
      const as = await aUser({ dealer: 22, flags: ['ENGINEER'] });
      const before = await read(record);
      await ask(ota.upload, { serialNumber: UnitSerNum, type, as });
      const { messages } = await ask(ota.checkForUpdates, { UnitSerNum, as });
      expect(messages.map(({ MessageType }) => MessageType)).toContain('PROFILE');
      expect(await cancelAll(record)).toEqual({ deleted: messages.length });
      expect(await queueOf(record)).toEqual([]);
      const { revision, tabs, Events } = await read(record);
      expect([revision, tabs, Events]).toEqual([before.revision + 2, before.tabs, before.Events]);
    },
  );

  it('stays if it must, while the others are cancelled, and the answer says why', async () => {
    const { record } = await aUnitInSync();
    await queue(record, 'HOMEWIFIC');
    await queue(record, 'RF');
    await saves(record, { SpeakerVol: 3 });
    expect(await cancelAll(record)).toEqual({
      deleted: 2,
      message: `Cancelled: 2 of 3. ${KEEPS_FORMER_HOME}`,
    });
    expect(await queueOf(record)).toMatchObject([{ MessageType: 'HOMEWIFIC' }]);
  });

  it('gives way to categories that look alike by now and that the unit has', async () => {
    const owner = { DealerKey: 22, dealerPath: '/1/22/' };
    const profile = await putProfile(90_397, owner, { version: 1, Settings: {}, Events: ALIKE });
    const device = new Device(await aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9, ...profile }));
    await device.connects(await aRealBridge());
    await saves(device.record, { SpeakerVol: 8 });
    await device.pings();
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
    const [events, family] = ALIKE.categories;
    await saves(device.record, {}, { categories: [events!, family!], groups: {} });
    const [waiting] = await queueOf(device.record);
    const key = waiting!.MessageKeyHex;
    expect(await call(unitConfiguration.deleteQueuedMessage, { key, as: editor })).toMatchObject({ status: 200 });
    expect(await read(device.record)).toMatchObject({ Events: ALIKE });
    expect(await queueOf(device.record)).toEqual([]);
  });

  it('can lose a category, which waits until the unit has dropped it', async () => {
    const device = new Device(await aVoiceUnit());
    await device.connects(await aRealBridge());
    const { Events } = await read(device.record);
    const categories = [...Events.categories, { CategoryName: 'Falls', Phone1: '8015550100', Phone2: '' }];
    await saves(device.record, {}, { ...Events, categories });
    await device.pings();
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
    await saves(device.record, {}, Events);
    expect(await queueOf(device.record)).toMatchObject([{ MessageType: 'EVENTDATA' }]);
    await device.pings();
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
    expect(device.settings.settings['category:Falls']).toBeUndefined();
  });

  it('that a unit has is in sync after a move too, and one that waits comes to the unit at its new dealer', async () => {
    const owner = { DealerKey: 22, dealerPath: '/1/22/' };
    const profile = await putProfile(90_399, owner, { version: 1, Settings: { SpeakerVol: 7 } });
    const device = new Device(await aUnit({ UnitModel: 'MXD-LTE', UnitStatus: 9, ...profile }));
    await device.connects(await aRealBridge());
    const mover = await runningScope(await aUser({ dealer: 1 }));
    const { UnitSerNum } = device.record;
    const movesTo = async (dealer: number) =>
      moveUnit(mover, await unitStore.get(mover, UnitSerNum), await dealerStore.get(mover, dealer), Date.now());
    await saves(device.record, { MicVol: 2 });
    await device.pings();
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);

    await movesTo(220);
    await putProfile(90_399, owner, { version: 2, Settings: { SpeakerVol: 1 } });
    await expectInSync(device);
    await device.pings();
    await work();
    expect(device.connection.heard).toEqual([]);
    await expectInSync(device);

    await saves(device.record, { MicVol: 4 });
    await movesTo(22);
    expect((await read(device.record)).state).toBe('waiting');
    await device.pings();
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
    expect(device.settings.settings).toMatchObject({ SpeakerVol: 7, MicVol: 4 });
  });

  it('is sent whole again when people mark the data as dirty [P2-C11]', async () => {
    const device = new Device(await aVoiceUnit());
    await device.connects(await aRealBridge());
    const { UnitSerNum } = device.record;
    expect(await ask(unitConfiguration.markDirty, { UnitSerNum, as: editor })).toEqual({ UnitSerNum, revision: 1 });
    await device.pings();
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
    await ask(unitConfiguration.markDirty, { UnitSerNum, as: editor });
    const { state, settings } = await read(device.record);
    expect([state, ...settings.map((one) => one.state)].every((one) => one === 'waiting')).toBe(true);
  });
});

describe('a configuration change that is interrupted', () => {
  const broken = async () => {
    const device = new Device(await aVoiceUnit());
    const bridge = await aRealBridge();
    await device.connects(bridge);
    await work();
    // Long enough for several parts.
    const categories = Array.from({ length: 15 }, (_, index) => ({
      ...{ CategoryName: `A category with a long name, number ${index}`, Phone1: '8015550100', Phone2: '8015550101' },
    }));
    const Events = { categories: [{ CategoryName: 'Events', Phone1: '', Phone2: '' }, ...categories], groups: {} };
    await saves(device.record, { SpeakerVol: 8 }, Events);
    return { device, bridge };
  };
  /** The unit comes back, pings, and gets and reports what it lacks. */
  const goesOn = async (device: Device, bridge: Bridge) => {
    await device.connects(bridge);
    expect((await read(device.record)).state).not.toBe('in sync');
    await device.pings();
    await work();
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
  };

  it('before the ping is stored: the bridge dies', async () => {
    const { device, bridge } = await broken();
    ports.ingest.failing = true;
    device.connection.say(device.connection.event());
    await device.connection.isClosed();
    ports.ingest.failing = false;
    await bridge.close();
    await goesOn(device, await aRealBridge());
  });

  it('before the bridge has read what waits: the bridge dies, and the consumer is asked again', async () => {
    const { device, bridge } = await broken();
    due = () => Promise.reject(new Error('The bridge dies'));
    await device.pings();
    const ping = ports.ingest.handedOver.at(-1)!;
    expect(await deliver(ping)).toMatchObject({ batchItemFailures: [{}] });
    await bridge.close();
    due = tableSyncQueue.due;
    const next = await aRealBridge();
    await device.connects(next);
    // The message comes again, and finds the unit where it is now.
    expect(await deliver(ping)).toEqual({ batchItemFailures: [] });
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
  });

  it('after the ping is stored: the bridge dies without a word, and its lease goes on', async () => {
    const { device, bridge } = await broken();
    await device.pings();
    const ping = ports.ingest.handedOver.at(-1)!;
    await bridge.close();
    await heldUnit(device.record.UnitSerNum, 'http://127.0.0.1:1');
    expect(await deliver(ping)).toMatchObject({ batchItemFailures: [{}] });
    // A ping that is stored is no dead letter, however long the bridge is away.
    const old = { ...ping, receivedAt: Date.now() - 10 * MINUTE, message: { ...(ping as never as Report).message } };
    old.message.MessageTime = old.receivedAt;
    expect(await deliver(old)).toEqual({ batchItemFailures: [] });
    await device.connects(await aRealBridge());
    expect(await deliver(ping)).toEqual({ batchItemFailures: [] });
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
  });

  it('between two parts: the connection is lost, and the unit applies nothing of it', async () => {
    const { device, bridge } = await broken();
    await device.pings();
    await work();
    const { message } = await device.connection.hears('configuration');
    expect(message.parts).toBeGreaterThan(1);
    expect(device.settings.take(message)).toBeUndefined();
    device.connection.vanish();
    await bridge.close();
    expect(device.settings.revision).toBe(0);
    await goesOn(device, await aRealBridge());
  });

  it('after the unit has applied it, before its report is stored: the unit loses power', async () => {
    const { device, bridge } = await broken();
    await device.pings();
    await work();
    await device.takesConfiguration({ reports: false });
    expect(device.settings.revision).toBe(1);
    await device.restarts(bridge);
    await goesOn(device, await aRealBridge());
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('in the consumer, at its request %i to the table', async (fatal) => {
    const { device } = await broken();
    await device.pings();
    await dying(fatal, () => workOnce());
    await work();
    await device.takesConfiguration();
    await dying(fatal, () => workOnce());
    expect(['waiting', 'in sync']).toContain((await read(device.record)).state);
    await work();
    await expectInSync(device);
  });

  /** Delivers the waiting messages without taking them off. */
  async function workOnce(): Promise<void> {
    for (const message of ports.ingest.handedOver.slice(taken)) await deliver(message);
  }
});

/** The consumer dies at its request with this number: it gets no answer to this and all later ones. */
async function dying(fatal: number, run: () => Promise<void>): Promise<void> {
  let requests = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      if (++requests >= fatal) throw new Error('The consumer dies');
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: 'dying' },
  );
  await run().catch(() => undefined);
  client.middlewareStack.remove('dying');
}

describe('a message in the sync queue', () => {
  const answers = async ({ connection }: Device, MessageKey: string, stage: 'started' | 'done' | 'failed') =>
    connection.isAcknowledged(
      connection.say({ type: 'download', MessageTime: Date.now(), MessageType: 'RF', stage, MessageKey }),
    );

  it('is sent at the next ping, acknowledged, done, and only then gone [P2-S45]', async () => {
    const device = new Device(await aVoiceUnit());
    await device.connects(await aRealBridge());
    const key = await queue(device.record, 'RF', { zone: 3, RFCode: 'A1B2', isNew: true });
    expect(await queueOf(device.record)).toMatchObject([{ MessageType: 'RF', MessageKeyHex: key, started: false }]);
    await device.pings();
    await work(2);
    const { message } = await device.connection.hears('update');
    expect(message).toMatchObject({
      MessageKey: key,
      MessageType: 'RF',
      content: { zone: 3, RFCode: 'A1B2', isNew: true },
    });
    await answers(device, key, 'started');
    await work(2);
    expect(await queueOf(device.record)).toMatchObject([{ MessageKeyHex: key, started: true }]);
    await answers(device, key, 'done');
    await work(2);
    expect(await queueOf(device.record)).toEqual([]);
    expect((await fresh(device.record)).syncQueued).toBe(0);
  });

  it('is sent at once if people ask for that and the unit is connected; to another unit it waits [P2-E45]', async () => {
    const as = await aUser({ dealer: 22, flags: ['ENGINEER'] });
    const file = await uploaded(as, 'speech', Buffer.from('bonjour'));
    const send = ({ UnitSerNum: serialNumber }: UnitRecord) =>
      ask(ota.upload, { serialNumber, type: 'SPEECH', file, speechIndex: 4, immediately: true, as });
    const device = new Device(await aVoiceUnit());
    await device.connects(await aRealBridge());
    await device.pings();
    await work();
    await ask(ota.upload, { serialNumber: device.record.UnitSerNum, type: 'PROFILE', immediately: true, as });
    await device.takesConfiguration();
    await work();
    await expectInSync(device);
    const { MessageKey } = await send(device.record);
    expect((await device.connection.hears('update')).message.MessageKey).toBe(MessageKey);

    const away = await aVoiceUnit();
    await send(away);
    expect(await queueOf(away)).toMatchObject([{ MessageType: 'SPEECH', started: false }]);
  });

  it('waits for power if it is firmware, while others do not', async () => {
    const device = new Device(await aVoiceUnit());
    await device.connects(await aRealBridge());
    const firmware = await queue(device.record, 'FIRMVER', { Version: '2.3.0.1.4' });
    const accessory = await queue(device.record, 'RF');
    await device.pings('Scheduled', { acPower: false, lowpower: true, chargedPercent: 15 });
    await work();
    expect((await device.connection.hears('update')).message.MessageKey).toBe(accessory);
    await answers(device, accessory, 'done');
    await work();
    await device.pings('AC Restored');
    await work();
    expect((await device.connection.hears('update')).message.MessageKey).toBe(firmware);
  });

  it('is not found by what a unit names without having it', async () => {
    const device = new Device(await aVoiceUnit());
    await device.connects(await aRealBridge());
    for (const MessageKey of ['', 'nothing', 'A'.repeat(900), '41314232433300000000000000000000'])
      await answers(device, MessageKey, 'done');
    const { connection } = device;
    const part = { type: 'configurationReport', MessageTime: Date.now(), revision: 1, digest: 1, refused: [] } as const;
    for (const number of [0, 3, 2 ** 40])
      await connection.isAcknowledged(connection.say({ ...part, part: number, parts: 2, settings: { SpeakerVol: 1 } }));
    await work();
    expect((await fresh(device.record)).syncQueued).toBeUndefined();
    expect((await read(device.record)).reported).toBeUndefined();
  });

  it('is deleted by its key alone, once [P2-C28 P2-M02]', async () => {
    const unit = await aVoiceUnit();
    const key = await queue(unit, 'RF');
    const remove = () => ask(unitConfiguration.deleteQueuedMessage, { key, as: editor });
    await remove();
    expect(await queueOf(unit)).toEqual([]);
    await expect(remove()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Message not found' });
    expect((await fresh(unit)).syncQueued).toBe(0);
  });

  it('is not played to the wearer of the next dealer, and the rest goes with the unit', async () => {
    const device = new Device(await aVoiceUnit());
    await device.connects(await aRealBridge());
    await queue(device.record, 'PLAYMULTITAG', { messages: '3' });
    const accessory = await queue(device.record, 'RF');
    const { UnitSerNum } = device.record;
    await UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 220, dealerPath: '/1/22/220/' }).go();
    expect(await queueOf(device.record)).toMatchObject([{ MessageKeyHex: accessory }]);
    await device.pings();
    await work();
    expect((await device.connection.hears('update')).message.MessageKey).toBe(accessory);
    expect((await fresh(device.record)).syncQueued).toBe(1);
  });

  it('is one of at most 100', async () => {
    const unit = await aVoiceUnit();
    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ syncQueued: 100 }).go();
    await expect(queue(unit, 'RF')).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
