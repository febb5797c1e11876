import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { BridgeSettings } from '#bridge/bridge.ts';
import type { WaitingFile } from '#bridge/ports.ts';
import { type MemoryPorts, SECRET } from './bridge.ts';

/** A bridge that runs in another process and stores its records here. */
export interface BridgeProcess {
  readonly unitPort: number;
  readonly commandUrl: string;
  /** SIGKILL: without closing anything. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  terminate(): Promise<number | null>;
}

let processes = 0;

export async function bridgeProcess(
  ports: MemoryPorts,
  settings: Partial<BridgeSettings> = {},
): Promise<BridgeProcess> {
  const all = {
    bridgeId: `process${++processes}`,
    commandSecret: SECRET,
    host: '127.0.0.1',
    unitPort: 0,
    commandPort: 0,
    sweepIntervalMs: 20,
    leaseRenewalIntervalMs: 100,
    ...settings,
  };
  const child = fork(new URL('./bridge-child.ts', import.meta.url), [JSON.stringify(all)], {
    execArgv: [],
    // Files are bytes.
    serialization: 'advanced',
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const ready = await Promise.race([
    answer(child, ports),
    exited.then(([code]) => Promise.reject(new Error(`The bridge process ended with ${code}`))),
  ]);
  return {
    ...ready,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async terminate() {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code;
    },
  };
}

/** Answers the requests of the bridge in the child; resolves when it listens. */
function answer(child: ChildProcess, ports: MemoryPorts): Promise<{ unitPort: number; commandUrl: string }> {
  return new Promise((resolve) => {
    child.on('message', async ({ ready, id, method, given }: Question) => {
      if (ready) {
        resolve(ready);
        return;
      }
      const reply = (content: object) => child.connected && child.send({ id, ...content }, () => {});
      try {
        reply({ value: await call(ports, method, given) });
      } catch (error) {
        reply({ error: String(error) });
      }
    });
  });
}

interface Question {
  ready?: { unitPort: number; commandUrl: string };
  id: number;
  method: string;
  given: unknown[];
}

async function wholeFile({ downloads }: MemoryPorts, file: WaitingFile): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  await downloads.read(file, (piece) => pieces.push(piece));
  return Buffer.concat(pieces);
}

function call(ports: MemoryPorts, path: string, given: unknown[]): unknown {
  if (path === 'downloads.read') return wholeFile(ports, given[0] as WaitingFile);
  const [port, method] = path.split('.') as [keyof MemoryPorts, string | undefined];
  const target = ports[port] as never as Record<string, (...given: unknown[]) => unknown>;
  return method ? target[method]!(...given) : (target as never as (...given: unknown[]) => unknown).apply(ports, given);
}
