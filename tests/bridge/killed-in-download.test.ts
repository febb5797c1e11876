import { expect, it, onTestFinished } from 'vitest';
import { BLOCK_BYTES } from '#core/ota/manifest.ts';
import { startFleet } from '#scripts/simulate/fleet.ts';
import { eventually, MemoryPorts, NO_LIMITS, post } from '#support/bridge.ts';
import { bridgeProcess } from '#support/bridge-process.ts';
import { firmwareOf, someFile, TRUSTED } from '#support/firmware.ts';

const MessageKey = 'AB13';
const UnitSerNum = 'A1B2C3';
const [OLD, NEW] = ['2.3.0.1.4', '2.4.0.0.1'];
const BLOCKS = 2_400;

it('a bridge that is killed in the middle of a download, again and again, costs the unit no block that it has', async () => {
  const ports = new MemoryPorts();
  const file = someFile(BLOCKS * BLOCK_BYTES);
  const firmware = firmwareOf(file, { version: NEW });
  ports.downloads.files.set(MessageKey, firmware);
  ports.downloads.contents.set(firmware.location, file);
  ports.syncQueue.messages = [
    { UnitSerNum, MessageKey, MessageType: 'FIRMVER', content: { firmVerType: 'MXDLTE', version: NEW } },
  ];
  let bridge = await bridgeProcess(ports, NO_LIMITS);
  onTestFinished(() => bridge.kill());
  const fleet = startFleet({
    units: [{ UnitSerNum, model: 'MXD-LTE', imei: '356938035643809', firmware: OLD }],
    ...{ host: '127.0.0.1', port: bridge.unitPort, dialOverSeconds: 0, speed: 200, firmwareKeys: TRUSTED },
  });
  onTestFinished(() => fleet.close());
  const stored = <Kind extends 'login' | 'report'>(kind: Kind) =>
    ports.ingest.of(kind).flatMap((one) => ('message' in one ? [one.message] : []));
  const downloads = () => stored('report').flatMap((one) => (one.type === 'download' ? [one] : []));
  const reads = () => ports.downloads.reads.get(firmware.location) ?? 0;
  const told = () => downloads().flatMap(({ progressValue }) => progressValue ?? []);

  await eventually(() => fleet.state.served === 1, 'the unit to be served');
  await post(bridge, '/sync', { UnitSerNum, configuration: false, types: ['FIRMVER'] });
  for (let kills = 0; kills < 3; kills++) {
    // What the unit said to the one before may come late.
    await eventually(() => reads() === kills + 1, 'the file to be read');
    const soFar = told().length;
    await eventually(() => told().length > soFar, 'some blocks more');
    expect(downloads().some(({ stage }) => stage === 'done')).toBe(false);
    await bridge.kill();
    bridge = await bridgeProcess(ports, { ...NO_LIMITS, unitPort: bridge.unitPort });
  }
  await eventually(() => downloads().some(({ stage }) => stage === 'done' || stage === 'failed'), 'the end');
  expect(downloads().at(-1)).toMatchObject({ stage: 'done', MessageKey });
  // The unit goes on where it was.
  expect(told()).toEqual([...new Set(told())].sort((a, b) => a - b));
  const versions = stored('login').flatMap((one) => (one.type === 'login' ? [one.FirmVer] : []));
  expect([versions[0], versions.at(-1)]).toEqual([OLD, NEW]);
  // Each of the four bridges read the file once.
  expect(reads()).toBe(4);
}, 60_000);
