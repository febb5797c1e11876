import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Memory {
  rss: number;
  heapUsed: number;
}

export interface UnitServer {
  port: number;
  /** The memory of the process in bytes, after a garbage collection. */
  memory(): Promise<Memory>;
  /** The processor time of the process so far, in microseconds. */
  processorTime(): Promise<number>;
  close(): Promise<void>;
}

/** Starts a bridge, an echo server, or one that sends a whole file, in its own process. */
export async function startUnitServer(kind: 'bridge' | 'echo' | 'plain'): Promise<UnitServer> {
  const script = fileURLToPath(new URL('./unit-server.ts', import.meta.url));
  const child = fork(script, [kind], { execArgv: ['--expose-gc'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const told = async <Told>(): Promise<Told> => {
    const [answer] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => Promise.reject(new Error(`The ${kind} server ended (${code})`))),
    ]);
    return answer as Told;
  };
  const ask = <Told>(question: string): Promise<Told> => {
    const answer = told<Told>();
    child.send(question);
    return answer;
  };
  const port = await told<number>();
  return {
    port,
    memory: () => ask<Memory>('memory'),
    processorTime: () => ask<number>('processorTime'),
    async close() {
      child.disconnect();
      await ended;
    },
  };
}
