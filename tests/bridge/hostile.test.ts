import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { aBridge, eventually, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { encodeFrame } from '#support/frames.ts';
import { between, seeded, someBytes } from '../protocol/random.ts';

let ports: MemoryPorts;
let bridge: Bridge;

beforeEach(async () => {
  ports = new MemoryPorts();
  bridge = await aBridge(ports, { maxConnections: 50 });
});
afterEach(() => bridge.close());

const damaged = (frame: Uint8Array) => {
  const copy = frame.slice();
  copy[copy.length - 1]! ^= 0xff;
  return copy;
};

describe('hostile frames', () => {
  it('with a wrong checksum are not answered, and the next frame is served', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    unit.write(damaged(unit.frame(unit.event(), 7)));
    await unit.isAcknowledged(unit.say(unit.event(), 8));
    expect(unit.heard).toEqual([]);
    expect(ports.ingest.of('report')).toHaveLength(1);
  });

  it('end the connection with a reason if there are too many', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    unit.write(Buffer.concat(Array.from({ length: 20 }, () => damaged(unit.frame(unit.event(), 7)))));
    expect((await unit.hears('error')).message.code).toBe(26);
    await unit.isClosed();
    await eventually(() => ports.ingest.of('invalid').length === 1);
    expect(ports.ingest.of('invalid')).toMatchObject([{ error: 'tooManyBadFrames', UnitSerNum: 'A1B2C3' }]);
  });

  it.each([
    ['broken', 0x11, '0105', 20, 'malformed'],
    ['of an unknown type', 0x3f, '', 21, 'unknownType'],
    ['of another model family', 0x1a, '010101', 21, 'unknownType'],
    ['meant for units', 0x84, '', 21, 'unknownType'],
    ['readable but unusable', 0x11, '010101', 22, 'missingField'],
  ])('%s get their error, are logged as invalid, and the session continues', async (_, type, payload, code, error) => {
    const unit = await TestUnit.loggedIn(bridge);
    unit.write(encodeFrame(type, 5, Buffer.from(payload, 'hex')));
    expect(await unit.hears('error')).toMatchObject({ sequence: 5, message: { code } });
    await unit.isAcknowledged(unit.say(unit.event(), 6));
    expect(ports.ingest.of('invalid')).toMatchObject([
      { error, UnitSerNum: 'A1B2C3', raw: expect.stringMatching(/^574b01/) },
    ]);
    expect(ports.published).toContainEqual({
      topic: 'invalid-messages:all',
      message: expect.objectContaining({ error }),
    });
  });

  it('in a flood are logged up to a limit', async () => {
    const unit = await TestUnit.loggedIn(bridge);
    unit.write(Buffer.concat(Array.from({ length: 5_000 }, (_, index) => encodeFrame(0x3f, index))));
    await unit.isAcknowledged(unit.say(unit.event(), 6_000));
    expect(ports.ingest.of('invalid').length).toBeLessThanOrEqual(60);
    const health = await fetch(`${bridge.commandUrl}/health`).then((response) => response.json());
    expect(health).toMatchObject({ status: 'ok', units: 1, invalidMessagesDropped: expect.any(Number) });
    expect((health as { invalidMessagesDropped: number }).invalidMessagesDropped).toBeGreaterThan(4_000);
  });

  it('of random bytes do not disturb other units', async () => {
    const random = seeded(99);
    const good = await TestUnit.loggedIn(bridge, 'GOOD01');
    for (let round = 0; round < 40; round++) {
      const noise = await TestUnit.dial(bridge, 'NOISE1');
      noise.write(someBytes(random, between(random, 1, 5_000)));
      if (random() < 0.5) noise.write(noise.frame(noise.login(), 1));
      noise.write(someBytes(random, between(random, 1, 5_000)));
      if (random() < 0.5) noise.vanish();
      else noise.end();
      await good.isAcknowledged(good.say(good.event()));
    }
    await eventually(() => bridge.units === 1, 'the noise to be gone');
  });

  it('in single bytes are read like others', async () => {
    const unit = await TestUnit.dial(bridge);
    for (const byte of unit.frame(unit.login(), 1)) {
      unit.write(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await unit.hears('loginAccepted');
  });

  it('from connections above the limit are rejected, and the bridge continues', async () => {
    const dialled: TestUnit[] = [];
    for (let count = 0; count < 60; count++) dialled.push(await TestUnit.dial(bridge));
    await eventually(() => dialled.filter(({ closed }) => closed).length === 10, '10 to be turned away');
    for (const unit of dialled) unit.vanish();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await TestUnit.loggedIn(bridge);
  });
});
