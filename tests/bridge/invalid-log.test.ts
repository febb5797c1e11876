import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '#bridge/config.ts';
import { type InvalidEntry, InvalidLog } from '#bridge/session/invalid-log.ts';
import type { InvalidMessage } from '#core/live/messages.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { encodeFrame } from '#support/frames.ts';

const START = Date.UTC(2026, 10, 23);
const MINUTE = 60_000;

function aLog() {
  const ports = new MemoryPorts();
  const log = new InvalidLog(ports, { bridgeId: 'b1', ...DEFAULTS }, START);
  const add = (source: string, now: number, entry: Partial<InvalidEntry> = {}) =>
    log.add(
      { receivedAt: now, error: 'unknownUnit', detail: 'A detail', raw: '00', remoteAddress: '192.0.2.1', ...entry },
      source,
    );
  const stored = () => ports.ingest.handedOver as unknown as (InvalidMessage & { receivedAt: number })[];
  return { ports, log, add, stored };
}

describe('the log of invalid messages', () => {
  it('hands each entry over for storing, and publishes it under the same id [P3-B15]', () => {
    const { ports, add } = aLog();
    add('192.0.2.1', START, { UnitSerNum: 'A1B2C3', imei: '356938035643809' });
    const entry = { id: `b1-${START}-1`, UnitSerNum: 'A1B2C3', error: 'unknownUnit', remoteAddress: '192.0.2.1' };
    expect(ports.ingest.handedOver).toMatchObject([{ kind: 'invalid', receivedAt: START, ...entry }]);
    expect(ports.published).toMatchObject([{ topic: 'invalid-messages:all', message: { at: START, ...entry } }]);
  });

  it('takes 60 entries of a source at once, then 30 a minute, and counts what it drops', () => {
    const { log, add, stored } = aLog();
    for (let count = 0; count < 1000; count++) add('192.0.2.1', START);
    expect([stored().length, log.dropped]).toEqual([60, 940]);
    for (let count = 0; count < 1000; count++) add('192.0.2.1', START + MINUTE);
    expect(stored()).toHaveLength(90);
  });

  it('takes 300 entries of all sources at once, then 120 a minute', () => {
    const { add, stored } = aLog();
    for (let count = 0; count < 1000; count++) add(`192.0.2.${count}`, START);
    expect(stored()).toHaveLength(300);
    for (let count = 0; count < 1000; count++) add(`198.51.100.${count}`, START + MINUTE);
    expect(stored()).toHaveLength(420);
  });

  it('has room for a second source while one floods it', () => {
    const { add, stored } = aLog();
    for (let count = 0; count < 1000; count++) add('192.0.2.1', START);
    add('A1B2C3', START);
    expect(stored()).toHaveLength(61);
  });

  it('keeps the beginning of a long frame and of a long detail', () => {
    const { add, stored } = aLog();
    add('a', START, { raw: 'ab'.repeat(1036), detail: 'x'.repeat(900) });
    add('a', START, { raw: 'ab'.repeat(256), detail: 'a\u0000b\u202ec' });
    expect(stored()[0]).toMatchObject({ raw: 'ab'.repeat(256), cutFrom: 1036, detail: 'x'.repeat(200) });
    expect(stored()[1]).toMatchObject({ raw: 'ab'.repeat(256), detail: 'a\ufffdb\ufffdc' });
    expect(stored()[1]).not.toHaveProperty('cutFrom');
  });

  it.each(['', 'a1b2c3', 'A1B2C', 'invalid', 'A1B2C3D', 'x'.repeat(900)])(
    'names no unit for a serial number that no unit can have: %.10s',
    (UnitSerNum) => {
      const { add, stored } = aLog();
      add('a', START, { UnitSerNum, imei: '1'.repeat(17) });
      expect(stored()[0]).not.toHaveProperty('UnitSerNum');
      expect(stored()[0]).not.toHaveProperty('imei');
    },
  );
});

it('the log of invalid messages has no frame of a login that cannot be read, since it may have a proof', async () => {
  const ports = new MemoryPorts();
  const bridge = await aBridge(ports);
  const unit = await TestUnit.dial(bridge);
  unit.write(encodeFrame(0x01, 1, Buffer.from('0904cafecafe', 'hex')));
  await unit.hears('loginRefused');
  await bridge.close();
  expect(ports.ingest.of('invalid')).toMatchObject([{ error: 'notLoggedIn', raw: '' }]);
  expect(JSON.stringify(ports.ingest.of('invalid'))).not.toContain('cafe');
});
