import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { portTable } from '#local/ports.ts';
import { portOffset } from '#support/port-offset.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const OFFSET = portOffset();
const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-start-'));
// As a folder of an earlier start may be.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ports = Object.values(portTable({ WATCHKEEP_PORT_OFFSET: String(OFFSET) }));
const url = `http://localhost:${8080 + OFFSET}`;

interface Started {
  child: ChildProcess;
  said(): string;
  /** Resolves with the exit code, or rejects after that many milliseconds. */
  ended(patience: number): Promise<number | null>;
}
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const { pid } of running) process.kill(-pid!, 'SIGKILL');
  running.clear();
});

/** Runs as from a terminal, in its own process group, so that a signal reaches all of it like Ctrl-C. */
function start(): Started {
  const child = spawn(
    process.execPath,
    ['scripts/bootstrap.mjs', 'scripts/start.ts', '--folder', folder, '--units', '60', '--simulated', '3'],
    {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...withoutSetUp(), WATCHKEEP_PORT_OFFSET: String(OFFSET) },
    },
  );
  running.add(child);
  child.once('exit', () => running.delete(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  return {
    child,
    said: () => said,
    async ended(patience) {
      if (child.exitCode !== null) return child.exitCode;
      const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(patience) });
      return code;
    },
  };
}

/** The environment without the variables of the tests, as for a newcomer. */
function withoutSetUp(): NodeJS.ProcessEnv {
  const { npm_lifecycle_event, NODE_OPTIONS, ...env } = process.env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(AWS_|VITEST|.*_URL$|TABLE_NAME)/.test(name)));
}

async function until(isSo: () => boolean | Promise<boolean>, what: string, patience: number): Promise<void> {
  for (const began = Date.now(); !(await isSo()); await sleep(100))
    if (Date.now() - began > patience) throw new Error(`Waited in vain for ${what}`);
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
const stillListening = async () => {
  const found = await Promise.all(ports.map(async (port) => ((await listens(port)) ? [port] : [])));
  return found.flat();
};
/**
 * The portal's ports that listen on another address than 127.0.0.1, from Linux's tables of sockets. State 0A listens; addresses are
 * hexadecimal, in the byte order of the machine.
 */
function reachableFromElsewhere(): number[] {
  const sockets = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1),
  );
  return sockets.flatMap((line) => {
    const [, local = '', , state] = line.trim().split(/\s+/);
    const [address, port = ''] = local.split(':');
    const isOurs = state === '0A' && ports.includes(Number.parseInt(port, 16));
    return isOurs && address !== '0100007F' ? [Number.parseInt(port, 16)] : [];
  });
}

/** The tables that somebody with this access key sees in DynamoDB Local. */
async function tablesFor(accessKeyId: string): Promise<unknown> {
  const endpoint = `http://127.0.0.1:${8100 + OFFSET}`;
  const credentials = { accessKeyId, secretAccessKey: 'local' };
  return (await new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }).send(new ListTablesCommand()))
    .TableNames;
}

/** The files and folders that others than their owner may read, change or enter. The portal renames some while they are looked at. */
const openToOthers = (place: string): string[] =>
  [place, ...readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => path.join(place, name))].filter(
    (one) => ((statSync(one, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  );

/** True if a process of the group is alive. */
function lives(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

const isDeep = process.env.TEST_DEPTH === 'deep';
const READY = 160_000;

describe('npm start', { timeout: 200_000 }, () => {
  it('seeds a fleet, answers, names a port in use, and leaves nothing running on Ctrl-C', async () => {
    const first = start();
    await until(() => first.said().includes('Ready:') || first.child.exitCode !== null, 'the portal', READY);
    expect(first.said()).toContain(`Ready: ${url}`);
    expect(first.said()).toContain('Seeding 60 units');
    expect(await (await fetch(url)).text()).toContain('<div id="root"');
    expect((await fetch(`${url}/api/role/access`)).status).toBe(401);

    expect(reachableFromElsewhere()).toEqual([8100 + OFFSET]);
    const { AWS_ACCESS_KEY_ID } = JSON.parse(readFileSync(path.join(folder, 'environment.json'), 'utf8'));
    expect([await tablesFor('local'), await tablesFor(AWS_ACCESS_KEY_ID)]).toEqual([[], ['watchkeep']]);
    expect(openToOthers(folder)).toEqual([]);

    const second = start();
    expect(await second.ended(30_000)).toBe(1);
    expect(second.said()).toMatch(/Port \d+ is in use\. Stop what listens there, or set WATCHKEEP_PORT_OFFSET/);
    expect((await fetch(url)).status).toBe(200);

    process.kill(-first.child.pid!, 'SIGINT');
    expect(await first.ended(20_000)).toBe(0);
    await until(() => !lives(first.child.pid!), 'the end of all processes', 10_000);
    expect(await stillListening()).toEqual([]);
  });

  it.runIf(isDeep)('continues with its data, and stops when its parent has ended', async () => {
    const again = start();
    await until(() => again.said().includes('Ready:') || again.child.exitCode !== null, 'the portal', READY);
    expect(again.said()).toContain(`Ready: ${url}`);
    expect(again.said()).not.toContain('Seeding');
    again.child.kill('SIGKILL');
    await until(async () => (await stillListening()).length === 0, 'the end of all processes', 20_000);
  });
});
