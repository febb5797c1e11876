import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { DEFAULTS } from '#bridge/config.ts';
import { CRC_BYTES, HEADER_BYTES, MAX_PAYLOAD_BYTES } from '#protocol/frames.ts';
import { aBridge, eventually, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { encodeFrame } from '#support/frames.ts';

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

/** Reports of the longest kind: an event with a field that this version does not know. */
function longestReports(unit: TestUnit, count: number): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, () => {
      unit.sequence += 1;
      const event = unit.frame(unit.event(), unit.sequence).subarray(HEADER_BYTES, -CRC_BYTES);
      const rest = MAX_PAYLOAD_BYTES - event.length - 4;
      const unknown = [250, 0xff, rest >> 8, rest & 0xff, ...new Uint8Array(rest)];
      return encodeFrame(0x11, unit.sequence, Uint8Array.of(...event, ...unknown));
    }),
  );
}

describe('a connection whose login waits', () => {
  const MOST_UNACKNOWLEDGED = 32;
  let decide: () => void;
  const notLoggedIn = async () => {
    const health = await fetch(`${bridge.commandUrl}/health`);
    return ((await health.json()) as { notLoggedIn: number }).notLoggedIn;
  };

  beforeEach(() => {
    const decision = Promise.withResolvers<void>();
    ports.authenticating = decision.promise;
    decide = decision.resolve;
  });
  afterEach(() => decide());

  async function waiting() {
    const unit = await TestUnit.dial(bridge, 'A1B2C3');
    unit.say(unit.login());
    // The login arrives alone, so all the rest waits behind it.
    await sweeps();
    return unit;
  }

  it('gets in with all the reports behind it that a unit sends without an answer', async () => {
    const unit = await waiting();
    unit.write(longestReports(unit, MOST_UNACKNOWLEDGED));
    await sweeps();
    decide();
    for (let sequence = 2; sequence <= 1 + MOST_UNACKNOWLEDGED; sequence += 1) await unit.isAcknowledged(sequence);
    expect(ports.ingest.of('report')).toHaveLength(MOST_UNACKNOWLEDGED);
  });

  it('is gone at once when its unit closes, however much it has sent behind its login', async () => {
    const unit = await waiting();
    unit.write(longestReports(unit, MOST_UNACKNOWLEDGED));
    await sweeps();
    expect(await notLoggedIn()).toBe(1);
    unit.vanish();
    await expect.poll(notLoggedIn, { timeout: 10_000 }).toBe(0);
  });

  it('ends if it sends more behind its login than a unit sends without an answer, which the invalid log shows', async () => {
    const unit = await waiting();
    unit.write(longestReports(unit, 8 * MOST_UNACKNOWLEDGED));
    await unit.isClosed();
    await expect.poll(notLoggedIn, { timeout: 10_000 }).toBe(0);
    await eventually(() => ports.ingest.of('invalid').length === 1);
    expect(ports.ingest.of('invalid')).toMatchObject([
      { error: 'tooManyReports', detail: 'More behind a login than a unit sends without an answer' },
    ]);
    decide();
    await sweeps();
    expect([bridge.units, ports.claims.writes]).toEqual([0, 0]);
  });

  it('ends if all together hold too much behind their logins, while those that sent little keep their place', async () => {
    await bridge.close();
    bridge = await aBridge(ports, { ownBytesBehindLogin: 2_048, sharedBytesBehindLogins: 50_000 });
    const dialled = async (UnitSerNum: string) => {
      const unit = await TestUnit.dial(bridge, UnitSerNum);
      unit.say(unit.login());
      await sweeps();
      return unit;
    };
    const flood = await dialled('A1B2C3');
    flood.write(longestReports(flood, MOST_UNACKNOWLEDGED));
    await sweeps();
    const small = await dialled('A1B2C4');
    small.write(longestReports(small, 1));
    const second = await dialled('A1B2C5');
    second.write(longestReports(second, MOST_UNACKNOWLEDGED));
    await second.isClosed();
    await eventually(() => ports.ingest.of('invalid').length === 1);
    expect(ports.ingest.of('invalid')).toMatchObject([
      { error: 'tooManyReports', detail: 'Too many bytes wait behind the logins of all connections' },
    ]);
    expect(await notLoggedIn()).toBe(2);
    decide();
    await small.isAcknowledged(2);
    await flood.isAcknowledged(1 + MOST_UNACKNOWLEDGED);
  });

  it('is gone within 30 s after its refusal, though the other side ignores it and has sent much behind its login', async () => {
    ports.admissions.set('A1B2C3', { accepted: false, error: 'unknownUnit' } as never);
    const unit = await framesOf('A1B2C3');
    const socket = await stubborn();
    socket.write(unit.frame(unit.login(), 1));
    await sweeps();
    socket.write(longestReports(unit, MOST_UNACKNOWLEDGED));
    await sweeps();
    decide();
    await once(socket, 'end');
    expect(await secondsUntilGone(socket, 60)).toBeLessThanOrEqual(30);
  });
});
