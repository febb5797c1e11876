import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Memory {
  rss: number;
  heapUsed: number;
  /** The most that was resident at any time. */
  peak: number;
}

/** What a process with `usage-answers.ts` says about itself. */
export interface Measured {
  /** The memory of the process in bytes, after a garbage collection. */
  memory(): Promise<Memory>;
  /** The processor time of the process so far, in microseconds. */
  processorTime(): Promise<number>;
  close(): Promise<void>;
}

export interface UnitServer extends Measured {
  port: number;
}

/** Asks a child process that has loaded `usage-answers.ts`. */
export function measured(child: ChildProcess, name: string): Measured & { told<Told>(): Promise<Told> } {
  const ended = once(child, 'exit');
  const told = async <Told>(): Promise<Told> => {
    const [answer] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => Promise.reject(new Error(`${name} ended (${code})`))),
    ]);
    return answer as Told;
  };
  const ask = <Told>(question: string): Promise<Told> => {
    const answer = told<Told>();
    child.send(question);
    return answer;
  };
  return {
    told,
    memory: () => ask<Memory>('memory'),
    processorTime: () => ask<number>('processorTime'),
    async close() {
      child.disconnect();
      await ended;
    },
  };
}

/** Starts a bridge, an echo server, or one that sends a whole file, in its own process. */
export async function startUnitServer(kind: 'bridge' | 'echo' | 'plain'): Promise<UnitServer> {
  const script = fileURLToPath(new URL('./unit-server.ts', import.meta.url));
  const child = fork(script, [kind], { execArgv: ['--expose-gc'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { told, ...server } = measured(child, `The ${kind} server`);
  return { ...server, port: await told<number>() };
}
