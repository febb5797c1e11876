import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { UnitSettings } from '#scripts/simulate/unit-settings.ts';
import { aBridge, eventually, MemoryPorts, post, TestUnit } from '#support/bridge.ts';
import { bridgeProcess } from '#support/bridge-process.ts';

let ports: MemoryPorts;
let bridge: Bridge;

beforeEach(async () => {
  ports = new MemoryPorts();
  bridge = await aBridge(ports);
});
afterEach(() => bridge.close());

const MANY = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`Setting with a long name ${index}`, index]));
const ORDER = { UnitSerNum: 'A1B2C3', configuration: true, types: [] };
const order = (more: object = {}) => post(bridge, '/sync', { ...ORDER, ...more });
const RF = {
  UnitSerNum: 'A1B2C3',
  MessageKey: 'AB12',
  MessageType: 'RF',
  content: { zone: 3, RFCode: 'A1B2' },
} as const;
const FIRMWARE = { ...RF, MessageKey: 'AB13', MessageType: 'FIRMVER' } as const;

/** Gives all parts of one configuration to the settings. */
async function takes(unit: TestUnit, settings: UnitSettings) {
  for (;;) {
    const answers = settings.take((await unit.hears('configuration')).message);
    if (answers) return answers;
  }
}

describe('an order to sync', () => {
  it('brings the whole configuration in parts that fit into frames, and logs them', async () => {
    ports.syncQueue.configurations.set('A1B2C3', { revision: 7, settings: MANY });
    const unit = await TestUnit.loggedIn(bridge);
    expect(await order()).toEqual({ status: 202, body: { status: 'accepted' } });
    const settings = new UnitSettings();
    const answers = await takes(unit, settings);
    expect(settings.settings).toEqual(MANY);
    expect(settings.revision).toBe(7);
    expect(answers.length).toBeGreaterThan(1);
    for (const answer of answers)
      await unit.isAcknowledged(unit.say({ type: 'configurationReport', MessageTime: Date.now(), ...answer }));
    expect(ports.ingest.of('command')).toHaveLength(answers.length);
    expect(ports.ingest.reportsOf('A1B2C3')).toEqual(answers.map(() => 'configurationReport'));
  });

  it('brings the messages of the types that the unit can take', async () => {
    ports.syncQueue.messages = [RF, FIRMWARE];
    const unit = await TestUnit.loggedIn(bridge);
    await order({ configuration: false, types: ['RF'] });
    const { UnitSerNum: _unit, ...message } = RF;
    expect((await unit.hears('update')).message).toEqual({ type: 'update', ...message });
    expect(unit.heard).toEqual([]);
  });

  it('finds no unit here, or one that has left', async () => {
    expect((await order()).status).toBe(404);
    const unit = await TestUnit.loggedIn(bridge);
    unit.end();
    await eventually(() => bridge.units === 0, 'the unit to be gone');
    expect((await order()).status).toBe(404);
  });

  it.each([{ UnitSerNum: 7 }, { configuration: 'yes' }, { types: ['NOTHING'] }])(
    'is refused if it is %j',
    async (wrong) => {
      await TestUnit.loggedIn(bridge);
      expect((await order(wrong)).status).toBe(422);
    },
  );

  it('fails if what waits cannot be read, and the connection stays', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    ports.syncQueue.due = () => Promise.reject(new Error('The table is away'));
    expect((await order()).status).toBe(500);
    await unit.isAcknowledged(unit.say(unit.event()));
  });

  it('sends what was read later later, however slow a read is', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    let letGo = () => {};
    const slow = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let reads = 0;
    ports.syncQueue.due = async () => {
      const revision = ++reads;
      if (revision === 1) await slow;
      return { configuration: { revision, settings: { SpeakerVol: revision } }, messages: [] };
    };
    const first = order();
    await eventually(() => reads === 1, 'the first read');
    const second = order();
    letGo();
    await Promise.all([first, second]);
    expect((await unit.hears('configuration')).message.revision).toBe(1);
    expect((await unit.hears('configuration')).message.revision).toBe(2);
  });

  it('sends nothing on a connection that a newer one has replaced', async () => {
    const old = await TestUnit.loggedIn(bridge);
    let letGo = () => {};
    const slow = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let reads = 0;
    ports.syncQueue.due = async () => {
      reads += 1;
      await slow;
      return { configuration: { revision: 1, settings: {} }, messages: [] };
    };
    const asked = order();
    await eventually(() => reads === 1, 'the read');
    const newer = await TestUnit.loggedIn(bridge, 'A1B2C3', { sequence: 5 });
    letGo();
    await asked;
    await old.isClosed();
    expect([...old.heard, ...newer.heard].map(({ message }) => message.type)).toEqual([]);
  });
});

describe('a bridge that is killed', () => {
  it.each(['before it reads what waits', 'after it has sent a part', 'before it stores the report'])(
    '%s leaves a unit that the next bridge brings up to date',
    async (moment) => {
      const settings = new UnitSettings();
      const saved = { revision: 3, settings: MANY };
      ports.syncQueue.configurations.set('A1B2C3', saved);
      const first = await bridgeProcess(ports);
      const unit = await TestUnit.loggedIn(first);
      const asked = (reads = 0) => reads < ports.syncQueue.orders.length;
      if (moment === 'before it reads what waits') {
        const { due } = ports.syncQueue;
        ports.syncQueue.due = (given) => {
          ports.syncQueue.orders.push(given);
          return new Promise(() => {});
        };
        const lost = post(first, '/sync', ORDER).catch(() => undefined);
        await eventually(asked, 'the read');
        await first.kill();
        await lost;
        ports.syncQueue.due = due;
      } else {
        await post(first, '/sync', ORDER);
        if (moment === 'after it has sent a part') settings.take((await unit.hears('configuration')).message);
        else {
          ports.ingest.shut();
          const [answer] = await takes(unit, settings);
          unit.say({ type: 'configurationReport', MessageTime: Date.now(), ...answer! });
          await eventually(() => ports.ingest.handedOver.some(({ kind }) => kind === 'report'), 'the report');
          ports.ingest.failing = true;
        }
        await first.kill();
        ports.ingest.open();
        ports.ingest.failing = false;
      }
      expect(ports.ingest.reportsOf('A1B2C3')).toEqual([]);

      settings.connected();
      const again = await TestUnit.loggedIn(bridge, 'A1B2C3', { sequence: unit.sequence, ...settings.told });
      await order();
      for (const answer of await takes(again, settings))
        await again.isAcknowledged(again.say({ type: 'configurationReport', MessageTime: Date.now(), ...answer }));
      expect(settings.settings).toEqual(MANY);
      expect(settings.revision).toBe(3);
      expect(ports.ingest.reportsOf('A1B2C3')).toContain('configurationReport');
    },
  );
});
