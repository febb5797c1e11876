import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually, MemoryPorts, post, TestUnit } from '#support/bridge.ts';
import { type BridgeProcess, bridgeProcess } from '#support/bridge-process.ts';

let ports: MemoryPorts;
let bridge: BridgeProcess;

beforeEach(async () => {
  ports = new MemoryPorts();
  bridge = await bridgeProcess(ports, { drainTimeoutMs: 1_000, returnSpreadSeconds: 10 });
});
afterEach(() => bridge.kill());

const command = (commandId: string) => ({
  commandId,
  UnitSerNum: 'A1B2C3',
  command: 'Query',
  arguments: {},
  expiresAt: Date.now() + 10_000,
});
const result = (commandId: string) =>
  ({ type: 'commandResult', MessageTime: Date.now(), commandId, outcome: 'done', answer: {} }) as const;

describe('SIGTERM', () => {
  it('redirects the units over some seconds, releases their claims and exits', async () => {
    const units = await Promise.all(
      Array.from({ length: 10 }, (_, index) => TestUnit.loggedIn(bridge, `UNIT${10 + index}`)),
    );
    const ended = bridge.terminate();
    const waits: number[] = [];
    for (const unit of units) {
      const { message } = await unit.hears('redirect');
      expect(message.host).toBeUndefined();
      waits.push(message.retryAfterSeconds);
      await unit.isClosed();
    }
    expect(await ended).toBe(0);
    expect(waits.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const { UnitSerNum } of units) {
      expect(ports.claims.ownerOf(UnitSerNum)).toBeUndefined();
      expect(ports.console(UnitSerNum).at(-1)).toMatchObject({ event: 'UnitDisconnect', reason: 'bridge draining' });
    }
    expect(ports.ingest.of('disconnect')).toHaveLength(10);
  });

  it('lets a unit come back at once whose console somebody uses', async () => {
    const units: TestUnit[] = [];
    for (const name of ['UNIT10', 'UNIT11', 'UNIT12', 'A1B2C3']) units.push(await TestUnit.loggedIn(bridge, name));
    const used = units.at(-1)!;
    // A reminder comes from nobody at a console.
    const commands = [
      [units[2]!, 'reminder-told', 'UNIT12'],
      [used, 'console-asked', 'A1B2C3'],
    ] as const;
    for (const [unit, commandId, UnitSerNum] of commands) {
      await post(bridge, '/commands', { ...command(commandId), UnitSerNum });
      await unit.hears('command');
      await unit.isAcknowledged(unit.say(result(commandId)));
    }
    const ended = bridge.terminate();
    const waits = await Promise.all(
      units.map(async (unit) => (await unit.hears('redirect')).message.retryAfterSeconds),
    );
    expect(waits).toEqual([1, 3, 6, 1]);
    expect(await ended).toBe(0);
  });

  it('waits for the open command, begins no other, and accepts no new one', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    await post(bridge, '/commands', command('open'));
    await post(bridge, '/commands', command('waiting'));
    await unit.hears('command');
    const ended = bridge.terminate();
    await vi.waitFor(async () => expect((await fetch(`${bridge.commandUrl}/health`)).status).toBe(503));
    expect((await post(bridge, '/commands', command('new'))).status).toBe(503);
    await expect(TestUnit.dial(bridge)).rejects.toThrow(/ECONNREFUSED/);
    await unit.isAcknowledged(unit.say(result('open')));
    await unit.hears('redirect');
    expect(unit.heard.filter(({ message }) => message.type === 'command')).toEqual([]);
    expect(await ended).toBe(0);
    expect(ports.commands.ended.get('open')?.outcome).toBe('done');
    expect([...ports.commands.waiting.keys()]).toEqual(['waiting']);
  });

  it('acknowledges reports that are being stored before it redirects the unit', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    ports.ingest.shut();
    const sequence = unit.say(unit.event());
    await eventually(() => ports.ingest.handedOver.length === 2);
    const ended = bridge.terminate();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(unit.heard).toEqual([]);
    ports.ingest.open();
    await unit.isAcknowledged(sequence);
    await unit.hears('redirect');
    expect(await ended).toBe(0);
  });

  it('does not wait for ever for an unanswered command', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    await post(bridge, '/commands', command('open'));
    await unit.hears('command');
    expect(await bridge.terminate()).toBe(0);
    expect(ports.commands.waiting.get('open')?.sent).toBe(true);
  });
});
