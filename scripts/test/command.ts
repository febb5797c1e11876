import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

const running = new Set<ChildProcess>();
let stopped = false;

/** Stops the running commands and starts no others. */
export function stopAll(): void {
  stopped = true;
  for (const child of running) child.kill('SIGTERM');
}

interface Ran {
  code: number;
  output: string;
}

interface Options {
  /** True if people see the output while the command runs. */
  shown?: boolean;
  env?: Record<string, string>;
}

/** Runs a command of the project to its end; returns its output, unless that was shown. */
export async function run(
  command: string,
  args: readonly string[],
  { shown = false, env }: Options = {},
): Promise<Ran> {
  if (stopped) return { code: 130, output: '' };
  const bin = [path.dirname(process.execPath), path.join(ROOT, 'node_modules/.bin'), process.env.PATH].join(
    path.delimiter,
  );
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: shown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // Tests start many short processes that load the same files.
      NODE_COMPILE_CACHE: path.join(ROOT, '.local/compile-cache'),
      ...(shown ? {} : { NO_COLOR: '1' }),
      ...env,
      PATH: bin,
    },
  });
  running.add(child);
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const [code] = await Promise.race([
    once(child, 'close') as Promise<[number | null]>,
    once(child, 'error').then(([error]) => {
      said.push(String(error));
      return [1] as [number];
    }),
  ]);
  running.delete(child);
  return { code: code ?? 1, output: said.join('') };
}
