import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

export interface CommandOptions {
  /** The file of its output. */
  log: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

const LINES_OF_A_FAILURE = 40;

/**
 * Runs a program to its end.
 * @throws with the last lines of its output, if it fails
 */
export async function run(program: string, args: readonly string[], { log, env, cwd = ROOT }: CommandOptions) {
  const child = spawn(program, args, { cwd, env: env ?? process.env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = collect(child, log);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 0) return said();
  const end = said().trimEnd().split('\n').slice(-LINES_OF_A_FAILURE).join('\n');
  throw new Error(`${path.basename(program)} ${args[0] ?? ''} failed (${code}); all of it is in ${log}\n${end}`);
}

export interface Running {
  /** Its output so far. */
  said(): string;
  isRunning(): boolean;
  /** Stops it and all processes that it started. */
  close(): Promise<void>;
}

/** Starts a program that runs until it is closed. */
export function start(program: string, args: readonly string[], { log, env, cwd = ROOT }: CommandOptions): Running {
  // Its own group, so that its children stop with it.
  const child = spawn(program, args, {
    cwd,
    env: env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const said = collect(child, log);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const end = (signal: NodeJS.Signals) => {
    if (isRunning() && child.pid) process.kill(-child.pid, signal);
  };
  const endAtExit = () => end('SIGKILL');
  process.once('exit', endAtExit);
  return {
    said,
    isRunning,
    async close() {
      process.off('exit', endAtExit);
      if (!isRunning()) return;
      const ended = once(child, 'exit');
      end('SIGTERM');
      const impatience = setTimeout(() => end('SIGKILL'), 5_000);
      await ended;
      clearTimeout(impatience);
    },
  };
}

function collect(child: ChildProcess, log: string): () => string {
  const file = createWriteStream(log);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      file.write(chunk);
    });
  child.once('close', () => file.end());
  return () => text;
}
