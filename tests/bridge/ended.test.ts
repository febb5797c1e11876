import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { DEFAULTS } from '#bridge/config.ts';
import { aBridge, eventually, MemoryPorts, TestUnit } from '#support/bridge.ts';

let ports: MemoryPorts;
let bridge: Bridge;
let clock = Date.now();
const opened: Socket[] = [];

beforeEach(async () => {
  clock = Date.now();
  ports = new MemoryPorts();
  bridge = await aBridge(ports, {}, { now: () => clock });
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await bridge.close();
});

const sweeps = () => new Promise((resolve) => setTimeout(resolve, 60));

/** A client that does not close its side when the bridge ends the connection. */
async function stubborn() {
  const socket = connect({ port: bridge.unitPort, host: '127.0.0.1', allowHalfOpen: true });
  opened.push(socket);
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  return socket;
}

/** The frames of a unit of this number, which is never connected itself. */
async function framesOf(UnitSerNum: string) {
  const dialled = await TestUnit.dial(bridge, UnitSerNum);
  dialled.vanish();
  return dialled;
}

/** Sends a byte every second of the bridge's clock for as long; returns after how many seconds the connection was gone. */
async function secondsUntilGone(socket: Socket, most: number): Promise<number> {
  let isGone = false;
  socket.once('close', () => {
    isGone = true;
  });
  for (let second = 0; second < most; second += 1) {
    if (isGone) return second;
    socket.write(Uint8Array.of(0x57));
    clock += 1_000;
    await sweeps();
  }
  return most;
}

describe('a connection that the bridge has ended, of a client that ignores it and sends a byte each second', () => {
  it('is gone within 30 s after too many damaged frames, in the table and on the screen too', async () => {
    const unit = await framesOf('A1B2C3');
    const socket = await stubborn();
    socket.write(unit.frame(unit.login(), 1));
    await eventually(() => ports.claims.ownerOf('A1B2C3') !== undefined && bridge.units === 1);
    const damaged = unit.frame(unit.event(), 2);
    damaged[damaged.length - 1]! ^= 0xff;
    socket.write(Buffer.concat(Array.from({ length: 20 }, () => damaged)));
    await once(socket, 'end');
    expect(bridge.units).toBe(1);
    expect(await secondsUntilGone(socket, 60)).toBeLessThanOrEqual(30);
    await eventually(() => bridge.units === 0 && ports.claims.ownerOf('A1B2C3') === undefined);
    expect(ports.events('A1B2C3').at(-1)).toBe('UnitDisconnect');
  });

  it('is gone within 30 s after a refused login', async () => {
    ports.admissions.set('A1B2C3', { accepted: false, error: 'unknownUnit' } as never);
    const unit = await framesOf('A1B2C3');
    const socket = await stubborn();
    socket.write(unit.frame(unit.login(), 1));
    await once(socket, 'end');
    expect(await secondsUntilGone(socket, 60)).toBeLessThanOrEqual(30);
  });

  it('has the time to read what the bridge said last', () => {
    expect(DEFAULTS.closeTimeoutMs).toBeGreaterThanOrEqual(10_000);
    expect(DEFAULTS.closeTimeoutMs + DEFAULTS.sweepIntervalMs).toBeLessThan(30_000);
  });
});
