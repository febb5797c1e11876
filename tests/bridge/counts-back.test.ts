import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { countsBack } from '#core/unit-messages/unit-start.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';

describe('a login counts back', () => {
  it.each([
    ['a lower boot', { bootId: 6, lastSequence: 900 }, true],
    ['a lower number in the same boot', { bootId: 7, lastSequence: 39 }, true],
    ['the same boot and number', { bootId: 7, lastSequence: 40 }, false],
    ['a higher number in the same boot', { bootId: 7, lastSequence: 41 }, false],
    ['a new boot', { bootId: 8, lastSequence: 0 }, false],
    ['the time for a lost boot count', { bootId: 1_795_262_400, lastSequence: 0 }, false],
  ])('with %s: %o -> %s', (_, login, expected) => {
    expect(countsBack(login, { bootId: 7, lastSequence: 40 })).toBe(expected);
  });
});

describe('two devices with one identity', () => {
  let ports: MemoryPorts;
  let bridges: Bridge[];
  beforeEach(async () => {
    ports = new MemoryPorts();
    bridges = [await aBridge(ports), await aBridge(ports)];
  });
  afterEach(async () => {
    for (const bridge of bridges) await bridge.close();
  });
  const marks = () =>
    ports.ingest.of('login').map((message) => (message.kind === 'login' ? message.countedBackFrom : undefined));

  it('are noticed when the unit comes back, whichever bridge it dials, and whichever boot the other device claims', async () => {
    const [here, there] = bridges as [Bridge, Bridge];
    await TestUnit.loggedIn(here, 'A1B2C3', { bootId: 7, sequence: 40 });
    await TestUnit.loggedIn(there, 'A1B2C3', { bootId: 9_000, sequence: 0 });
    await TestUnit.loggedIn(here, 'A1B2C3', { bootId: 7, sequence: 45 });
    await TestUnit.loggedIn(there, 'A1B2C3', { bootId: 2, sequence: 0 });
    expect(marks()).toEqual([
      undefined,
      undefined,
      { bootId: 9_000, lastSequence: 0 },
      { bootId: 7, lastSequence: 45 },
    ]);
  });

  it('are not suspected when a unit has lost its boot count: the refusal has the time, which is its next boot', async () => {
    const [here] = bridges as [Bridge];
    await TestUnit.loggedIn(here, 'A1B2C3', { bootId: 7, sequence: 40 });
    const lost = await TestUnit.dial(here, 'A1B2C3');
    lost.say(lost.login({ bootId: 0 }));
    const { message } = await lost.hears('loginRefused');
    expect(message).toEqual({ type: 'loginRefused', code: 2, text: 'The login is refused', utc: expect.any(Number) });
    await lost.isClosed();
    await TestUnit.loggedIn(here, 'A1B2C3', { bootId: Math.floor(message.utc / 1000) });
    expect(marks()).toEqual([undefined, undefined]);
  });

  it('are not hidden by a device that says it has lost its boot count', async () => {
    const [here, there] = bridges as [Bridge, Bridge];
    await TestUnit.loggedIn(here, 'A1B2C3', { bootId: 7, sequence: 40 });
    const other = await TestUnit.dial(there, 'A1B2C3');
    other.say(other.login({ bootId: 0 }));
    const { message } = await other.hears('loginRefused');
    expect(ports.claims.writes).toBe(1);
    await TestUnit.loggedIn(there, 'A1B2C3', { bootId: Math.floor(message.utc / 1000) });
    await TestUnit.loggedIn(here, 'A1B2C3', { bootId: 7, sequence: 45 });
    expect(marks().at(-1)).toEqual({ bootId: Math.floor(message.utc / 1000), lastSequence: 0 });
  });

  it('are not suspected when a unit reconnects, restarts or moves to another bridge', async () => {
    const [here, there] = bridges as [Bridge, Bridge];
    for (const [bridge, bootId, sequence] of [
      [here, 7, 0],
      [there, 7, 3],
      [here, 7, 4],
      [here, 8, 0],
      [there, 9, 0],
    ] as const)
      await TestUnit.loggedIn(bridge, 'A1B2C3', { bootId, sequence });
    expect(marks()).toEqual(Array.from({ length: 5 }, () => undefined));
  });
});
