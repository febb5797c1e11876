import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Child {
  /** Sends SIGTERM and waits for the end; after ten seconds, SIGKILL. */
  close(): Promise<void>;
}

const SHUTDOWN_TIMEOUT_MS = 10_000;

/** Starts a process of the portal. `onExit` is called when it ends by itself. */
export function startChild(
  script: string,
  { args = [], env, onExit }: { args?: string[]; env: NodeJS.ProcessEnv; onExit(code: number | null): void },
): Child {
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  let closing = false;
  child.once('exit', (code) => {
    if (!closing) onExit(code);
  });
  return {
    async close() {
      closing = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const end = once(child, 'exit');
      child.kill('SIGTERM');
      const timeout = setTimeout(() => child.kill('SIGKILL'), SHUTDOWN_TIMEOUT_MS);
      await end;
      clearTimeout(timeout);
    },
  };
}
