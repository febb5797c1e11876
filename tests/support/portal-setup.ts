import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';
import { portTable } from '#local/ports.ts';
import { portOffset } from './port-offset.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the portal under test is: its pages, and what its mail and faults are reached by; and how many units dial in. */
    portal: { url: string; ports: ReturnType<typeof portTable>; simulated: number };
  }
}

/** Enough for a few pages of units of each model. */
const UNITS = '60';
const SIMULATED = 12;

/** Starts the whole portal as a newcomer does, once for all browser tests, with a state of its own. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-e2e-'));
  const environment = { ...process.env, WATCHKEEP_PORT_OFFSET: String(portOffset()) };
  const portal = spawn(
    process.execPath,
    ['scripts/start.ts', '--folder', folder, '--units', UNITS, '--simulated', String(SIMULATED)],
    { env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(portal, 'exit');
  const url = await Promise.race([
    ready(portal),
    ended.then(([code]) => Promise.reject(new Error(`The portal ended at once (${code}): see what it said above`))),
  ]);
  project.provide('portal', { url, ports: portTable(environment), simulated: SIMULATED });
  return async () => {
    portal.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}

async function ready(portal: ChildProcess): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface({ input: portal.stdout! })) {
    said.push(line);
    const url = /Ready: (http\S+)/.exec(line)?.[1];
    if (url) {
      portal.stdout!.resume();
      return url;
    }
  }
  throw new Error(`The portal did not become ready:\n${said.join('\n')}`);
}
