import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import type { CaptureHandover } from '#protocol/ingest-message.ts';
import { readLogged } from '#protocol/logged.ts';
import { aBridge, eventually, MemoryPorts, post, TestUnit } from '#support/bridge.ts';

let ports: MemoryPorts;
let bridge: Bridge;
let clock = Date.now();
const DAY = 86_400_000;

beforeEach(async () => {
  clock = Date.now();
  ports = new MemoryPorts();
  bridge = await aBridge(ports, {}, { now: () => clock });
});
afterEach(() => bridge.close());

const capturesUntil = (time: number) =>
  ports.admissions.set('A1B2C3', { accepted: true, proven: false, heartbeatSeconds: 60, capturesUntil: time });
const captured = () =>
  (ports.ingest.of('capture') as CaptureHandover[]).flatMap(({ frames }) =>
    frames.map(({ sender, raw }) => {
      const [frame] = readLogged(raw, 'MXD-LTE');
      return `${sender} ${frame!.typeName} ${frame!.sequence}`;
    }),
  );

describe('frames of a unit [P3-B77]', () => {
  it('are captured in both directions while its remote log is on, with heartbeats and acknowledgements', async () => {
    capturesUntil(clock + DAY);
    const unit = await TestUnit.loggedIn(bridge);
    const heartbeat = unit.say({ type: 'heartbeat' });
    await unit.hears('heartbeatAnswer');
    const event = unit.say(unit.event());
    await unit.isAcknowledged(event);
    // Repeated: it is stored once, and both of its frames are captured.
    unit.say(unit.event(), event);
    await unit.isAcknowledged(event);
    await eventually(() => captured().length >= 7);
    expect(captured().filter((one) => !one.startsWith('Server loginAccepted'))).toEqual([
      `Unit heartbeat ${heartbeat}`,
      `Server heartbeatAnswer ${heartbeat}`,
      `Unit event ${event}`,
      `Server received ${event}`,
      `Unit event ${event}`,
      `Server received ${event}`,
    ]);
    const ids = ports.ingest.of('capture').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are not captured otherwise, or any more when the time is over', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    unit.say({ type: 'heartbeat' });
    await unit.hears('heartbeatAnswer');
    expect(captured()).toEqual([]);
    capturesUntil(clock + DAY);
    const again = await TestUnit.loggedIn(bridge, 'A1B2C3', { bootId: 2 });
    clock += DAY;
    const before = captured().length;
    again.say({ type: 'heartbeat' });
    await again.hears('heartbeatAnswer');
    expect(captured()).toHaveLength(before);
  });

  it('are captured from the command on that switches the remote log on, and until it is switched off', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    const switched = async (on: boolean) => {
      const content = { UnitSerNum: 'A1B2C3', command: 'RemoteLog', arguments: { on }, expiresAt: clock + 60_000 };
      await post(bridge, '/commands', { commandId: `switch-${on}`, ...content }, clock);
      const { message } = await unit.hears('command');
      unit.say({
        type: 'commandResult',
        MessageTime: clock,
        commandId: message.commandId,
        outcome: 'done',
        answer: {},
      });
      await eventually(() => ports.commands.ended.has(`switch-${on}`));
    };
    await switched(true);
    unit.say({ type: 'heartbeat' });
    await unit.hears('heartbeatAnswer');
    expect(captured()).toContain(`Unit heartbeat ${unit.sequence}`);
    await switched(false);
    const before = captured().length;
    unit.say({ type: 'heartbeat' });
    await unit.hears('heartbeatAnswer');
    expect(captured()).toHaveLength(before);
  });

  it('do not keep a report from being acknowledged if the capture fails', async () => {
    capturesUntil(clock + DAY);
    const unit = await TestUnit.loggedIn(bridge);
    ports.ingest.failing = true;
    unit.say({ type: 'heartbeat' });
    await unit.hears('heartbeatAnswer');
    await eventually(() => ports.logged.some(({ message }) => message === 'Frames were not captured'));
    ports.ingest.failing = false;
    await unit.isAcknowledged(unit.say(unit.event()));
  });
});
