import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Child {
  /** Asks the process to end and waits for it; one that does not within ten seconds is ended. */
  close(): Promise<void>;
}

const PATIENCE = 10_000;

/** A process of the portal beside this one; `onExit` hears of an end that nobody asked for. */
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
      const impatience = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
      await end;
      clearTimeout(impatience);
    },
  };
}
