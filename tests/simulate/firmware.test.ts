import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BLOCK_BYTES } from '#core/ota/manifest.ts';
import { KeptVersions } from '#scripts/simulate/kept-versions.ts';
import { DOES_NOT_START } from '#scripts/simulate/unit.ts';
import { eventually, post } from '#support/bridge.ts';
import { firmwareOf, someFile, TRUSTED } from '#support/firmware.ts';
import { simulatedUnit } from '#support/simulated-unit.ts';

const simulated = simulatedUnit({
  ...{ UnitSerNum: 'A1B2C3', model: 'MXD-LTE', imei: '356938035643809', firmware: '2.3.0.1.4' },
});
const MessageKey = 'AB13';
const NEW = '2.4.0.0.1';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'simulated-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
/** What the file of the last run says. */
const versions = () => new KeptVersions(path.join(folder, 'versions.json'));

async function start(file: Buffer) {
  const { ports, bridge } = simulated;
  const firmware = firmwareOf(file, { version: NEW });
  ports.downloads.files.set(MessageKey, firmware);
  ports.downloads.contents.set(firmware.location, file);
  ports.syncQueue.messages = [
    { UnitSerNum: 'A1B2C3', MessageKey, MessageType: 'FIRMVER', content: { firmVerType: 'MXDLTE', version: NEW } },
  ];
  await simulated.start({ speed: 200, firmwareKeys: TRUSTED, versions: versions() });
  await post(bridge, '/sync', { UnitSerNum: 'A1B2C3', configuration: false, types: ['FIRMVER'] });
}
const logins = () =>
  simulated.ports.ingest
    .of('login')
    .map((one) => ('message' in one && one.message.type === 'login' ? one.message.FirmVer : ''));
const downloads = () => simulated.reports('download');
const ended = () => downloads().find(({ stage }) => stage === 'done' || stage === 'failed');

describe('a simulated unit', () => {
  it('downloads its firmware, restarts with it and tells its new version', async () => {
    await start(someFile(100 * BLOCK_BYTES + 1));
    await eventually(() => ended() !== undefined, 'the end of the update');
    expect(ended()).toMatchObject({ stage: 'done', MessageKey, MessageType: 'FIRMVER' });
    expect(logins()).toEqual(['2.3.0.1.4', NEW]);
    const progress = downloads().filter(({ stage }) => stage === 'progress');
    expect(progress.map(({ progressValue, progressMax }) => [progressValue, progressMax])).toEqual([
      [32, 101],
      [64, 101],
      [96, 101],
    ]);
    await eventually(() => simulated.fleet!.state.unacknowledged === 0, 'the acknowledgements');
  });

  it('has its new firmware still when the fleet starts again', async () => {
    await start(someFile(3 * BLOCK_BYTES));
    await eventually(() => ended() !== undefined, 'the end of the update');
    simulated.fleet!.close();
    // A fleet counts its starts from the second in which it begins. The restart took the next number.
    const begun = Math.floor(Date.now() / 1000);
    await eventually(() => Math.floor(Date.now() / 1000) > begun + 1, 'a higher number of starts');
    await simulated.start({ versions: versions() });
    await eventually(() => logins().length === 3, 'the login after the start');
    expect(logins()).toEqual(['2.3.0.1.4', NEW, NEW]);
  });

  it('goes back to its old firmware if the new one does not come up', async () => {
    await start(someFile(3 * BLOCK_BYTES, DOES_NOT_START));
    await eventually(() => ended() !== undefined, 'the end of the update');
    expect(ended()).toMatchObject({
      stage: 'failed',
      text: `The version ${NEW} did not come up; 2.3.0.1.4 runs again`,
    });
    expect(new Set(logins())).toEqual(new Set(['2.3.0.1.4']));
    expect(versions().of('A1B2C3')).toBeUndefined();
  });
});
