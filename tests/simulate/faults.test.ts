import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { codecOf } from '#protocol/models.ts';
import { seededRandom } from '#scripts/seed/random.ts';
import { UnitConnection } from '#scripts/simulate/connection.ts';
import { faultsIn, UNIT_FAULTS, type UnitFault } from '#scripts/simulate/faults.ts';
import { FaultyLine } from '#scripts/simulate/faulty-line.ts';
import { type Fleet, startFleet } from '#scripts/simulate/fleet.ts';
import { aBridge, eventually, MemoryPorts, NO_LIMITS, post } from '#support/bridge.ts';

const FRAME = (number: number) => Uint8Array.of(0x57, 0x4b, 1, 0, 0, 0x11, 0, 0, 0, number, 7, 7);

/** What arrives of 200 frames over a line with one fault. */
async function arrivals(fault: UnitFault): Promise<Uint8Array[]> {
  const arrived: Uint8Array[] = [];
  const target = { destroyed: false, write: (bytes: Uint8Array) => void arrived.push(bytes) };
  const line = new FaultyLine({ faults: [fault], random: seededRandom(4), speed: 1_000 });
  for (let number = 0; number < 200; number++) line.send(target, FRAME(number));
  await sleep(50);
  return arrived;
}
const numbersOf = (frames: readonly Uint8Array[]) => frames.map((frame) => frame[9]!);
const IN_ORDER = Array.from({ length: 200 }, (_, number) => number);

describe('a line', () => {
  it('that is slow delays frames and keeps their order', async () => {
    const arrived: number[] = [];
    const target = { destroyed: false, write: (bytes: Uint8Array) => void arrived.push(bytes[9]!) };
    const line = new FaultyLine({ faults: ['slow'], random: seededRandom(4), speed: 200 });
    for (const number of IN_ORDER) line.send(target, FRAME(number));
    expect(arrived.length).toBeLessThan(100);
    await expect.poll(() => arrived.length, { timeout: 5_000 }).toBe(200);
    expect(arrived).toEqual(IN_ORDER);
  });

  it('that loses frames loses about one in ten', async () => {
    const numbers = numbersOf(await arrivals('lost'));
    expect(numbers.length).toBeGreaterThan(160);
    expect(numbers.length).toBeLessThan(195);
    expect([...numbers].sort((one, other) => one - other)).toEqual(numbers);
  });

  it('that reorders frames loses none', async () => {
    const numbers = numbersOf(await arrivals('reordered'));
    expect(numbers).not.toEqual(IN_ORDER);
    expect([...numbers].sort((one, other) => one - other)).toEqual(IN_ORDER);
  });

  it('that sends frames twice sends them one after the other', async () => {
    const numbers = numbersOf(await arrivals('duplicate'));
    expect(numbers.length).toBeGreaterThan(205);
    expect([...new Set(numbers)]).toEqual(IN_ORDER);
  });

  it('that damages frames changes one bit behind the start mark', async () => {
    const arrived = await arrivals('wrong-crc');
    const damaged = arrived.filter((frame, number) => Buffer.compare(frame, FRAME(number)) !== 0);
    expect(damaged.length).toBeGreaterThan(5);
    expect(damaged.length).toBeLessThan(40);
    for (const frame of damaged) expect([frame[0], frame[1], frame.length]).toEqual([0x57, 0x4b, 12]);
  });
});

describe('a list of faults', () => {
  it('has names, or all', () => {
    expect(faultsIn('')).toEqual([]);
    expect(faultsIn('slow,half-open')).toEqual(['slow', 'half-open']);
    expect(faultsIn('all')).toEqual(UNIT_FAULTS);
    expect(() => faultsIn('slow,broken')).toThrow(/There is no fault broken/);
  });
});

describe('with the bridge', () => {
  let ports: MemoryPorts;
  let bridge: Bridge;
  let fleet: Fleet | undefined;

  beforeEach(async () => {
    ports = new MemoryPorts();
    bridge = await aBridge(ports, NO_LIMITS);
  });
  afterEach(async () => {
    fleet?.close();
    await bridge.close();
  });

  const logins = () => [...ports.ingest.stored.values()].flatMap((one) => (one.kind === 'login' ? [one.message] : []));
  const pings = () =>
    [...ports.ingest.stored.values()].flatMap((one) =>
      one.kind === 'report' && one.message.type === 'ping' ? [one.message] : [],
    );

  function startOne(fault: UnitFault, speed: number, model: UnitModel = 'MXD-LTE') {
    const sims = [
      { ICCID: '89014103211118510720', carrier: 0 },
      { ICCID: '89148000001118510721', carrier: 1 },
    ];
    const unit = { UnitSerNum: 'V00001', model, imei: '356938035643809', firmware: '2.2.0.0.5' };
    const units = [{ ...unit, ...(model === 'MXD-LTE' && { sims }), ICCID: sims[0]!.ICCID, carrier: 0 }];
    fleet = startFleet({
      ...{ units, host: '127.0.0.1', port: bridge.unitPort, speed, dialOverSeconds: 0, faults: [fault] },
    });
    return fleet;
  }

  it('a unit with all faults of its line has each report stored once, and all acknowledged in the end', async () => {
    const faults = ['slow', 'lost', 'reordered', 'duplicate', 'wrong-crc'] as const;
    let isGood = false;
    const random = seededRandom(7);
    const line = new FaultyLine({
      faults,
      speed: 1_000,
      random: { ...random, chance: (probability) => !isGood && random.chance(probability) },
    });
    const connection = new UnitConnection({
      ...{ host: '127.0.0.1', port: bridge.unitPort, speed: 1_000, random, line, bootId: 1 },
      codec: codecOf('MXD-LTE'),
      login: () => ({ imei: '356938035643809', UnitSerNum: 'V00001', UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' }),
      ...{ onServed() {}, onCommand() {}, onHandled() {}, onConfiguration() {}, onUpdate() {}, onDownload() {} },
    });
    connection.dial();
    for (let code = 1; code <= 100; code++) {
      connection.say({ type: 'event', MessageTime: Date.now(), EventCode: code });
      if (code % 20 === 0) {
        await sleep(30);
        connection.drop();
      }
    }
    isGood = true;
    connection.drop();
    await eventually(() => connection.unacknowledged === 0, 'all to be acknowledged');
    connection.close();
    const codes = ports.ingest.of('report').flatMap((one) => {
      return one.kind === 'report' && one.message.type === 'event' ? [one.message.EventCode] : [];
    });
    expect(codes.sort((one, other) => one - other)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it('a unit whose connection is half open dials again, and its newest connection wins', async () => {
    const { state } = startOne('half-open', 20_000);
    await eventually(() => logins().length >= 3, 'three logins');
    expect(state.units).toBe(1);
    expect(bridge.units).toBeLessThanOrEqual(1);
    // It did not start again.
    expect(new Set(logins().map((login) => login.type === 'login' && login.bootId)).size).toBe(1);
  });

  it('a unit with a wrong clock sets it by the answers, and loses no report', async () => {
    startOne('wrong-clock', 20_000);
    await eventually(() => ports.ingest.of('invalid').some((one) => 'error' in one && one.error === 'clockWrong'));
    const refused = pings().length;
    await eventually(() => pings().length > refused + 5, 'further pings');
  });

  it.each<UnitModel>(['MXD-LTE', 'myConnect'])('a %s with a low battery says so in its pings', async (model) => {
    startOne('low-battery', 10_000, model);
    await eventually(() =>
      pings().some((ping) => 'chargedPercent' in ping && ping.chargedPercent! <= 10 && ping.acPower !== true),
    );
    expect(pings().some((ping) => ('lowPower' in ping ? ping.lowPower : 'lowpower' in ping && ping.lowpower))).toBe(
      true,
    );
  });

  it('a unit without its SIM is away, and comes back without a start', async () => {
    startOne('no-sim', 20_000);
    await eventually(() => logins().length >= 2, 'a second login');
    expect(ports.events('V00001')).toContain('UnitDisconnect');
    expect(new Set(logins().map((login) => login.type === 'login' && login.bootId)).size).toBe(1);
  });

  it.each<UnitModel>(['MXD-LTE', 'myConnect'])(
    'a %s that finds the network of another carrier says so in its next login',
    async (model) => {
      startOne('carrier-change', 20_000, model);
      const carriers = () => new Set(logins().flatMap((login) => (login.type === 'login' ? [login.carrier] : [])));
      await eventually(() => carriers().size >= 2, 'another carrier');
    },
  );

  it('a unit that loses its power in the middle of a command answers it once, after its next login', async () => {
    startOne('reboot-in-command', 100);
    await eventually(() => bridge.units === 1);
    const results = () => ports.console('V00001').filter(({ event }) => event === 'CommandResult');
    for (let number = 1; logins().length < 2; number++) {
      const commandId = `command${number}`;
      const body = { commandId, UnitSerNum: 'V00001', command: 'Query', arguments: {}, expiresAt: Date.now() + 20_000 };
      await eventually(() => bridge.units === 1, 'the unit to be back');
      expect((await post(bridge, '/commands', body)).status).toBe(202);
      await eventually(() => results().some((one) => one.commandId === commandId), `the result of ${commandId}`);
      expect(results().filter((one) => one.commandId === commandId)).toHaveLength(1);
    }
  });
});
