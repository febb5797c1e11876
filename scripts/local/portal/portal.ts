import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { securityHeaders } from '#infra/security-headers.ts';
import { LIVE } from '#infra/wiring.ts';
import { EDGE_KEY_HEADER } from '#platform/http/edge-key.ts';
import { exampleFiles } from '#scripts/seed/example-firmware.ts';
import { startFront } from '../front/front.ts';
import type { PortName } from '../ports.ts';
import { type Child, startChild } from './children.ts';
import {
  alarmExportKeyFile,
  databaseKeyOf,
  edgeKeyOf,
  firmwareKeyFile,
  localSecret,
  sealingKeyFiles,
  sessionKeyFile,
} from './credentials.ts';
import { startStandIns } from './stand-ins.ts';
import { HOSTS, sdkVariables, TABLE_NAME, variableValues } from './values.ts';
import { WEB_FOLDER } from './web-build.ts';

interface Options {
  ports: Record<PortName, number>;
  /** The folder of the state between starts. */
  folder: string;
  /** The number of units that connect to the bridge. */
  simulated: number;
  onStep(step: string): void;
}

/** The whole portal on this machine: stand-ins, table, functions, bridge, simulated fleet, web app. */
export async function startPortal({ ports, folder, simulated, onStep }: Options) {
  mkdirSync(folder, { recursive: true });
  const secret = localSecret(folder);
  const accessKey = databaseKeyOf(folder);
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one();
  };
  try {
    onStep('Starting the stand-ins of AWS, carriers, mail and identity');
    const standIns = await startStandIns({ ports, folder, secret, accessKey });
    closing.push(() => standIns.close());

    const environment = {
      ...sdkVariables(ports, accessKey),
      ...variableValues({
        ports,
        ...standIns,
        sessionKeyFile: sessionKeyFile(folder),
        firmwareKeyFile: firmwareKeyFile(folder),
        alarmExportKeyFile: alarmExportKeyFile(folder),
        sealingKeyFiles: sealingKeyFiles(folder),
        edgeKey: edgeKeyOf(folder),
      }),
    };
    Object.assign(process.env, environment);
    writeFileSync(path.join(folder, 'environment.json'), JSON.stringify(environment, null, 2), { mode: 0o600 });

    await storeExampleFirmware(environment.FIRMWARE_BUCKET);

    onStep('Starting the functions');
    // Loaded only now: the stores and handlers read the environment when they are loaded.
    const { startFunctions } = await import('./functions.ts');
    const functions = await startFunctions({ ports, queueUrl: standIns.queueUrl, stateFolder: folder });
    closing.push(() => functions.close());

    const front = await startFront({
      port: ports.web,
      root: WEB_FOLDER,
      apiUrl: `http://localhost:${ports.api}`,
      originHeaders: { [EDGE_KEY_HEADER]: environment.EDGE_KEY },
      live: { path: `/${LIVE.stage}`, url: `http://localhost:${ports.live}` },
      headers: securityHeaders({
        live: HOSTS.map((host) => `ws://${host}:${ports.live}`),
        tiles: [],
        storage: [environment.AWS_ENDPOINT_URL_S3],
        stations: environment.STATION_SERVERS.split(','),
      }),
    });
    closing.push(() => front.close());

    onStep('Starting the bridge and the simulated fleet');
    const child = (script: string, args: string[] = []): Child =>
      startChild(script, {
        args,
        env: { ...process.env, ...bridgeVariables(ports) },
        onExit: (code) => console.error(`${path.basename(script)} has ended (${code}); restart to use it again.`),
      });
    const bridge = child('bridge/main.ts');
    closing.push(() => bridge.close());
    if (simulated > 0) {
      const fleet = child('scripts/simulate/run.ts', [
        '--units',
        String(simulated),
        '--port',
        String(ports.bridgeUnits),
        '--firmware-key',
        firmwareKeyFile(folder),
        '--versions',
        path.join(folder, 'simulated-versions.json'),
      ]);
      closing.push(() => fleet.close());
    }
    return { url: `http://localhost:${ports.web}`, tableName: TABLE_NAME, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The files of the seeded versions, so that a simulated unit can be updated at once. */
async function storeExampleFirmware(Bucket: string): Promise<void> {
  const s3 = new S3Client({});
  for (const { location: Key, content: Body } of exampleFiles())
    await s3.send(new PutObjectCommand({ Bucket, Key, Body }));
  s3.destroy();
}

const bridgeVariables = (ports: Record<PortName, number>) => ({
  BRIDGE_HOST: '127.0.0.1',
  BRIDGE_UNIT_PORT: String(ports.bridgeUnits),
  BRIDGE_COMMAND_PORT: String(ports.bridgeCommands),
  BRIDGE_OWN_HOST: '127.0.0.1',
});
