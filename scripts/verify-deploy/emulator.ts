import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onFreePort } from '#local/ports.ts';
import { ROOT, type Running, run, start } from './command.ts';

/** The machine lacks something: the verification did not run, so nothing is known to be wrong. */
export class Missing extends Error {}

const REQUIREMENTS = path.join(import.meta.dirname, 'requirements.txt');
const PYTHONS = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];
const NEW_ENOUGH = 'import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= (3, 10) else 1)';

export const REGION = 'us-east-1';
export const ACCOUNT = '000000000000';

export interface Emulator extends Running {
  url: string;
  /** The environment with which programs call the emulator instead of AWS. */
  environment: Record<string, string>;
}

/** The account's root user, who may do everything. The emulator enforces IAM for the portal's roles. */
export const ROOT_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
const PROGRAM = path.join(import.meta.dirname, 'emulator.py');

/**
 * Installs the emulator into a virtual environment, unless it is installed, and returns the Python that runs it.
 * @throws Missing without Python 3.10 or access to PyPI
 */
export async function installEmulator(folder: string): Promise<string> {
  const environment = path.join(folder, 'python');
  const stamp = path.join(environment, 'installed.txt');
  const program = path.join(environment, 'bin/python');
  const wanted = readFileSync(REQUIREMENTS, 'utf8');
  if (existsSync(program) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return program;

  const python = PYTHONS.find((name) => spawnSync(name, ['-c', NEW_ENOUGH]).status === 0);
  if (!python) throw new Missing('there is no Python 3.10 or newer with venv');
  const log = path.join(folder, 'install.log');
  await run(python, ['-m', 'venv', '--clear', environment], { log });
  try {
    await run(
      path.join(environment, 'bin/pip'),
      ['install', '--quiet', '--retries', '2', '--requirement', REQUIREMENTS],
      { log },
    );
  } catch (error) {
    throw new Missing(`PyPI did not give the emulator (${(error as Error).message.split('\n')[0]})`);
  }
  writeFileSync(stamp, wanted);
  return program;
}

const PATIENCE = 30_000;

/** Starts the emulator on a free port, empty. */
export const startEmulator = (interpreter: string, folder: string): Promise<Emulator> =>
  onFreePort((port) => startOn(port, interpreter, folder));

async function startOn(port: number, interpreter: string, folder: string): Promise<Emulator> {
  // It unpacks functions there and does not delete them. The checkout's package.json would make all of them ES modules.
  const unpacked = mkdtempSync(path.join(tmpdir(), 'watchkeep-emulator-'));
  process.once('exit', () => rmSync(unpacked, { recursive: true, force: true }));
  provideRuntimeLibraries(unpacked);
  const running = start(interpreter, [PROGRAM], {
    log: path.join(folder, 'emulator.log'),
    cwd: folder,
    env: {
      ...process.env,
      ...ROOT_CREDENTIALS,
      // It enforces IAM.
      AUTH: 'true',
      GATEWAY_PORT: String(port),
      IOT_MTLS_ENABLED: '0',
      LOG_LEVEL: 'INFO',
      TMPDIR: unpacked,
    },
  });
  // An address instead of a name: clients then put buckets into the path, and need no subdomain of localhost.
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + PATIENCE;
  while (!(await answers(`${url}/_ministack/health`))) {
    if (running.isRunning() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 200));
    else {
      await running.close();
      throw new Error(`The emulator did not start:\n${running.said()}`);
    }
  }
  const environment = {
    AWS_ENDPOINT_URL: url,
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    ...ROOT_CREDENTIALS,
  };
  return { ...running, url, environment };
}

/** Lambda's runtime contains the AWS SDK, the emulator's does not. CDK's own function that empties a bucket needs this client. */
function provideRuntimeLibraries(folder: string): void {
  const library = 'node_modules/@aws-sdk/client-s3';
  mkdirSync(path.join(folder, path.dirname(library)), { recursive: true });
  symlinkSync(realpathSync(path.join(ROOT, library)), path.join(folder, library));
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
