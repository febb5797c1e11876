import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { aBridge, eventually, MemoryPorts, TestUnit } from '#support/bridge.ts';

let ports: MemoryPorts;
let bridge: Bridge;
let clock = Date.now();

beforeEach(async () => {
  clock = Date.now();
  ports = new MemoryPorts();
  ports.heartbeatSeconds = 60;
  bridge = await aBridge(ports, {}, { now: () => clock });
});
afterEach(() => bridge.close());

const sweeps = () => new Promise((resolve) => setTimeout(resolve, 60));

describe('heartbeats', () => {
  it('are answered with their number, without a write', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    ports.ingest.shut();
    const sequence = unit.say({ type: 'heartbeat' });
    expect((await unit.hears('heartbeatAnswer')).sequence).toBe(sequence);
    expect(ports.ingest.handedOver).toHaveLength(1);
  });

  it('end the connection after three missed ones and publish it to the console', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    clock += 179_000;
    await sweeps();
    expect(unit.closed).toBe(false);
    clock += 1_000;
    await unit.isClosed();
    await eventually(() => ports.events('A1B2C3').includes('UnitDisconnect'));
    expect(ports.console('A1B2C3').at(-1)).toMatchObject({ event: 'UnitDisconnect', reason: 'missed heartbeats' });
    await eventually(() => ports.ingest.of('disconnect').length === 1);
    expect(ports.ingest.of('disconnect')).toMatchObject([{ UnitSerNum: 'A1B2C3', reason: 'missed heartbeats' }]);
    expect(ports.claims.ownerOf('A1B2C3')).toBeUndefined();
  });

  it('are replaced by any other frame of the unit', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    for (let round = 0; round < 4; round++) {
      clock += 170_000;
      await unit.isAcknowledged(unit.say(unit.event(101, clock)));
      await sweeps();
    }
    expect(unit.closed).toBe(false);
  });
});
