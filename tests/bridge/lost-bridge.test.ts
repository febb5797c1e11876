import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { aBridge, eventually, MemoryPorts, NO_LIMITS, post, TestUnit } from '#support/bridge.ts';
import { type BridgeProcess, bridgeProcess } from '#support/bridge-process.ts';

let ports: MemoryPorts;
let killed: BridgeProcess;
let other: Bridge;

beforeEach(async () => {
  ports = new MemoryPorts();
  [killed, other] = await Promise.all([
    bridgeProcess(ports, NO_LIMITS),
    aBridge(ports, { ...NO_LIMITS, resultTimeoutMs: 50 }),
  ]);
});
afterEach(async () => {
  await killed.kill();
  await other.close();
});

const aCommand = (life: number) => ({
  commandId: 'command1',
  UnitSerNum: 'A1B2C3',
  command: 'Reboot',
  arguments: {},
  expiresAt: Date.now() + life,
});
const outcomes = () =>
  ports.console('A1B2C3').flatMap(({ event, outcome }) => (event === 'CommandResult' ? [outcome] : []));

describe('a killed bridge', () => {
  it('with an open command: another bridge sends it again when the unit connects there', async () => {
    const unit = await TestUnit.loggedIn(killed);
    expect((await post(killed, '/commands', aCommand(10_000))).status).toBe(202);
    await unit.hears('command');
    await killed.kill();
    await unit.isClosed();

    const again = await TestUnit.loggedIn(other, 'A1B2C3', { sequence: 5 });
    expect((await again.hears('command')).message).toMatchObject({ commandId: 'command1', command: 'Reboot' });
    const result = {
      type: 'commandResult',
      MessageTime: Date.now(),
      commandId: 'command1',
      outcome: 'done',
      answer: {},
    } as const;
    await again.isAcknowledged(again.say(result));
    expect(outcomes()).toEqual(['done']);
  });

  it('with an open command that expires before the unit connects: it is reported as lost, and not sent', async () => {
    const unit = await TestUnit.loggedIn(killed);
    const command = aCommand(400);
    await post(killed, '/commands', command);
    await unit.hears('command');
    await killed.kill();
    await eventually(() => Date.now() > command.expiresAt);

    const again = await TestUnit.loggedIn(other, 'A1B2C3', { sequence: 5 });
    await eventually(() => outcomes().length === 1);
    expect(outcomes()).toEqual(['lost']);
    await again.isAcknowledged(again.say(again.event()));
    expect(again.heard.filter(({ message }) => message.type === 'command')).toEqual([]);
  });

  it('under load: every acknowledged report is stored, and the others are stored when they are sent again', async () => {
    const unit = await TestUnit.loggedIn(killed);
    const said = Array.from({ length: 2_000 }, () => {
      const event = unit.event();
      return { event, sequence: unit.say(event) };
    });
    await eventually(() => unit.acknowledged.length > 0, 'a first acknowledgement');
    await killed.kill();
    await unit.isClosed();
    const acknowledged = new Set(unit.acknowledged);
    // An id ends with the fingerprint of the frame.
    const stored = () => new Set(ports.ingest.of('report').map(({ id }) => id.replace(/-[0-9a-f]{8}$/, '')));
    const before = stored();
    for (const sequence of acknowledged) expect(before).toContain(`A1B2C3-1-${sequence}`);

    const again = await TestUnit.loggedIn(other, 'A1B2C3', { sequence: unit.sequence });
    for (const { event, sequence } of said) if (!acknowledged.has(sequence)) again.say(event, sequence);
    await eventually(() => stored().size === said.length, 'all to be stored');
    expect(ports.ingest.of('report')).toHaveLength(said.length);
  });
});
