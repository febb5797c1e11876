import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { codecOf } from '#protocol/models.ts';
import { seededRandom } from '#scripts/seed/random.ts';
import { UnitConnection } from '#scripts/simulate/connection.ts';
import { eventually } from '#support/bridge.ts';

it('a simulated unit dials about every minute while an event is not acknowledged, also if it occurs during a longer wait', async () => {
  let dials = 0;
  const refusing = createServer((socket) => {
    dials += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const connection = new UnitConnection({
    host: '127.0.0.1',
    port: (refusing.address() as AddressInfo).port,
    // A minute takes 100 ms.
    speed: 600,
    random: seededRandom(1),
    codec: codecOf('MXD-LTE'),
    bootId: 1,
    login: () => ({ imei: '356938035643809', UnitSerNum: 'V00001', UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.5' }),
    onServed: () => {},
    onCommand: () => {},
    onHandled: () => {},
    onConfiguration: () => {},
    onUpdate: () => {},
    onDownload: () => {},
  });
  connection.dial();
  // After eight failures it waits 5 minutes at least, then 7.
  await eventually(() => dials === 8, 'eight dials', 10_000);
  connection.say({ type: 'lifecycle', MessageTime: Date.now(), kind: 'Charge Start' });
  await setTimeout(200);
  expect(dials).toBe(8);
  connection.say({ type: 'event', MessageTime: Date.now(), EventCode: 101 });
  await setTimeout(1_500);
  expect(dials).toBeGreaterThanOrEqual(8 + 5);
  connection.close();
  refusing.close();
});
