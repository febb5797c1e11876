import { fork } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDynamoDb } from '../dynamodb/start.ts';
import { localAccount, TABLE_NAME } from './values.ts';

interface Options {
  /** The folder of the database. */
  folder: string;
  accessKey: string;
  /** The PEM of the key that signs the example firmware. */
  firmwareKeyFile: string;
  units: number;
  onStep(step: string): void;
}

const MEMORY = '/dev/shm';

/** A folder in memory if possible: DynamoDB Local waits for the disk after every write, which takes minutes for a fleet. */
function quickFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    return mkdtempSync(path.join(MEMORY, 'watchkeep-'));
  } catch {
    return mkdtempSync(path.join(tmpdir(), 'watchkeep-'));
  }
}

/** Creates the database with the seeded fleet, unless it exists. A failed run leaves no incomplete database. */
export async function seedDatabase({ folder, accessKey, firmwareKeyFile, units, onStep }: Options): Promise<void> {
  if (existsSync(folder)) return;
  const made = quickFolder();
  try {
    const dynamodb = await startDynamoDb({ port: 0, folder: made, accessKey });
    try {
      onStep(`Seeding ${units.toLocaleString('en-US')} units`);
      const environment = {
        ...localAccount(accessKey),
        AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
        TABLE_NAME,
        FIRMWARE_KEY: `file:${firmwareKeyFile}`,
      };
      await runSeed(environment, units, onStep);
    } finally {
      await dynamodb.close();
    }
    rmSync(`${folder}.new`, { recursive: true, force: true });
    cpSync(made, `${folder}.new`, { recursive: true });
    renameSync(`${folder}.new`, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Seeds in its own process: the stores read the table's address when they are loaded, and this database is temporary. */
async function runSeed(environment: NodeJS.ProcessEnv, units: number, onStep: (step: string) => void): Promise<void> {
  const child = fork(path.resolve(import.meta.dirname, '../../seed/run.ts'), [String(units)], {
    env: { ...process.env, ...environment },
  });
  child.on('message', (percent) => onStep(`Seeding: about ${percent} %`));
  const [code, signal] = await once(child, 'exit');
  if (signal) throw new Error(`Seeding the fleet was ended by ${signal}.`);
  if (code !== 0) throw new Error('The fleet could not be seeded. The reason is above.');
}
