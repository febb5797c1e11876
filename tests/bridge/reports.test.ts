import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import type { IngestMessage } from '#protocol/ingest-message.ts';
import { aBridge, eventually, MemoryPorts, NO_LIMITS, post, TestUnit } from '#support/bridge.ts';
import { encodeFrame } from '#support/frames.ts';

let ports: MemoryPorts;
let bridge: Bridge;

beforeEach(async () => {
  ports = new MemoryPorts();
  bridge = await aBridge(ports);
});
afterEach(() => bridge.close());

const aMoment = (milliseconds = 50) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The ids of the stored reports, without their fingerprints. */
const numbersOf = (kind: IngestMessage['kind']) =>
  ports.ingest.of(kind).map(({ id }) => id.replace(/-[0-9a-f]{8}$/, ''));
/** The codes of the stored events, in order. */
const codes = () =>
  ports.ingest
    .of('report')
    .flatMap((entry) => (entry.kind === 'report' && entry.message.type === 'event' ? [entry.message.EventCode] : []));

/** Waits until the figure is stable. */
async function settled(figure: () => number): Promise<void> {
  for (let before = -1; before !== figure(); await aMoment(300)) before = figure();
}

describe('reports', () => {
  it('are acknowledged only after the durable write', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    ports.ingest.shut();
    const sequence = unit.say(unit.event());
    await eventually(() => ports.ingest.handedOver.length === 2);
    await aMoment();
    expect(unit.acknowledged).toEqual([]);
    expect(ports.ingest.reportsOf('A1B2C3')).toEqual([]);
    ports.ingest.open();
    await unit.isAcknowledged(sequence);
    expect(ports.ingest.reportsOf('A1B2C3')).toEqual(['event']);
  });

  it('that cannot be stored are not acknowledged; the unit is disconnected, sends them again, and they are stored once', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    ports.ingest.failing = true;
    const sequence = unit.say(unit.event());
    await unit.isClosed();
    expect(unit.acknowledged).toEqual([]);
    ports.ingest.failing = false;
    const again = await TestUnit.loggedIn(bridge, 'A1B2C3', { sequence: sequence });
    again.say(again.event(), sequence);
    await again.isAcknowledged(sequence);
    expect(ports.ingest.of('report')).toHaveLength(1);
  });

  it('that arrive twice are acknowledged twice and have one effect', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const event = unit.event();
    const sequence = unit.say(event);
    await unit.isAcknowledged(sequence);
    unit.say(event, sequence);
    await unit.isAcknowledged(sequence);
    unit.write(Buffer.concat([unit.frame(event, sequence + 1), unit.frame(event, sequence + 1)]));
    await unit.isAcknowledged(sequence + 1);
    await unit.isAcknowledged(sequence + 1);
    expect(numbersOf('report')).toEqual(['A1B2C3-1-2', 'A1B2C3-1-3']);
    expect(ports.ingest.handedOver.filter(({ kind }) => kind === 'report')).toHaveLength(2);
    expect(ports.events('A1B2C3')).toEqual(['UnitConnected', 'Report', 'Report']);
  });

  it('that arrive again on a new connection of the same boot are published once', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const event = unit.event();
    const sequence = unit.say(event);
    await unit.isAcknowledged(sequence);
    const again = await TestUnit.loggedIn(bridge, 'A1B2C3', { sequence: 10 });
    again.say(event, sequence);
    await again.isAcknowledged(sequence);
    expect(ports.events('A1B2C3').filter((event) => event === 'Report')).toHaveLength(1);
  });

  it('of another boot are different reports, although their numbers are the same', async () => {
    const unit = await TestUnit.loggedIn(bridge, 'A1B2C3', { bootId: 7 });
    await unit.isAcknowledged(unit.say(unit.event()));
    const again = await TestUnit.loggedIn(bridge, 'A1B2C3', { bootId: 8 });
    await again.isAcknowledged(again.say(again.event()));
    expect(numbersOf('report')).toEqual(['A1B2C3-7-2', 'A1B2C3-8-2']);
  });

  it('of a unit that lost its boot count are stored under their own ids, and logged', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    await unit.isAcknowledged(unit.say(unit.event(200)));
    const restarted = await TestUnit.loggedIn(bridge);
    const alarm = restarted.event(911);
    const sequence = restarted.say(alarm);
    await restarted.isAcknowledged(sequence);
    restarted.say(alarm, sequence);
    await restarted.isAcknowledged(sequence);
    expect(codes()).toEqual([200, 911]);
    expect(numbersOf('report')).toEqual(['A1B2C3-1-2', 'A1B2C3-1-2']);
    expect(ports.events('A1B2C3').filter((event) => event === 'Report')).toHaveLength(2);
    expect(ports.ingest.of('invalid')).toMatchObject([
      { error: 'sequenceReused', UnitSerNum: 'A1B2C3', raw: expect.stringMatching(/^574b01/) },
    ]);
  });

  it('of an impostor do not replace those of the unit', async () => {
    const real = await TestUnit.loggedIn(bridge, 'A1B2C3', { bootId: 17 });
    await real.isAcknowledged(real.say(real.event(101)));
    const impostor = await TestUnit.loggedIn(bridge, 'A1B2C3', { bootId: 17, sequence: 2 });
    for (let count = 0; count < 32; count++) impostor.say(impostor.event(200));
    await impostor.isAcknowledged(impostor.sequence);
    const again = await TestUnit.loggedIn(bridge, 'A1B2C3', { bootId: 17, sequence: 2 });
    await again.isAcknowledged(again.say(again.event(911)));
    expect(codes()).toContain(911);
  });

  it('with one number in one packet are told apart by their content', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const [first, second] = [unit.event(101), unit.event(911)];
    unit.write(Buffer.concat([first, second, first, second].map((event) => unit.frame(event, 9))));
    for (let count = 0; count < 4; count++) await unit.isAcknowledged(9);
    expect(codes()).toEqual([101, 911]);
    expect(ports.ingest.handedOver.filter(({ kind }) => kind === 'report')).toHaveLength(2);
  });

  it('and their acknowledgements keep their order', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const codes = Array.from({ length: 300 }, (_, index) => index);
    for (const code of codes) unit.say(unit.event(code));
    await unit.isAcknowledged(301);
    expect(ports.ingest.of('report').map((entry) => entry.kind === 'report' && entry.message)).toMatchObject(
      codes.map((EventCode) => ({ EventCode })),
    );
    expect(unit.acknowledged).toEqual(codes.slice(0, -1).map((code) => code + 2));
  });

  it('of a unit with a wrong clock are refused with the server time, and accepted with the same number when corrected', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    for (const wrong of [Date.now() + 3_600_000, Date.UTC(2015, 1, 1), 1]) {
      const before = Date.now();
      const sequence = unit.say({ type: 'counters', MessageTime: wrong, counters: [] });
      const { message, sequence: answered } = await unit.hears('error');
      expect(answered).toBe(sequence);
      expect(message).toMatchObject({ code: 24 });
      expect(message.utc).toBeGreaterThanOrEqual(before);
      expect(message.utc).toBeLessThanOrEqual(Date.now());
      unit.say({ type: 'counters', MessageTime: message.utc!, counters: [] }, sequence);
      await unit.isAcknowledged(sequence);
    }
    expect(ports.ingest.of('report')).toHaveLength(3);
    expect(ports.ingest.of('invalid')).toMatchObject([
      { error: 'clockWrong' },
      { error: 'clockWrong', detail: 'counters of 2015-02-01T00:00:00.000Z' },
      { error: 'clockWrong', detail: 'counters of 1970-01-01T00:00:00.001Z' },
    ]);
  });

  it('that are events are never refused for their time: they are stored with the time of receipt', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const wrong = [Date.now() + 20 * 60_000, Date.UTC(2015, 1, 1), 0, 2 ** 48 - 1];
    for (const time of wrong) {
      const before = Date.now();
      const sequence = unit.say(unit.event(911, time));
      const answer = await unit.hears('received');
      expect(answer.sequence).toBe(sequence);
      expect(answer.message.utc).toBeGreaterThanOrEqual(before);
      const stored = ports.ingest.of('report').at(-1)!;
      expect(stored).toMatchObject({ claimedTime: time, message: { EventCode: 911, MessageTime: stored.receivedAt } });
      expect(ports.console('A1B2C3').at(-1)).toMatchObject({ report: { MessageTime: stored.receivedAt } });
    }
    const right = unit.say(unit.event(101));
    expect(await unit.hears('received')).toEqual({ sequence: right, message: { type: 'received' } });
    expect(ports.ingest.of('report').at(-1)).not.toHaveProperty('claimedTime');
  });

  it('that are events with a wrong time and arrive twice have one effect', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const event = unit.event(911, Date.UTC(2015, 1, 1));
    const sequence = unit.say(event);
    await unit.isAcknowledged(sequence);
    unit.say(event, sequence);
    await unit.isAcknowledged(sequence);
    expect(ports.ingest.handedOver.filter(({ kind }) => kind === 'report')).toHaveLength(1);
  });

  it('that a unit stored for some weeks are accepted', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    await unit.isAcknowledged(unit.say(unit.event(101, Date.now() - 30 * 86_400_000)));
  });

  it('are published to the console with their frame, lifecycle reports with the name that the voice console uses', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const MessageTime = Date.now();
    for (const kind of ['Reboot', 'Shutdown', 'Reset', 'UnitError', 'Charge Start'] as const) {
      await unit.isAcknowledged(unit.say({ type: 'lifecycle', MessageTime, kind }));
    }
    expect(ports.events('A1B2C3')).toEqual(['UnitConnected', 'Reboot', 'Shutdown', 'Reset', 'UnitError', 'Report']);
    expect(ports.console('A1B2C3')[1]).toMatchObject({
      id: expect.stringMatching(/^A1B2C3-1-2-[0-9a-f]{8}$/),
      raw: expect.stringMatching(/^574b01/),
      report: { kind: 'Reboot' },
    });
  });

  it("of the unit's log are published to their own topic", async () => {
    const unit = await TestUnit.loggedIn(bridge);
    await unit.isAcknowledged(unit.say({ type: 'debugLog', MessageTime: Date.now(), lines: ['one', 'two'] }));
    expect(ports.published.at(-1)).toMatchObject({ topic: 'debug-log:A1B2C3', message: { lines: ['one', 'two'] } });
    expect(ports.events('A1B2C3')).toEqual(['UnitConnected']);
  });

  it('of wearables are decoded as such', async () => {
    const unit = await TestUnit.loggedIn(bridge, 'W4K7P2', { UnitModel: 'myConnect Air' });
    const MessageTime = Date.now();
    unit.say({
      type: 'location',
      MessageTime,
      reportType: 'Update',
      locationType: 'Wi-Fi',
      accessPoints: [],
      cells: [],
    });
    await unit.isAcknowledged(2);
    expect(ports.ingest.of('report')).toMatchObject([{ UnitModel: 'myConnect Air', message: { type: 'location' } }]);
  });

  it('that a person has handled get their second acknowledgement', async () => {
    const unit = await TestUnit.loggedIn(bridge, 'A1B2C3', { bootId: 4 });
    const sequence = unit.say({ type: 'event', MessageTime: Date.now(), EventCode: 101, awaitsHandling: true });
    await unit.isAcknowledged(sequence);
    const handled = {
      UnitSerNum: 'A1B2C3',
      bootId: 4,
      sequence,
      handledAt: 1_795_262_400_000,
      handledBy: 'operator 12',
    };
    expect((await post(bridge, '/handled', handled)).status).toBe(202);
    const answer = await unit.hears('handled');
    expect(answer).toMatchObject({ sequence, message: { handledAt: 1_795_262_400_000, handledBy: 'operator 12' } });
    expect((await post(bridge, '/handled', { ...handled, bootId: 3 })).status).toBe(404);
  });
});

describe('backpressure', () => {
  beforeEach(async () => {
    await bridge.close();
    bridge = await aBridge(ports, NO_LIMITS);
  });

  it('pauses reading from a unit that sends faster than the bridge can store', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    ports.ingest.shut();
    const frames = Array.from({ length: 60_000 }, (_, index) => unit.frame(unit.event(), index + 2));
    unit.write(Buffer.concat(frames));
    await aMoment(300);
    const { handedOver } = ports.ingest;
    expect(handedOver.length).toBeLessThan(6_000);
    ports.ingest.open();
    await unit.isAcknowledged(60_001, 20_000);
    expect(ports.ingest.of('report')).toHaveLength(60_000);
  });

  it('leaves unread bytes with the unit', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    ports.ingest.shut();
    const first = unit.say(unit.event());
    await eventually(() => ports.ingest.handedOver.length === 2);
    const noise = new Uint8Array(64 * 1024 * 1024);
    unit.write(noise);
    await settled(() => unit.unsent);
    expect(unit.unsent).toBeGreaterThan(noise.length / 4);
    ports.ingest.open();
    await unit.isAcknowledged(first);
    await unit.isAcknowledged(unit.say(unit.event()), 20_000);
  }, 40_000);

  it('pauses reading from a unit that does not read its answers, and continues where it stopped', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    unit.pause();
    // Frames with a payload fill the buffers of the system with few frames to answer.
    const parts = 5;
    const partSize = 20_000;
    const frame = encodeFrame(0x3f, 9, Buffer.alloc(500));
    const nonsense = Buffer.concat(Array.from({ length: partSize }, () => frame));
    for (let part = 0; part < parts; part++) unit.write(nonsense);
    await settled(() => unit.unsent);
    expect(unit.unsent).toBeGreaterThan(0);
    unit.resume();
    await unit.isAcknowledged(unit.say(unit.event()), 20_000);
    expect(unit.heard.filter(({ message }) => message.type === 'error')).toHaveLength(parts * partSize);
  }, 40_000);

  it('does not let one hanging report delay another unit', async () => {
    const slow = await TestUnit.loggedIn(bridge, 'SLOW01');
    const quick = await TestUnit.loggedIn(bridge, 'QUICK1');
    ports.ingest.shut();
    const held = slow.say(slow.event());
    await eventually(() => ports.ingest.handedOver.length === 3);
    const open = ports.ingest.open.bind(ports.ingest);
    ports.ingest.put = async (messages) => {
      for (const message of messages) ports.ingest.stored.set(message.id, message);
    };
    await quick.isAcknowledged(quick.say(quick.event()));
    expect(slow.acknowledged).toEqual([]);
    open();
    await slow.isAcknowledged(held);
  });
});
