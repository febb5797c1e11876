import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertPortFree, type Running } from '../http.ts';
import { onFreePort } from '../ports.ts';
import { checkJava } from './java.ts';

interface Options {
  /** 0 means any free port. */
  port: number;
  /** The folder of the tables; in memory if absent. */
  folder?: string;
  /** The access key whose database must answer. */
  accessKey?: string;
}

const START_LIMIT_MS = 60_000;

/**
 * DynamoDB Local. It has no option for its address and listens on all of them, so each access key has a database of its own: who does
 * not know the key of the portal sees an empty one. It ends with `close`, and when this process ends in any way.
 */
export const startDynamoDb = ({ port, ...options }: Options): Promise<Running> =>
  port === 0 ? onFreePort((free) => startOn(free, options)) : startOn(port, options);

async function startOn(port: number, { folder, accessKey = 'local' }: Omit<Options, 'port'>): Promise<Running> {
  await Promise.all([checkJava(), assertPortFree(port), folder && mkdir(folder, { recursive: true })]);
  const emulator = path.join(
    path.dirname(createRequire(import.meta.url).resolve('amplify-dynamodb-simulator/package.json')),
    'emulator',
  );
  const child = spawnTethered(
    [
      'java',
      // It starts sooner with it. Without the second compiler it would too, but then take two fifths more processor time for good.
      '-XX:+UseSerialGC',
      `-Djava.library.path=${path.join(emulator, 'DynamoDBLocal_lib')}`,
      '-jar',
      path.join(emulator, 'DynamoDBLocal.jar'),
      '-disableTelemetry',
      // By default, every page that a browser on this machine opens may read the table.
      '-cors',
      'http://localhost',
      '-port',
      String(port),
      ...(folder ? ['-dbPath', path.resolve(folder)] : ['-inMemory']),
    ],
    emulator,
  );
  const url = `http://localhost:${port}`;
  await untilAnswering(child, url, accessKey);
  return {
    url,
    port,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/**
 * The program runs in its own process group, so that Ctrl-C does not stop the table before its writers.
 * Its watcher has the other end of a pipe: when this process ends, even by SIGKILL, the pipe closes and the
 * watcher stops the program.
 */
function spawnTethered(command: string[], folder: string): ChildProcess {
  const script = '(cat <&3 >/dev/null; kill $$ 2>/dev/null) & exec "$@" 3<&-';
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  child.once('exit', () => child.stdio[3]?.destroy());
  return child;
}

async function untilAnswering(child: ChildProcess, url: string, accessKey: string): Promise<void> {
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said.push(chunk.toString());
      if (said.length > 50) said.shift();
    });
  }
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await answers(url, accessKey))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`DynamoDB Local ended at once. Its output:\n${said.join('')}`);
    }
    if (Date.now() > deadline) {
      child.kill();
      throw new Error(`DynamoDB Local did not answer within ${START_LIMIT_MS / 1000} s. Its output:\n${said.join('')}`);
    }
    await sleep(25);
  }
}

/** A real call instead of a check of the port: it fails if a database file cannot be opened. */
async function answers(url: string, accessKey: string): Promise<boolean> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.ListTables',
        authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
      },
      body: '{}',
      signal: AbortSignal.timeout(5000),
    });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}
