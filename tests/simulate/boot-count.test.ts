import { expect, it } from 'vitest';
import { codecOf } from '#protocol/models.ts';
import { seededRandom } from '#scripts/seed/random.ts';
import { UnitConnection } from '#scripts/simulate/connection.ts';
import { aBridge, eventually, MemoryPorts } from '#support/bridge.ts';

const AN_HOUR = 3_600_000;

it('a simulated unit that has lost its boot count takes the time of the refusal instead', async () => {
  const ports = new MemoryPorts();
  const bridge = await aBridge(ports, {}, { now: () => Date.now() + AN_HOUR });
  const connection = new UnitConnection({
    host: '127.0.0.1',
    port: bridge.unitPort,
    speed: 100,
    random: seededRandom(1),
    codec: codecOf('MXD-LTE'),
    bootId: 0,
    login: () => ({ imei: '356938035643809', UnitSerNum: 'V00001', UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' }),
    onServed: () => {},
    onCommand: () => {},
    onHandled: () => {},
    onConfiguration: () => {},
    onUpdate: () => {},
    onDownload: () => {},
  });
  const before = Date.now();
  connection.dial();
  await eventually(() => connection.isServed, 'the unit to be served');
  const [login] = ports.ingest.of('login').map((entry) => (entry.kind === 'login' ? entry.message : undefined));
  expect(login!.bootId).toBeGreaterThanOrEqual(Math.floor((before + AN_HOUR) / 1000));
  expect(login!.bootId).toBeLessThanOrEqual((Date.now() + AN_HOUR) / 1000);
  expect(login).toMatchObject({ lastSequence: 1 });
  connection.close();
  await bridge.close();
});
